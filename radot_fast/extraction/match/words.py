"""Words that the engine itself knows, as traits of a word, and numbers for all words seen under a lexicon."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.spelling import american, as_printed, repaired
from radot_fast.extraction.match.spellings import Spellings
from radot_fast.extraction.text.tokens import BAR, SYMBOLS, Tokens, carries, folded

VERBS = frozenset(
    (
        "is", "are", "was", "were", "has", "have", "remains", "remain", "appears", "appear", "demonstrates",
        "demonstrate", "shows", "show", "seen", "noted", "identified", "project", "projects", "terminates", "sits",
        "terminate", "extends", "overlies", "reveal", "reveals", "contains", "lies", "measures", "suggest", "suggests",
        "may", "could", "cannot", "can", "might", "should", "must", "represents", "reflects", "persists", "persist",
        "stays", "stay", "looks", "look", "ends", "obscures", "obliterates", "silhouettes", "effaces", "occupies",
        "surrounds", "encircles",
    )
)  # fmt: skip
COPULAS = frozenset(("is", "are", "was", "were", "remains", "remain", "appears", "appear"))
INTERPRETING = frozenset(
    (
        "likely", "probably", "possibly", "concerning", "suspicious", "worrisome", "suggestive", "consistent",
        "compatible", "representing", "reflecting", "suggesting", "favor", "favors", "favoring", "favored",
        "presumably", "potentially", "perhaps",
    )
)  # fmt: skip
"""Words between a finding and what it may be: "opacity suspicious for pneumonia"."""
PARTICIPLES = frozenset(("seen", "noted", "identified"))
CONJUNCTIONS = frozenset(("or", "and", "nor", "as", "plus"))
DETERMINERS = frozenset(("the", "there", "a", "an", "this"))
QUANTITIES = frozenset(("all", "every", "each", "any", "other", "these", "those", "its", "their", "even"))
"""Words between two items of a list that part nothing: "the tube and all lines have been removed"."""
PAUSES = frozenset((",", "/", "(", ")"))
LIST_ENDS = frozenset((",", "or", "nor", ";", ":", BAR))
SEGMENT_ENDS = frozenset((",", ";", ")", "?", "]", BAR))
"""Marks that may follow a value: "effusion: no, edema: yes"."""
SIGNS = frozenset("<>[]?()" + SYMBOLS)
OPENINGS = frozenset((":", "(", "[", "?"))
"""Marks right before a value: "effusion: none", "pneumothorax (no)"."""
LINE_ENDS = frozenset(
    (
        "to", "toward", "towards", "into", "tip", "tips", "terminates", "terminating", "terminate", "ends", "ending",
        "projects", "projecting", "directed", "coursing", "courses", "crosses", "crossing", "extends", "extending",
        "overlies", "overlying", "level", "coiled", "coils", "looped", "loops", "curled", "kinked", "migrated",
        "malpositioned",
    )
)  # fmt: skip
"""Words after which a line is where it ends, not where it enters: "right line with its tip in the left vein"."""
JOINTS = frozenset(("and", "or", ",", "/", "versus", "vs", "nor", "plus"))
READINGS = frozenset(("or", "/", "versus", "vs", "and"))
PREPOSITIONS = frozenset(
    (
        "in", "on", "at", "within", "of", "over", "overlying", "throughout", "along", "involving", "to", "above",
        "below", "beyond", "beneath", "from", "toward", "towards", "involves", "involve", "occupies", "occupy",
        "occupying", "fills", "fill", "filling", "affects", "affect", "affecting", "obscures", "obscure", "obscuring",
    )
)  # fmt: skip
MEASURES = frozenset(("cm", "mm", "centimeter", "centimeters", "millimeter", "millimeters", "ml", "cc", "milliliters"))
STATES = frozenset(
    (
        "increased", "decreased", "reduced", "diminished", "increase", "decrease", "reduction", "contraction",
        "diminution",
    )
)  # fmt: skip
"""Inside a finding's own name these say how it is ("increased markings"), not that it changed."""
PASTS = frozenset(("previously", "formerly", "initially", "initial", "originally", "earlier", "had"))
"""Words right before what was said at another time: "the previously large effusion", "which had been clearing"."""
SHOWS = frozenset(
    ("reveals", "reveal", "shows", "show", "demonstrates", "demonstrate", "discloses", "revealed", "showed")
)
"""Verbs after which a question is answered: "evaluation of the apices reveals no pneumothorax"."""
PARTS = frozenset(("upper", "middle", "mid", "lower"))
"""Parts of a lung that may share a noun: "upper and lower lobes"."""
CHANGED = frozenset(
    (
        "moved", "changed", "increased", "decreased", "enlarged", "grown", "progressed", "worsened", "migrated",
        "shifted", "improved", "altered", "removed", "withdrawn", "resolved", "cleared",
    )
)  # fmt: skip
"""Verbs of change that may be denied of what is there: "neither effusion has increased"."""
PALSY = frozenset(("palsy", "paralysis", "paresis"))
"""Words of why a structure is as it is: "elevated left hemidiaphragm, possibly phrenic palsy"."""
AERATION = frozenset(("aeration", "aerated", "reaerated", "reaeration"))
"""Words of how much air a lung holds: "improved aeration" is of the lung."""
SIGNIFICANT = "significant"
"""A degree only of what is there: "no significant effusion" is no effusion of any size."""
REFERS = frozenset(("(", "[", "which", "that", "whose", "it", "this", "former", "latter", "first", "second"))
"""Words and marks that may open what is told of one finding only: "nodule (stable)", "effusion, which has grown"."""
SURE = frozenset(("definite", "certain", "obvious", "evident", "unequivocal", "undoubted", "frank"))
"""Words that end a doubt: "possible pneumonia and definite effusion"."""
AS = frozenset(("as", "so"))
LIKEWISE = AS | {"likewise", "similarly", "ditto"}
"""Words before what has changed as the finding before it has."""
CORRECTS = frozenset(("correction", "sorry", "make", "scratch"))
"""Words behind which a speaker says anew what is wrong before them."""
GREATEST = frozenset(("largest", "biggest"))
"""Words behind which one of several findings is placed: "nodules in both lungs, largest in the left base"."""
FLOW = frozenset(("redistribution", "diversion", "redistributed", "diverted"))
"""Words of where blood flows to: "upper lobe redistribution"."""
EXCEPTIONS = frozenset(("except", "excepting", "apart", "aside", "save", "bar", "barring", "besides"))
"""Words before all that a clear lung has: "the right lung is clear apart from a granuloma"."""
HIDDEN = frozenset(("obscured", "hidden", "masked", "silhouetted", "effaced"))
"""Words of what another finding hides: "the heart is obscured by the effusion"."""
HIDING = frozenset(("obscures", "obscuring", "hides", "hiding", "masks", "masking", "silhouetting", "effacing"))
"""The same before what is hidden: "a left effusion obscures the heart"."""
REMNANTS = frozenset(("component", "sliver", "rim", "pocket", "remnant", "residuum", "remainder", "remaining"))
"""Words for what is left of a finding: "a tiny apical component remains"."""
SIGNALS = SURE | LIKEWISE | CORRECTS | GREATEST | FLOW | HIDDEN | HIDING | REMNANTS
NAMES = frozenset(("small", "large", "big", "minor", "massive", "thin", "voluminous", SIGNIFICANT))
"""Degrees that are also part of names: small bowel, large airways, minor fissure, progressive massive fibrosis."""

