"""Fit the words by which a sentence is told to be talk: ``radot_fast/extraction/attach/talk_words.json``.

usage: python scripts/fit_talk_words.py DATA [--check]

A logistic regression with a penalty on the squares of the weights, on the words of sentences as the reader sees them:
remarks of tests/extraction/invented against sentences of reports, those of the invented sets, of
tests/extraction/sentences.toml and of DATA (iu_reports.parquet, radpref_pairs.parquet). Weights are kept as hundredths;
words that are seen in fewer than three sentences have none. With ``--check`` nothing is written, and two halves of the
reports are told by what was fitted on the other half.

Prints how many sentences of reports that name a finding are taken for talk, and how many remarks that name one: those
of tests/extraction/invented/aside among them, which are never fitted on.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
import scipy.sparse
from scipy.optimize import minimize

from radot_fast.extraction.attach import talk_words
from radot_fast.extraction.lexicon.model import load_lexicon
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.read_sentences import read
from radot_fast.extraction.text.sections import outline

INVENTED = Path(__file__).parents[1] / "tests" / "extraction" / "invented"
PENALTY, FEWEST = 0.3, 3
BLOCK = 4_096
LINE = 120


class Sentence(NamedTuple):
    """Words of a sentence, and whether it names a finding, and where or how that is."""

    words: list[str]
    names: bool
    is_of_this: bool


class Fitted(NamedTuple):
    """Weights of words, in hundredths, and what is added to their sum."""

    words: dict[str, int]
    bias: int

    def scores(self, sentences: Sequence[Sentence]) -> np.ndarray:
        """Sum of each sentence: int64, shape (n_sentences,)."""
        return np.array([self.bias + sum(self.words.get(w, 0) for w in s.words) for s in sentences], np.int64)

    def talk(self, sentences: Sequence[Sentence]) -> int:
        """How many sentences are talk."""
        least = np.array([talk_words.LEAST_OF_THIS if s.is_of_this else talk_words.LEAST for s in sentences], np.int64)
        return int(np.count_nonzero(self.scores(sentences) > least))


def sentences_of(texts: Iterable[str]) -> list[Sentence]:
    """Distinct sentences of texts as the reader sees them."""
    lexicon = load_lexicon()
    distinct = list(dict.fromkeys(s for text in texts for _, s in outline(text, lexicon.sections).statements))
    out = []
    for low in range(0, len(distinct), BLOCK):
        block = read(distinct[low : low + BLOCK], lexicon)
        findings = block.sentence[block.hits[trie.FINDING].start]
        edges = block.tokens.first.tolist()
        named = set(findings.tolist())
        for k in range(len(edges) - 1):
            words = [talk_words.spelt(word) for word in block.words[edges[k] : edges[k + 1] - 1]]
            out.append(Sentence(words, k in named, talk_words.is_of_this(block, edges[k], edges[k + 1])))
    return out


def rows(pattern: str) -> list[dict[str, object]]:
    """Rows of invented files."""
    return [json.loads(line) for path in sorted(INVENTED.glob(pattern)) for line in path.open(encoding="utf-8")]


def report_texts(data: Path) -> list[str]:
    """Texts of reports, real and invented."""
    reports = pl.read_parquet(data / "iu_reports.parquet")
    pairs = pl.read_parquet(data / "radpref_pairs.parquet")
    texts = [*reports["findings"], *reports["impression"], *pairs["reference"], *pairs["candidate"]]
    for pattern in ("*reports.jsonl", "*sentences.jsonl", "*statements.jsonl"):
        for row in rows(pattern):
            texts += [row["text"], *row.get("same", ()), *(error["text"] for error in row.get("wrong", ()))]
    for table in tomllib.loads((INVENTED.parent / "sentences.toml").read_text(encoding="utf-8")).values():
        texts += [text for text, units in table.items() if units]
    return [text for text in dict.fromkeys(texts) if text]


def talk_texts(pattern: str) -> list[str]:
    """Remarks of invented files."""
    return [str(row["talk"]) for row in rows(pattern) if "talk" in row]


def fit(talk: Sequence[Sentence], reports: Sequence[Sentence]) -> Fitted:
    """Weights that tell talk from reports."""
    counts = Counter(word for s in (*talk, *reports) for word in set(s.words))
    number = {word: k for k, word in enumerate(sorted(word for word, n in counts.items() if n >= FEWEST))}
    at = [(k, number[w]) for k, s in enumerate((*talk, *reports)) for w in s.words if w in number]
    row, column = np.array(at).T
    x = scipy.sparse.csr_matrix((np.ones(len(at)), (row, column)), shape=(len(talk) + len(reports), len(number)))
    sign = np.repeat([1.0, -1.0], [len(talk), len(reports)])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (x @ weights[:-1] + weights[-1])
        slope = -sign / (1 + np.exp(np.clip(margin, -500, 500)))
        value = np.logaddexp(0, -margin).sum() + PENALTY / 2 * (weights[:-1] ** 2).sum()
        return float(value), np.append(x.T @ slope + PENALTY * weights[:-1], slope.sum())

    weights = minimize(loss, np.zeros(len(number) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 1_000}).x
    hundredths = np.rint(100 * weights).astype(int).tolist()
    return Fitted({word: hundredths[k] for word, k in number.items() if hundredths[k]}, hundredths[-1])


def write(fitted: Fitted) -> None:
    """Write the weights, many words a line."""
    lines, line = [], ""
    for word, weight in sorted(fitted.words.items()):
        item = f"{json.dumps(word, ensure_ascii=False)}: {weight},"
        if len(line) + len(item) > LINE:
            lines.append(line)
            line = ""
        line += f" {item}" if line else item
    body = "\n".join([*lines, line])[:-1]
    talk_words.PATH.write_text(f'{{"bias": {fitted.bias}, "words": {{\n{body}\n}}}}\n', encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing, and tell each half by the other")
    args = parser.parse_args()
    talk, aside = sentences_of(talk_texts("*.jsonl")), sentences_of(talk_texts("aside/*.jsonl"))
    reports = sentences_of(report_texts(args.data))
    random.Random(0).shuffle(reports)
    halves = (reports[::2], reports[1::2])
    taken = sum(fit(talk, half).talk([s for s in other if s.names]) for half, other in (halves, halves[::-1]))
    print(f"sentences of reports that name a finding: {sum(s.names for s in reports)}, taken for talk {taken}")
    fitted = fit(talk, reports)
    for name, some in (("fitted on", talk), ("aside", aside)):
        named = [s for s in some if s.names]
        print(f"remarks that name a finding, {name}: {len(named)}, told {fitted.talk(named)}")
    if not args.check:
        write(fitted)
        print(f"{len(fitted.words)} words written")


if __name__ == "__main__":
    main()
