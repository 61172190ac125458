"""Findings named in sentences: directly, as structure and property, and as two words that mean a third."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.accesses import is_an_access
from radot_fast.extraction.attach.findings.all_well import ALL_WELL
from radot_fast.extraction.attach.findings.bare_air import with_bare_air
from radot_fast.extraction.attach.findings.bare_changes import with_bare_changes
from radot_fast.extraction.attach.findings.bare_fluid import with_bare_fluid
from radot_fast.extraction.attach.findings.bare_nodes import with_bare_nodes
from radot_fast.extraction.attach.findings.bare_normals import with_bare_normals
from radot_fast.extraction.attach.findings.bare_thickening import with_bare_thickening
from radot_fast.extraction.attach.findings.called_abnormal import called_abnormal
from radot_fast.extraction.attach.findings.echo_heads import none_before, none_behind, not_seen_before, told_of_it
from radot_fast.extraction.attach.findings.intercostal import with_intercostal_drains
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.other_things import names_no_device
from radot_fast.extraction.attach.findings.property_pairs import said_of_then
from radot_fast.extraction.attach.findings.structures_with_properties import add_combos
from radot_fast.extraction.attach.findings.two_by_one_name import with_two_by_one_name
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.kept.signs import is_sign
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import among, count_before, followed_by, indices, led_by
from radot_fast.extraction.match.words import (
    BRACKET,
    COLON,
    DETERMINERS,
    FINITE,
    JOINT,
    MEASURE,
    NEGATION,
    PREPOSITION,
    SEGMENT_END,
    SHOWING,
)
from radot_fast.extraction.text.tokens import BAR

GRANULOMA, ATHEROSCLEROSIS = "calcified_granuloma", "atherosclerosis"
ELSEWHERE = frozenset(
    (
        "mitral", "annular", "annulus", "coronary", "pericardial", "pericardium", "pleural", "pleura", "hilar", "nodal",
        "node", "nodes", "valve", "valvular", "tracheobronchial", "costochondral", "costal", "splenic",
    )
)  # fmt: skip
"""Words of calcifications that are none of the aorta."""
RATHER = "rather"
MERGE_REACH = 6
"""Tokens between two words that mean a third ("calcified left lower lobe 5 mm granuloma")."""
LIES_IN = frozenset(("in", "over", "overlying", "overlies"))
PART_NAMES = frozenset(("tip", "sidehole", "sideholes", "side", "generator"))
PART_REACH = 12
"""Tokens between a device and its part ("tube tip in the stomach with the side port")."""
READ_AS = frozenset(("favors", "favor", "suggests", "suggest", "indicates", "indicate", "makes", "make", "points"))
"""Words between a sign and what it may be: "calcification favors a granuloma"."""
PLAIN = frozenset(
    (
        "acute", "active", "significant", "focal", "gross", "overt", "definite", "obvious", "suspicious", "abnormality",
        "abnormalities", "finding", "findings", "pathology", "process", "change", "changes", "abnormal",
        "nil", "nothing", "nad",
    )
)  # fmt: skip
"""Words of an abnormality that do not say of what."""
LUCENT = frozenset(("lucency", "lucent", "crescent", "crescentic"))
"""First words of names of air that only tell how it looks."""
SEEN = frozenset(("seen", "noted", "identified", "visible", "demonstrated", "present", "detected", "here"))
COUNTED = frozenset(("two", "three", "several", "multiple", "following"))
"""Words before abnormalities that are named behind a mark."""
CALCIFIED, PLAQUES = frozenset(("calcified", "calcific")), frozenset(("plaque", "plaques"))
PLEURAL, SOME = frozenset(("pleura", "pleural")), frozenset(("several", "one"))
WHERE_PLAQUES_ARE = frozenset(("diaphragm", "diaphragms", "hemidiaphragm", "hemidiaphragms", "diaphragmatic"))
LINE = "central_line"
DASH, HARDWARE = frozenset(("-",)), frozenset(("hardware",))
CHECK, PLACEMENT = frozenset(("check",)), frozenset(("position", "placement"))
AND, SIDES = frozenset(("and", ",", ";")), frozenset(("left", "right", "both", "bilateral"))
REPLACED = frozenset(("replaced", "exchanged", "swapped", "switched", "replacing", "replaces"))
PLACING = frozenset(("of", "in", "within", "involving", "to", "about"))
OF_OPERATION = frozenset(("of", "from", "after", "following", "related"))
VEIL_REACH = 3
"""Tokens between such an adjective and its noun: "hazy bilateral opacities", "hazy new left opacity"."""
VEILS = frozenset(("hazy", "veiling", "opaque", "opacified", "veil like", "ground glass"))
"""Names of opacities that are adjectives right before another name: "hazy veiling density" is one finding."""


def find_mentions(block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings of the sentences in order of their first token.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), ≥ 0: the clause of each token.
    meanings
        What the hits mean.
    """
    hits = block.hits[trie.FINDING]
    # "Density" in "bone density" is part of a structure's name, "left" in "none in the left lung" repeats a finding.
    part = block.hits[trie.STRUCTURE].holds(hits.start, hits.end, longer=True)
    part &= ~_is_checked(hits, block, meanings)
    for k in indices(part & block.said(SIDES)[hits.start] & (hits.end == hits.start + 1)).tolist():
        # "But persists in the left lung."
        at = int(hits.start[k]) - 1 - (block.words[hits.start[k] - 1] in DETERMINERS)
        repeated = bool(block.traits[at] & PREPOSITION) and not {at, at + 1}.isdisjoint(
            block.hits[trie.COMPARISON].end.tolist()
        )
        end = int(hits.start[k]) + 2
        nothing = none_before(block, int(hits.start[k])) is not None or none_behind(block, end)
        nothing |= not_seen_before(block, int(hits.start[k]))
        part[k] = not (repeated or nothing or told_of_it(block, end))
    # "The angle, previously blunted, is now sharp."
    then = block.hits[trie.PROPERTY].at(block.once(said_of_then))
    hits = hits.at(~(part | (among(hits.start, then.start) & among(hits.end, then.end))))
    none = np.zeros(len(hits.start), bool)
    denied = meanings.denied[hits.meaning]
    named = Mentions(hits.start, hits.end, of[hits.start], meanings.card[hits.meaning], none, denied)
    # "No change" is a statement of its own where its clause does not say of what.
    bare = denied & meanings.of_change[named.card]
    mentions = with_bare_nodes(add_combos(named.at(~bare), block, of, meanings), block, of, meanings)
    mentions = with_bare_thickening(with_bare_fluid(mentions, block, of, meanings), block, of, meanings)
    mentions = with_bare_normals(with_bare_air(mentions, block, of, meanings), block, of, meanings)
    mentions = with_bare_changes(mentions, block, of, meanings)
    if bare.any():
        # "Known right nodule: no change in size since March" tells of the nodule.
        headed = block.has(COLON)[named.start - 1] & among(named.clause - 1, mentions.clause)
        headed &= named.clause > of[block.tokens.first[block.sentence[named.start]]]
        # "The left effusion shows little change."
        said = block.hits[trie.COMPARISON].holds(named.start - 1, named.end)
        alone = named.at(bare & ~among(named.clause, mentions.clause) & ~headed & ~said)
        mentions = Mentions(*map(np.concatenate, zip(mentions, alone, strict=True)))
    mentions = mentions.at(mentions.start.argsort(kind="stable"))
    mentions = mentions.at(~_heads_a_list(mentions, block, meanings) & ~_describes_next(mentions, block, meanings))
    mentions = mentions.at(~_is_named_next(mentions, block, meanings) & ~names_no_device(mentions, block, meanings))
    mentions = mentions.at(~_closes_a_name(mentions, block, meanings) & ~is_an_access(mentions, block, meanings))
    mentions = mentions.at(~_of_a_device(mentions, block, meanings) & ~_of_an_operation(mentions, block, meanings))
    mentions = mentions.at(~_calcified_plaques(mentions, block, meanings))
    mentions.card[:] = _of_structures(mentions, block, of, meanings)
    mentions.card[:] = with_intercostal_drains(mentions, block, meanings)
    return with_two_by_one_name(_merge_neighbours(mentions, block, meanings), block, meanings)