_MEMBERS: tuple[frozenset[str], ...] = (
    VERBS, VERBS - PARTICIPLES, CONJUNCTIONS, DETERMINERS, frozenset(","), frozenset(";"), frozenset(":"), PAUSES,
    LIST_ENDS, JOINTS, READINGS, PREPOSITIONS, MEASURES, STATES, NAMES, SEGMENT_ENDS, frozenset("/"), LINE_ENDS,
    OPENINGS, frozenset(("no", "not", "without")), SIGNS, PASTS, SHOWS,
    PARTS, CHANGED, frozenset(("sparing", "spares", "spare")), QUANTITIES, frozenset("()"), AERATION, REFERS, SIGNALS,
)  # fmt: skip
(
    CARRIES, VERB, FINITE, CONJUNCTION, DETERMINER, COMMA, SEMICOLON, COLON, PAUSE,
    LIST_END, JOINT, READING, PREPOSITION, MEASURE, STATE, NAME, SEGMENT_END, SLASH, LINE_END,
    OPENING, NEGATION, SIGN, PAST_WORD, SHOWING, PART, MOVED, SPARE, QUANTITY, BRACKET, AIR, REFERRING, SIGNAL,
) = (1 << k for k in range(32))  # fmt: skip

_TRAITS = {
    word: sum(VERB << k for k, members in enumerate(_MEMBERS) if word in members)
    for word in frozenset[str]().union(*_MEMBERS)
}
"""Traits of the words that the engine knows, ``CARRIES`` left out."""

