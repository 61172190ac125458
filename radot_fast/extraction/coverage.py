"""How much of a corpus the lexicon reads: the out-of-vocabulary rate by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from radot_fast.extraction.lexicon.model import Lexicon, load_lexicon
from radot_fast.extraction.sentence import UNLABELLED, SentenceUnit, parse_sentences
from radot_fast.extraction.sentence_memo import batches, memo_of, reading
from radot_fast.extraction.text.sections import outline


class Coverage(NamedTuple):
    """Sentences of a corpus.

    ``sentences`` state something, ``unlabelled`` of them have no unit with a finding or device label;
    ``boilerplate`` (technique, masks, recommendations) are counted apart.
    """

    sentences: int
    unlabelled: int
    boilerplate: int

    @property
    def oov_rate(self) -> float:
        """Share of the sentences without a labelled unit, in [0, 1]; 0 where there is no sentence."""
        return self.unlabelled / self.sentences if self.sentences else 0.0

    def __str__(self) -> str:
        return f"out of vocabulary {self.oov_rate:.1%} of {self.sentences} sentences"

    def metadata(self) -> dict[str, str]:
        """Metadata that is written with a table of these texts."""
        return {"out_of_vocabulary": f"{self.oov_rate:.6g}", "sentences": str(self.sentences)}


def measure_coverage(texts: Sequence[str | None], *, lexicon: Lexicon | None = None) -> Coverage:
    """Count the sentences that the lexicon labels, cannot label and ignores; quick after ``extract_units``.

    Parameters
    ----------
    texts
        Reports; None and empty texts have no sentences.
    lexicon
        The lexicon; the shipped one by default.
    """
    memo = memo_of(lexicon or load_lexicon())
    labelled = unlabelled = boilerplate = 0
    for batch in batches(len(texts)):
        with reading(memo):
            memo.read(texts[batch])
            report = memo.report_rows.at(memo.rows_of(texts[batch]))
            labelled += int(report["labelled"].sum())
            unlabelled += int(report["unlabelled"].sum())
            boilerplate += int(report["boilerplate"].sum())
    return Coverage(labelled + unlabelled, unlabelled, boilerplate)


class SetAside(NamedTuple):
    """A sentence that a heading such as INDICATION sets aside: characters ``start:end``.

    ``asserts``: it names a finding that it does not deny, so that it may be a statement under a wrong heading.
    """

    start: int
    end: int
    asserts: bool


def set_aside(text: str, lexicon: Lexicon) -> list[SetAside]:
    """Sentences of a report that a heading sets aside, in their order."""
    context = outline(text, lexicon.sections).context
    columns, firsts, counts, _, _ = parse_sentences([sentence for _, sentence in context], lexicon)
    units = list(zip(*columns, strict=True))
    return [
        SetAside(start, start + len(sentence), any(_asserted(*u) for u in units[first : first + count]))
        for (start, sentence), first, count in zip(context, firsts, counts, strict=True)
    ]


def unread_sentences(text: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Characters ``start:end`` of sentences that state something but were not read, in order."""
    stated = outline(text, lexicon.sections).statements
    kinds = parse_sentences([sentence for _, sentence in stated], lexicon).kind
    return [
        (start, start + len(sentence))
        for (start, sentence), kind in zip(stated, kinds, strict=True)
        if kind == UNLABELLED
    ]


def _asserted(*unit: object) -> bool:
    """Whether a unit names a finding or device that it does not deny."""
    read = SentenceUnit(*unit)  # type: ignore[arg-type]
    return read.polarity != "absent" and (read.canonical_finding or read.device) is not None