def _is_checked(hits: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each device heads what its check tells of it: "PICC position check: tip in the SVC"."""
    out = block.said(CHECK)
    if not out.any():
        return out[hits.end]
    at = hits.end + block.said(PLACEMENT)[hits.end]
    card = meanings.card[hits.meaning]
    return (
        out[at]
        & block.has(COLON)[np.minimum(at + 1, len(out) - 1)]
        & meanings.device[card]
        & ~meanings.any_device[card]
    )


def _heads_a_list(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each device only names a list of devices: "Support devices: endotracheal tube, right jugular line".

    So does a heading that is a line of its own, "Hardware".
    """
    heading = block.said(HARDWARE)[mentions.start] & (
        mentions.start == block.tokens.first[block.sentence[mentions.start]]
    )
    heading &= mentions.end == mentions.start + 1
    colon = (block.has(COLON) | block.said(DASH))[mentions.end]
    if not (colon.any() or heading.any()):
        return colon
    device = meanings.device[mentions.card]
    same = followed_by(block.sentence[mentions.start], -1)[1:] == block.sentence[mentions.start]
    heads = colon & (meanings.any_device[mentions.card] | heading) & same & followed_by(device, False)[1:]
    behind = mentions.end + colon
    return heads | (heading & (block.tokens.first[block.sentence[mentions.start] + 1] - 1 == behind))


def _is_named_next(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each abnormality is told by the finding behind it: "the only abnormality is a dilated aorta"."""
    out = meanings.any_abnormality[mentions.card] & ~mentions.denied
    out[-1:] = False
    # "Lucency under the diaphragm may represent free air" names the air once, and doubts it.
    lucent = block.said(LUCENT)[mentions.start] & followed_by(mentions.card[1:] == mentions.card[:-1], False)
    lucent &= followed_by(block.sentence[mentions.start[1:]], -1) == block.sentence[mentions.start]
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)) if out.any() else out
    for k in indices(out).tolist():
        between = range(int(mentions.end[k]), int(mentions.start[k + 1]))
        words = [block.words[t] for t in between if not (described[t] or block.traits[t] & MEASURE)]
        words = [word for word in words if word not in SEEN and not word[0].isdigit()]
        out[k] = words[:1] in (["is"], ["are"], ["was"]) and DETERMINERS.issuperset(words[1:])
        # "Two abnormalities, scarring on the left and a nodule."
        plural = block.words[mentions.end[k] - 1].endswith("s") and block.words[mentions.start[k] - 1] in COUNTED
        out[k] |= plural and words[:1] in ([","], [":"], ["including"]) and DETERMINERS.issuperset(words[1:])
    return out | lucent | called_abnormal(mentions, block, meanings)


def _closes_a_name(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each device is only the noun of a name in brackets before it: "septal (Kerley B) lines are visible"."""
    if not block.there & BRACKET:
        return np.zeros(len(mentions.start), bool)
    before, opened = led_by(-1, mentions.end[:-1]), led_by(0, mentions.start[:-1])
    bracket = block.has(BRACKET)
    bare = meanings.any_device[mentions.card] & (mentions.end == mentions.start + 1)
    return bare & (before == mentions.start - 1) & bracket[mentions.start - 1] & bracket[opened - 1]


def _of_a_device(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding only tells how a device is: "the catheter has fractured" breaks no bone."""
    words = block.hits[trie.MODIFIER]
    words = words.at(meanings.devices_only[words.meaning] & ~meanings.nowhere[words.meaning])
    if not len(words.start):
        return np.zeros(len(mentions.start), bool)
    return words.holds(mentions.start, mentions.end, longer=True) & ~meanings.device[mentions.card]


def _of_an_operation(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding is the operation that changes are of: "postoperative changes of right lobectomy" are one."""
    out = np.zeros(len(mentions.start), bool)
    operation = meanings.adjective[mentions.card]
    for k in indices(operation).tolist():
        if not k or not operation[k - 1] or not block.words[mentions.end[k - 1] - 1].startswith("change"):
            continue
        between = block.words[mentions.end[k - 1] : mentions.start[k]]
        out[k] = bool(between) and between[0] in OF_OPERATION and BAR not in between and "," not in between
    return out


def _calcified_plaques(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding is "calcified" said of plaques of the pleura: "pleural plaques on the left, calcified"."""
    calcified = block.said(CALCIFIED)[mentions.start] & (mentions.end == mentions.start + 1)
    for k in indices(calcified).tolist():
        at = int(mentions.start[k])
        before = k > 0 and _is_of_plaques(mentions, k - 1, at, block, meanings)
        behind = k + 1 < len(calcified) and mentions.start[k + 1] - at <= VEIL_REACH
        closes = bool(block.traits[at + 1] & SEGMENT_END) and block.words[at - 1] not in SOME
        calcified[k] = (closes and before) or (behind and _is_of_plaques(mentions, k + 1, at, block, meanings))
    return calcified


def _is_of_plaques(mentions: Mentions, k: int, at: int, block: Block, meanings: Meanings) -> bool:
    """Whether finding k is plaques of the pleura in the sentence of a token, and no structure stands between."""
    low, high = min(int(mentions.end[k]), at), max(int(mentions.start[k]), at)
    structures = block.hits[trie.STRUCTURE]
    own = structures.start[structures.start.searchsorted(low) : structures.start.searchsorted(high)].tolist()
    plain = all(block.words[t] in PLEURAL | WHERE_PLAQUES_ARE for t in own)
    named = mentions.card[k] == meanings.plaques and not PLAQUES.isdisjoint(
        block.words[mentions.start[k] : max(high, int(mentions.end[k]))]
    )
    return bool(plain and named and block.sentence[mentions.start[k]] == block.sentence[at])


def _describes_next(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding is an adjective of the next one: "postoperative pneumoperitoneum" is one finding."""
    gap = followed_by(mentions.start[1:] - mentions.end[:-1], VEIL_REACH + 1)
    before = gap == 0
    near = indices((gap >= 0) & (gap <= VEIL_REACH))
    if not len(near):
        return before
    adjectives = before & meanings.adjective[mentions.card]
    adjectives &= block.hits[trie.MODIFIER].holds(mentions.start, mentions.end)
    near = near[meanings.group[mentions.card[near]] == meanings.group[mentions.card[near + 1]]]
    names = map(block.phrase, mentions.start[near].tolist(), mentions.end[near].tolist())
    veils = near[np.array([name in VEILS for name in names], bool)]
    # "The left base is hazy and septal lines are seen" tells of two, and so does "right base hazy, left base clear".
    # "The left base is homogeneously opaque, silhouetting the dome."
    low = mentions.start[veils] - 1
    verbs = block.has(FINITE)
    adverbs = np.array([block.words[at].endswith("ly") for at in low.tolist()], bool)
    veils = veils[~verbs[low] & ~(adverbs & verbs[low - 1]) & ~mentions.denied[veils + 1]]
    if len(veils):
        # An opacity's adjective, behind which places, changes, degrees and other adjectives may follow.
        described = tokens_in(block, (trie.ANATOMY, trie.COMPARISON, trie.SEVERITY, trie.MODIFIER))
        other = count_before(~(described | block.has(JOINT)))
        adjectives[veils] |= other[mentions.end[veils]] == other[mentions.start[veils + 1]]
    return adjectives


def _of_structures(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Cards of the findings, where "abnormality" alone is told of the only structure that its clause names.

    "The osseous structures show no acute abnormality", "no abnormality of the soft tissues", "Bones: NAD".
    """
    card = mentions.card.copy()
    which = indices(meanings.any_abnormality[card] & (meanings.abnormal >= 0))
    if not len(which):
        return card
    structures = block.hits[trie.STRUCTURE]
    inside = Hits(mentions.start, mentions.end, mentions.card).holds(structures.start, structures.end)
    structures = structures.at(~inside)
    clause = of[structures.start]
    for k in which.tolist():
        here = mentions.clause[k]
        # "The osseous structures demonstrate no abnormality": such a verb begins a clause.
        opens = int(of.searchsorted(here))
        low = here - (block.has(SHOWING)[opens] and block.sentence[opens - 1] == block.sentence[opens])
        a, b = clause.searchsorted(low), clause.searchsorted(here, side="right")
        alone = np.count_nonzero((low <= mentions.clause) & (mentions.clause <= here)) == 1 and b == a + 1
        if not alone or not PLAIN.issuperset(block.words[mentions.start[k] : mentions.end[k]]):
            continue
        if structures.start[a] > mentions.start[k] and block.words[mentions.end[k]] not in PLACING:
            continue
        well = mentions.denied[k] and block.words[mentions.start[k]] in ALL_WELL
        combo = meanings.combos[structures.meaning[a], meanings.normal if well else meanings.abnormal]
        card[k] = meanings.combo_card[combo] if combo >= 0 else card[k]
    return card


def _on_other_side(block: Block, end: int, start: int, last: int) -> bool:
    """Whether a second name has a side of its own behind an "and": "left jugular line and right PICC" are two.

    So are "a moderate right pneumothorax and a small left pneumothorax", and "PTX (L) smaller, PTX (R) gone".
    """
    beside = block.words[last + (block.words[last] == "(")]
    if beside in SIDES and not (SIDES - {beside}).isdisjoint(block.words[end:start]):
        return True
    behind = next((k for k in range(start - 1, end - 1, -1) if block.words[k] in AND), last)
    # "Subclavian line on the left, PICC on the right."
    if block.words[behind] in AND and block.words[last] == "on" and not SIDES.isdisjoint(words_from(block, last, 3)):
        # "Pacer leads intact, generator on the left."
        first = int(block.tokens.first[block.sentence[start]])
        return block.words[start] not in PART_NAMES or not SIDES.isdisjoint(block.words[first:start])
    if block.words[behind] in AND and block.words[last] in LIES_IN:
        # "A right pacing lead, and there is a generator in the left chest."
        first = int(block.tokens.first[block.sentence[start]])
        there, before = SIDES.intersection(words_from(block, last, 3)), SIDES.intersection(block.words[first:start])
        if there and before and there.isdisjoint(before):
            return True
    # "Leads as before, left pectoral generator."
    first = int(block.tokens.first[block.sentence[start]])
    if not PART_NAMES.isdisjoint(block.words[start:last]) and SIDES.isdisjoint(block.words[first:behind]):
        return False
    return "with" not in block.words[end:start] and not SIDES.isdisjoint(block.words[behind:last])


def _merge_neighbours(mentions: Mentions, block: Block, meanings: Meanings) -> Mentions:
    """Replace neighbours of a clause that mean a third finding ("calcified … granuloma", "pacemaker with leads")."""
    n_cards, merges = len(meanings.cards), meanings.merges
    pairs = mentions.card[:-1] * n_cards + mentions.card[1:]
    sentence = block.sentence[mentions.start]
    near = (np.diff(mentions.clause) <= 1) & (sentence[:-1] == sentence[1:])
    meant = indices(among(pairs, meanings.mergeable) & near)
    if not meant.size:
        return mentions
    start, end, clause, card, combo, denied = mentions
    left = np.ones(len(start), bool)
    for k in meant.tolist():
        for j in range(k + 1, len(start)):
            third = merges.get(int(card[k] * n_cards + card[j])) if left[k] else None
            changes = meanings.of_change[card[k]] or meanings.of_change[card[j]]
            part = clause[j] != clause[k] and not changes
            if third is None or sentence[j] != sentence[k] or start[j] - end[k] > (PART_REACH if part else MERGE_REACH):
                break
            # "The heart is smaller but still enlarged", not "… and no longer enlarged".
            if changes and (denied[k] or denied[j] or any(block.traits[int(start[k]) : int(end[j])] & NEGATION)):
                break
            # "The pacemaker has been replaced by an ICD" speaks of two.
            if meanings.device[card[j]] and not REPLACED.isdisjoint(block.words[end[k] : start[j]]):
                break
            if _on_other_side(block, end[k], start[j], end[j]) or is_sign(block, end[k], start[j]):
                break
            if _denies_its_label(block, int(end[k]), int(start[j])):
                break
            # "Right pneumothorax without left pneumothorax" are two.
            apart = (block.traits[end[k] : start[j]] & NEGATION).any() or RATHER in block.words[end[k] : start[j]]
            if card[k] == card[j] and apart:
                break
            # "Calcified hilar nodes and a granuloma" are two, "calcified left granuloma" is one.
            own = meanings.cards[third].finding == GRANULOMA and end[k] > start[k] + 1
            if own and not AND.isdisjoint(block.words[end[k] : start[j]]):
                break
            # "Central calcification favors a granuloma" is one finding and what it may be.
            if meanings.cards[third].finding == GRANULOMA and not READ_AS.isdisjoint(block.words[end[k] : start[j]]):
                break
            # "Mitral annular calcification and an atherosclerotic aorta" are two.
            names = {*block.words[start[k] : start[j]]}
            if meanings.cards[third].finding == ATHEROSCLEROSIS and AND & names and ELSEWHERE & names:
                break
            # "A jugular sheath and PICC" are two lines, "a port and catheter" one.
            line = meanings.findings[card[j]] == LINE and not meanings.any_device[card[j]]
            if line and block.words[end[k] : start[j]] == ["and"]:
                break
            # "Port on the left, with a catheter in the SVC", "…; the catheter tip is in the SVC".
            # "NG tube at the junction; the tube should be advanced".
            joined = "with" in block.words[end[k] : start[j]]
            joined |= block.words[start[j] - 1] == "the" and third == card[k]  # "the PICC" is another line
            joined |= not PART_NAMES.isdisjoint(block.words[start[j] : end[j] + 1])
            # "Airspace disease with air bronchograms" is one.
            apart = card[j] == card[k] and block.words[end[k] : start[j]] != ["with"]
            if part and (apart or not joined):
                break
            end[k], card[k] = max(end[k], end[j]), third
            combo[k] = denied[k] = left[j] = False
    return mentions.at(left)


def _denies_its_label(block: Block, end: int, start: int) -> bool:
    """Whether a label ends at a token and what starts at another is denied of it: "Pneumothorax: no pneumothorax"."""
    return bool(block.traits[end] & COLON and (block.traits[end:start] & NEGATION).any())