SIDE_LETTERS = ("r", "right"), ("l", "left")
OTHER_SIDE = ("contralateral", "contralaterally")
SAME_SIDE = ("ipsilateral", "ipsilaterally", "homolateral", "homolaterally")
LATERAL = frozenset((*OTHER_SIDE, *SAME_SIDE))
OTHER = "other"
OPPOSITE = {
    "opposite": (
        "side",
        "lung",
        "hemithorax",
        "base",
        "apex",
        "upper",
        "mid",
        "middle",
        "lower",
        "zone",
        "lobe",
        "hilum",
        "pleural",
        "costophrenic",
    ),
    OTHER: ("side", "lung", "hemithorax", "base", "apex"),
}
SAME = dict.fromkeys(
    ("same", "that", "this"), ("side", "hemithorax", "site", "area", "region", "location", "spot", "lobe", "zone")
)
"""Words for the side that was not named, or was, and the nouns before which they are: "on the opposite side"."""
IT, NEXT = "it", frozenset(("next", "adjacent", "close"))
BESIDE = frozenset(
    (
        "beside", "alongside", "beneath", "underneath", "above", "below", "around", "round", "near", "over", "under",
        "behind", "towards", "toward",
    )
)  # fmt: skip
"""What lies "next to it" or "beneath it" is on the side that was named."""
DRAWN = frozenset(("toward", "towards"))
GOES, TOWARDS = ("shift", "deviat", "displac", "push", "pull"), frozenset(("to", "toward", "towards"))
"""First letters of words for what is shifted, and words before the side that it is shifted to."""
CHAMBERS = frozenset(("atrium", "atrial", "ventricle", "ventricular"))
"""Words behind a side that is none of the chest: "tip in the right atrium. Effusion on that side"."""
GOES_REACH = 7
"""The most words from the one to the other."""
_LEFT_OVER = frozenset(("at", "in", "on", "behind", "within", "along"))
"""Words behind "left" where that is a verb."""
_LEAVES, _CLOSES_LEFT = frozenset(("is", "are")), frozenset((BAR, ",", ";", ".", "there", "now", "today"))
"""Words before and behind "left" where that is what remains: "only a sliver is left"."""
SIDES_AHEAD = 8
"""Tokens near such a word where "right" would make it a side."""
_NO_SIDE_BEFORE = frozenset(("b", "dr", "r", "l"))
_NO_SIDE_AFTER = frozenset(("/", "o"))
_OF_A_SIDE = frozenset(("pneumothorax", "ptx", "pnx", "apical", "pleural", "effusion", "basilar", "hemithorax", "lung"))
"""Words behind a letter that make it a side although a number stands before it."""
RIBS, RIB_REACH = frozenset(("rib", "ribs")), 7
_BESIDE_NAME = frozenset((BAR, ",", ";", "and", "with", "w", "no", "plus"))
"""Words before an abbreviation that begins a statement: "CM, small effusions", "lines unchanged, CM stable"."""
_BEHIND_MEASURE = frozenset(("above", "below", "from", "proximal", "distal", "to", "x", "by", "in"))
"""Words behind a unit of length whose number is cut off: "… , cm above the carina"."""

