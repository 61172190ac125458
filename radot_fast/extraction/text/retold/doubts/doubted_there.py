"""What is told of something at a place named before: "the base is hazy and aspiration there is not ruled out".

Its "there" begins no statement of its own, and is left out: "aspiration is not ruled out". "In the right lung there is
possible atelectasis" states one.
"""

from __future__ import annotations

from radot_fast.extraction.text.expressions import Expression

_TOLD = (
    r"(?:ruled out|excluded|possible|likely|probable|unlikely|improbable|suspected|conceivable|suggested|favou?red"
    r"|considered|questioned|questionable|seen|shown|visible|present|evident|identified|confirmed|detected|new|old"
    r"|unchanged|stable|larger|smaller|worse|better)"
)
_MORE = r"(?:not|no longer|also|still|less|more|most|very|only|now|again|therefore|however|quite|definitely|clearly)"
_THERE = Expression(
    r"(?<=[a-z] )(?<!\bin )(?<!\bout )(?<!\bfrom )(?<!\band )(?<!\bor )(?<!\bbut )(?<!\bthat )there"
    rf"(?= (?:is|are|was|were) (?:{_MORE} ){{0,3}}{_TOLD}(?: (?:too|either|now|today))?\s*+(?:[.,;|)]|and\b|but\b|\Z))",
)
_ENDS = (
    "nia", "ion", "sis", "pse", "ule", "ass", "mor", "our", "ncy", "ema", "uid", "ure", "ity", "ate", "rax", "ing",
    "ess", "asm", "oma", "ase", "age", "ons", "ules", "ies", "res", "ion", "air", "ess", "lar",
)  # fmt: skip
"""Last letters of names of findings."""
MARKS = tuple(f"{end} there " for end in dict.fromkeys(_ENDS))


def without_there_behind_names(text: str) -> str:
    """Many sentences without the "there" between what something is and what is told of it; of the same length.

    Parameters
    ----------
    text
        The sentences, each ended by a bar.
    """
    if not any(map(text.__contains__, MARKS)):
        return text
    return _THERE.sub("     ", text)
