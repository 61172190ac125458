"""Words that name no finding: "the drain bottle", "placed to drain the effusion", "port infection", "PPM (DDD)"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.text.tokens import BAR

THINGS = frozenset(
    (
        "bottle", "bottles", "cart", "carts", "kit", "kits", "trolley", "tray", "trays", "team", "teams", "nurse",
        "nurses", "service", "clinic", "clinics", "protocol", "policy", "bundle", "checklist", "consent", "holder",
        "order", "orders", "cupboard", "drawer", "shortage", "supplies",
    )
)  # fmt: skip
"""What is named after a device and lies in no chest."""
HARDWARE = frozenset(("hardware", "metalwork"))
TO, DRAIN = frozenset(("to",)), frozenset(("drain",))
TO_A_THING = frozenset(
    (
        "adjacent", "due", "secondary", "next", "related", "attached", "connected", "close", "superior", "inferior",
        "lateral", "medial", "attributed", "attributable", "anterior", "posterior", "relation", "addition", "owing",
        "reference", "changed", "converted", "proximal", "distal",
    )
)  # fmt: skip
"""Words before a "to" that leads to a thing: "adjacent to drain"."""


LINE, BEHIND_LINES = frozenset(("line", "lines")), frozenset(("parallel", "paralleling"))
OF = frozenset(("of",))
OF_SCARS = frozenset(
    ("scar", "scarring", "atelectasis", "collapse", "fibrosis", "calcification", "thickening", "fluid", "air", "gas")
)
"""What a line that is no device is of: "a residual line of scarring"."""
FOLDS = frozenset(("skinfold", "skinfolds", "fold", "folds", "companion", "crease", "scapula", "scapular"))
"""What such a line is."""
SUCH = frozenset(("such",))
OF_SHADOWS = frozenset(
    (
        "such", "thin", "fine", "sharp", "white", "lucent", "dense", "faint", "curved", "curvilinear", "straight",
        "hairline", "smooth", "lucency", "paraspinal", "paratracheal", "oesophageal", "esophageal", "junction",
        "azygoesophageal", "interface", "pencil", "visceral",
    )
)  # fmt: skip
"""Words before a line that is a shadow's edge: "a thin line at the apex", "no such line"."""
LINED_BY = frozenset(
    (
        "plaque", "plaques", "fluid", "calcification", "calcifications", "thickening", "pus", "gas", "effusion",
        "nodules", "nodes", "hematoma", "blood", "rind", "nodularity",
    )
)  # fmt: skip
LINED = frozenset(
    (
        "the",
        "both",
        "each",
        "all",
        "its",
        "much",
        "most",
        "part",
        "parts",
        "left",
        "right",
        "bilateral",
        "this",
        "these",
    )
)
"""Words around "line" as a verb: "plaques line both pleural surfaces"."""


INFECTION, POCKET = (
    frozenset(("infection", "infections")),
    frozenset(("pocket", "line", "port", "catheter", "wound", "lead")),
)
TAKEN_OUT = frozenset(
    ("explanted", "removed", "extracted", "withdrawn", "replaced", "exchanged", "removal", "extraction")
)
BECAUSE = frozenset(("for", "because", "of", "due", "to", "a", "an", "the", "possible", "suspected", "presumed"))
MODES = frozenset(("ddd",))
PACED = frozenset(("pacemaker", "pacemakers", "pacer", "ppm", "pm", "pacing", "electrode", "electrodes"))
"""Words beside which "DDD" is a mode of pacing and no disc disease."""
ASBESTOS = frozenset(("asbestos", "exposure", "exposed"))
BEFORE_EXPOSURE = frozenset(
    ("a", "the", "an", "history", "of", "prior", "previous", "past", "old", "remote", "known", "occupational", "likely",
     "probable", "possible", "significant", "with", "to", "in", "former", "heavy", "longstanding", "and", "/", "-",
     ":", "earlier", "distant", "documented")
)  # fmt: skip
"""Words between a reading and the exposure that it names: "consistent with a history of exposure to asbestos"."""
READ_AS = frozenset(
    ("consistent", "compatible", "keeping", "suggestive", "suggest", "suggests", "suggesting", "due", "from", "by",
     "indicate", "indicates", "indicating", "indicative", "reflect", "reflects", "reflecting", "related", "secondary",
     "evidence", "sign", "signs", "stigmata", "sequela", "sequelae", "features",
     "imply", "implies", "implying", "typical", "marker", "markers",
     "accord", "accords", "fits", "fit", "agree", "agrees", "tallies", "reflective", "tied", "ascribed",
     "signify", "signifies", "signifying", "point", "points", "pointing", "denote", "denotes", "denoting", "mean",
     "means", "meaning", "attributable", "attributed", "represent", "represents", "representing", "characteristic",
     "line", "changes")
)  # fmt: skip
"""Words of a reading of what the film shows; any other exposure to asbestos is told of the patient's life."""
IS_READ = frozenset(
    ("in", "the", "past", "is", "would", "be", "are", "was", "has", "been", "best", "also", "strongly", "likely")
)
READ_BEHIND = frozenset(
    ("indicated", "suggested", "evidenced", "compatible", "consistent", "shown", "reflected", "implied", "evident",
     "confirmed", "supported", "possible")
)  # fmt: skip
"""Words behind an exposure before what it is read from: "asbestos exposure is indicated by pleural plaques"."""
ABOUT = frozenset(("ca",))
"""Letters of a cancer that before a number are "circa": "withdrawn by ca. 4 cm"."""