MAX_WORDS = 100_000
"""Tokens that the table of words holds before it starts anew."""


class Words(dict[str, int]):
    """Numbers of words, by the token as a text writes it: folded, and with its typo repaired where ``repair`` says so.

    ``spelt[n]`` is word n and ``traits[n]`` its traits; words below ``known`` are those of the lexicon's forms.
    """

    def __init__(self, lexicon: Lexicon, *, repair: bool) -> None:
        super().__init__()
        self._lexicon = lexicon
        self._repair = repair
        self._flags: dict[frozenset[str], np.ndarray] = {}
        self._numbers_of: dict[frozenset[str], frozenset[int]] = {}
        self._weighed: dict[Callable[[str], int], np.ndarray] = {}
        self.spelt = list(lexicon.trie.words)
        self.known = len(self.spelt)
        self._objects, self._filled = np.empty(0, object), 0
        self._numbers = {word: k for k, word in enumerate(self.spelt)}
        self._letters = {self._numbers[a]: self._numbers[b] for a, b in SIDE_LETTERS if {a, b} <= self._numbers.keys()}
        self._heart = self._numbers.get("cardiomegaly", -1)
        self._centimeter = self._numbers.get("cm", -1) if self._heart >= 0 else -1
        for word in (*OTHER_SIDE, *SAME_SIDE, *OPPOSITE, *SAME, IT):
            self._numbers.setdefault(word, len(self.spelt))
            if self._numbers[word] == len(self.spelt):
                self.spelt.append(word)
        self._turned = self._turns()
        beside = [*self._letters, *([self._centimeter] if self._centimeter >= 0 else [])]
        self._letter_numbers, self._turned_numbers = (np.array([*x], np.int64) for x in (beside, self._turned))
        self.traits = array("I", [0, *map(_traits, self.spelt[1:])])
        self._spellings = Spellings()

    def __missing__(self, token: str) -> int:
        # Of a hundred new words in reports most are numbers, which have no traits.
        counts = token.isdecimal() and token.isascii()
        word = token if counts else self._repaired(folded(token))
        number = self._numbers.get(word)
        if number is None:
            number = self._numbers[word] = len(self.spelt)
            self.spelt.append(word)
            self.traits.append(0 if counts else _traits(word))
        self[token] = number
        return number

    def numbers_in(self, tokens: Tokens) -> np.ndarray:
        """Numbers of tokens: int64, shape (n_tokens,)."""
        return self._spellings.numbers_of(tokens, self)

    def _repaired(self, word: str) -> str:
        """A folded word without its typo, where typos are repaired; a form's own word is no typo of another one."""
        if not self._repair:
            return word
        word = self._lexicon.spellings.get(word, word)
        if self._numbers.get(word, self.known) < self.known or word.isdigit():
            return word
        word = american(word, self._lexicon)
        if word not in self._lexicon.vocabulary:
            word = as_printed(word, self._lexicon)
        return repaired(word, self._lexicon)

    def _turns(self) -> dict[int, dict[int, int]]:
        """By word for a side that depends on the one before it, what it means behind either."""
        left, right = (self._numbers.get(side) for side in ("left", "right"))
        if left is None or right is None:
            return {}
        lobes = ((left, ("lingula", "lul", "lll", "llz", "luz")), (right, ("rul", "rml", "rll", "rlz", "ruz")))
        same = {left: left, right: right}
        same |= {self._numbers[name]: side for side, names in lobes for name in names if name in self._numbers}
        other = {word: right if side == left else left for word, side in same.items()}
        meant = dict.fromkeys((*OTHER_SIDE, *OPPOSITE), other) | dict.fromkeys((*SAME_SIDE, *SAME, IT), same)
        return {self._numbers[word]: turn for word, turn in meant.items()}

    def with_sides(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers of words in a text, the letters r and l read as the sides, and "cm" alone as cardiomegaly.

        "R effusion" and "picc on the L"; not in "r/o", "b/l", "2 L of oxygen" and "L 4". "CM stable, small effusions".
        """
        if not self._repair:
            return numbers
        at = indices(among(numbers, self._letter_numbers))
        for k in at.tolist():
            before = self.spelt[numbers[k - 1]] if k else BAR
            after = self.spelt[numbers[k + 1]]
            joined = before == "/" and k > 1 and self.spelt[numbers[k - 2]] in _NO_SIDE_BEFORE
            if int(numbers[k]) == self._centimeter:
                if before in _BESIDE_NAME and after not in _BEHIND_MEASURE:
                    numbers[k] = self._heart
                continue
            number = before.replace(".", "").isdigit()
            number |= after.isdigit() and self.spelt[numbers[k + 2]] not in MEASURES
            # "# ribs 5-8 L", "a 20% L pneumothorax", "R effusion".
            number = number and not self._near_a_rib(numbers, k) and after not in _OF_A_SIDE
            if not (joined or number or after in _NO_SIDE_AFTER or before in _NO_SIDE_BEFORE):
                numbers[k] = self._letters[int(numbers[k])]
        self._what_is_left(numbers)
        return self._other_sides(numbers)

    def _near_a_rib(self, numbers: np.ndarray, at: int) -> bool:
        """Whether ribs are named in the sentence of a word, at most ``RIB_REACH`` words from it."""
        before, behind = self._near(numbers, at, RIB_REACH)
        return not RIBS.isdisjoint(before + behind)

    def _near(self, numbers: np.ndarray, at: int, reach: int) -> tuple[list[str], list[str]]:
        """The words of a sentence before one of them and behind it, at most so many of either."""
        sides = (numbers[max(at - reach, 0) : at][::-1], numbers[at + 1 : at + 1 + reach])
        words = ([self.spelt[word] for word in side.tolist()] for side in sides)
        before, behind = (side[: side.index(BAR)] if BAR in side else side for side in words)
        return before, behind

    def _what_is_left(self, numbers: np.ndarray) -> None:
        """Read "left" as what remains where it is the verb: "only a sliver is left", not "the drain is left"."""
        left, remaining = (self._numbers.get(word, -1) for word in ("left", "remaining"))
        if remaining < 0:
            return
        at = indices(numbers[1:-1] == left) + 1
        leaves, closes = (self.flags_of(words) for words in (_LEAVES, _CLOSES_LEFT))
        at = at[leaves.take(numbers[at - 1], mode="clip") & closes.take(numbers[at + 1], mode="clip")]
        for k in at.tolist():
            if not self._names_a_side(numbers, k):
                numbers[k] = remaining

    def _names_a_side(self, numbers: np.ndarray, at: int) -> bool:
        """Whether "right" stands near the word, in its sentence: "the larger one is left, the smaller one right"."""
        before, ahead = self._near(numbers, at, SIDES_AHEAD)
        return "right" in ahead or "larger" in before or "side" in before

    def _other_sides(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers of words, "contralateral" and "ipsilateral" read as the side they mean.

        "Right effusion; the contralateral lung is clear" speaks of the left lung.
        """
        turned: set[int] = set()
        for k in indices(among(numbers, self._turned_numbers)).tolist():
            nouns = (OPPOSITE | SAME).get(self.spelt[numbers[k]])
            if nouns is not None and self.spelt[numbers[k + 1]] not in nouns:
                continue
            if self.spelt[numbers[k]] == OTHER and k and self.spelt[numbers[k - 1]] != "the":
                continue  # "no other lung lesion"
            if self.spelt[numbers[k]] == IT and not self._is_beside(numbers, k):
                continue
            turn, low = self._turned[int(numbers[k])], k - 1
            lateral = self.spelt[numbers[k]] in LATERAL
            while low >= 0 and self.spelt[numbers[low]] != BAR:
                # "Right pneumothorax, contralateral shift, ipsilateral depressed diaphragm": all of the pneumothorax.
                meant = int(numbers[low]) in turn and not (lateral and low in turned)
                chamber = self.spelt[numbers[low + 1]] in CHAMBERS
                if meant and not (chamber or self._is_left_over(numbers, low) or self._goes_to(numbers, low)):
                    numbers[k] = turn[int(numbers[low])]
                    turned.update((k,) if lateral else ())
                    break
                low -= 1
        return numbers

    def _is_left_over(self, numbers: np.ndarray, at: int) -> bool:
        """Whether a word is the verb and no side: "with 1 cm of air left at the apex", "the sheath was left behind"."""
        before = self.spelt[numbers[at - 1]] if at else BAR
        return self.spelt[numbers[at]] == "left" and before != "the" and self.spelt[numbers[at + 1]] in _LEFT_OVER

    def _goes_to(self, numbers: np.ndarray, side: int) -> bool:
        """Whether something is shifted to a side, which is not where it lies: "mediastinal shift to the right"."""
        before, _ = self._near(numbers, side, GOES_REACH)
        led = before[:1] == ["the"] and not TOWARDS.isdisjoint(before[1:2])
        return led and any(word.startswith(GOES) for word in before)

    def _is_beside(self, numbers: np.ndarray, it: int) -> bool:
        """Whether something lies beside "it", or is drawn to it: "next to it", "beneath it", "shifted towards it"."""
        before = self.spelt[numbers[it - 1]] if it else BAR
        return before in BESIDE | DRAWN or (before == "to" and it > 1 and self.spelt[numbers[it - 2]] in NEXT)

    def flags_of(self, some: frozenset[str]) -> np.ndarray:
        """By number, whether a word is one of some; false for all from the last number on.

        Words that no text has held yet are given their numbers here: the table holds whatever is read later.
        """
        flags = self._flags.get(some)
        if flags is None:
            numbers = [*self.numbers_of(some)]
            flags = self._flags[some] = np.zeros(max(numbers, default=0) + 2, bool)
            flags[numbers] = True
        return flags

    def numbers_of(self, some: frozenset[str]) -> frozenset[int]:
        """Numbers of words; those that no text has held yet are given theirs."""
        numbers = self._numbers_of.get(some)
        if numbers is None:
            for word in some:
                if word not in self._numbers:
                    self._numbers[word] = len(self.spelt)
                    self.spelt.append(word)
                    self.traits.append(_traits(word))
            numbers = self._numbers_of[some] = frozenset(map(self._numbers.__getitem__, some))
        return numbers

    def weighed(self, weigh: Callable[[str], int]) -> np.ndarray:
        """Weights of the words by number: int64, shape (at least n_known_words,); each word is weighed once."""
        weights = self._weighed.get(weigh)
        done = 0 if weights is None else len(weights)
        if weights is None or done < len(self.spelt):
            more = np.array([*map(weigh, self.spelt[done:])], np.int64)
            weights = self._weighed[weigh] = more if weights is None else np.concatenate((weights, more))
        return weights

    def words_at(self, numbers: np.ndarray) -> list[str]:
        """Words by number, gathered from an array in a third of the time that a look at each takes."""
        known = len(self.spelt)
        if known > len(self._objects):
            grown = np.empty(2 * known, object)
            grown[: self._filled] = self._objects[: self._filled]
            self._objects = grown
        if known > self._filled:
            self._objects[self._filled : known] = self.spelt[self._filled :]
            self._filled = known
        words: list[str] = self._objects[numbers].tolist()
        return words

    def traits_of(self, numbers: np.ndarray) -> np.ndarray:
        """Traits of words by number."""
        return np.frombuffer(self.traits, np.uint32)[numbers]


def words_of(lexicon: Lexicon, *, repair: bool = True) -> Words:
    """The table of words kept with a lexicon; one with typos repaired, one without."""
    make = _words_repaired if repair else _words_as_spelt
    words = lexicon.derived(make)
    return lexicon.renewed(make) if len(words) > MAX_WORDS else words


def _words_repaired(lexicon: Lexicon) -> Words:
    return Words(lexicon, repair=True)


def _words_as_spelt(lexicon: Lexicon) -> Words:
    return Words(lexicon, repair=False)


def _traits(word: str) -> int:
    """Traits of a word, as bits."""
    return _TRAITS.get(word, 0) | CARRIES * carries(word)
