"""Labels of parts that follow each other in one line without a mark: "Lungs: clear Heart: enlarged Pleura: normal"."""

from __future__ import annotations

from radot_fast.extraction.text.expressions import Expression

LABELS = frozenset(
    (
        "lung", "lungs", "airway", "airways", "trachea", "pleura", "heart", "mediastinum", "hila", "hilum", "aorta",
        "bones", "bone", "skeleton", "spine", "ribs", "diaphragm", "diaphragms", "lines", "tubes", "devices",
        "hardware", "abdomen", "findings", "impression", "conclusion", "vessels", "vasculature", "fields", "size",
        "silhouette", "spaces", "space", "structures", "tissues", "wall", "parenchyma", "cardiomediastinum",
    )
)  # fmt: skip
"""Last words of labels."""
BEFORE = frozenset(
    (
        "lung", "heart", "cardiac", "cardiomediastinal", "pleural", "osseous", "bony", "soft", "chest", "upper",
        "pulmonary", "support", "lines", "and", "&", "right", "left", "bones", "tubes", "mediastinum", "hila",
        "airways", "lungs", "pleura",
    )
)  # fmt: skip
"""Words that may stand before them in a label."""
_WORD = Expression(r"[A-Za-z&]+\Z")
_JOINS = frozenset(("the", "of", "in", "and", "or", "with", "both", "to", "at", "on", "no"))
"""Words behind which a part is none of a label: "opacity in the Lungs: …"."""
LONGEST_JOIN = 8
"""More characters than the longest of them has."""
LONGEST = 4
"""The most words of a label."""


def with_labels_apart(text: str) -> str:
    """The text with a line break before each label of a part behind another one's value; of the same length."""
    first = text.find(":")
    at = text.find(":", first + 1) if first >= 0 else -1
    out: list[str] | None = None
    while at >= 0:
        low = _begin(text, at)
        if low is not None and ":" in text[max(text.rfind("\n", 0, low), 0) : low]:
            out = out or [*text]
            out[low - 1] = "\n"
        at = text.find(":", at + 1)
    return text if out is None else "".join(out)


def _begin(text: str, colon: int) -> int | None:
    """Where the label before a colon begins, behind a word or a blank field; None where there is none."""
    low = end = colon
    for k in range(LONGEST):
        word = _WORD.search(text, max(end - 20, 0), end)
        if word is None or word.group().lower() not in (BEFORE if k else LABELS):
            break
        low = word.start()
        if text[low - 1 : low] != " ":
            return None
        end = low - 1
    if low == colon or not text[low].isupper():
        return None
    end = low
    while end > 0 and text[end - 1] == " ":
        end -= 1
    if not end or not (text[end - 1].isalnum() or text[end - 1] in "_)]%"):
        return None
    last = text[max(end - LONGEST_JOIN, 0) : end].split()[-1].lower()
    return None if last in _JOINS else low