def names_no_device(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Which findings are a device's word for something else.

    Parameters
    ----------
    mentions, block, meanings
        Findings, the words of their sentences, and what these mean.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = meanings.device[mentions.card] & block.said(THINGS)[mentions.end]
    # "A thin line at the right apex", "no such line", "a line parallel to the chest wall".
    shadow = (
        block.said(LINE)[mentions.start] & (mentions.end == mentions.start + 1) & meanings.any_device[mentions.card]
    )
    if shadow.any():
        such = block.said(SUCH)[mentions.start - 2]
        such &= block.sentence[mentions.start - 2] == block.sentence[mentions.start]
        such |= block.said(OF_SHADOWS)[mentions.start - 1]
        out |= shadow & (such | block.said(BEHIND_LINES)[mentions.end])
        out |= shadow & block.said(LINED_BY)[mentions.start - 1] & block.said(LINED)[mentions.end]
        of_scar = block.said(OF)[:-1] & block.said(OF_SCARS)[1:]
        out |= shadow & of_scar[np.minimum(mentions.end, len(of_scar) - 1)]
        # "The line over the right apex is a skin fold."
        out |= shadow & among(block.sentence[mentions.start], block.sentence[block.said(FOLDS)])
    verbs = block.said(DRAIN)[mentions.start] & block.said(TO)[mentions.start - 1]
    for k in indices(verbs & (mentions.end == mentions.start + 1)).tolist():
        out[k] = block.words[mentions.start[k] - 2] not in TO_A_THING
    mode = block.said(MODES)[mentions.start] & (mentions.end == mentions.start + 1)
    if mode.any():
        out |= mode & among(block.sentence[mentions.start], block.sentence[block.said(PACED)])
    if (exposed := block.said(ASBESTOS)[mentions.start]).any():
        exposed &= block.said(ASBESTOS)[mentions.end - 1] & (mentions.end > mentions.start + 1)
        for k in indices(exposed).tolist():
            at = int(mentions.start[k]) - 1
            while block.words[at] in BEFORE_EXPOSURE:
                at -= 1
            end = int(mentions.end[k])
            while block.words[end] in IS_READ:
                end += 1
            behind = end > mentions.end[k] and block.words[end] in READ_BEHIND
            out[k] = block.words[at] not in READ_AS and not behind
    about = block.said(ABOUT)[mentions.start] & (mentions.end == mentions.start + 1)
    for k in indices(about).tolist():
        out[k] = block.words[mentions.end[k]][:1].isdigit()
    return out | _only_heads(mentions, block, meanings)


def _only_heads(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether "hardware" only heads the devices behind it: "Hardware: sternal wires", or "Hardware" on its own line."""
    first = block.tokens.first[block.sentence[mentions.start]]
    out = block.said(HARDWARE)[mentions.start] & (mentions.end == mentions.start + 1) & (mentions.start == first)
    for k in indices(out).tolist():
        behind = int(mentions.end[k]) + (block.words[mentions.end[k]] == ":")
        more = k + 1 < len(out) and block.sentence[mentions.start[k + 1]] == block.sentence[mentions.start[k]]
        listed = behind > mentions.end[k] and more and meanings.device[mentions.card[k + 1]]
        out[k] = listed or block.words[behind] == BAR
    return out


def without_infections_of_devices(block: Block) -> Block:
    """The block without infections of devices: "the old box was explanted for infection", "port infection"."""
    said = block.said(INFECTION)
    names = block.hits[trie.FINDING]
    at = indices(said[names.start] & (names.end == names.start + 1)) if said.any() else ()
    kept = np.ones(len(names.start), bool)
    for k in at:
        start = int(names.start[k])
        before = start - 1
        while block.words[before] in BECAUSE:
            before -= 1
        taken_out = before < start - 1 and block.words[before] in TAKEN_OUT
        kept[k] = not (taken_out or block.words[start - 1] in POCKET)
    if kept.all():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(kept)
    return block.with_hits(hits)
