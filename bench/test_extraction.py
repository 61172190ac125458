"""The embedded extractor, texts to unit table: first reading (cold memo) and second (warm), reports a second.

``RADOT_BENCH_REPORTS`` names a CSV or Parquet of real reports (column ``text``), whose sentences repeat as they do;
without it reports are put together from the test table's sentences, each made distinct by an image number, so that the
memo is of no help on the first reading. What ``extra_info`` calls pairs are reports here.
"""

import re

from comparison import compare, measure
from texts import reports

from radot_fast.extraction import clear_memo, extract_units, load_lexicon
from radot_fast.extraction.lexicon.forms import expand, plurals
from radot_fast.extraction.text.outlines import outlines
from radot_fast.extraction.text.sections import outline


def cold(texts):
    clear_memo()
    return extract_units(texts)


def one_expression(lexicon):
    """Plain peer: one regular expression over all forms of findings and devices, absent after a "no" or "without".

    It finds what is named and does nothing else that the extractor does: no scopes, combinations, places, typos, table.
    """
    label = {}
    for name in lexicon.cards:
        for table in (lexicon.content["findings"], lexicon.content["devices"]):
            for form in table.get(name, {}).get("forms", ()):
                label.update((v, name) for phrase in expand(form, where=name) for v in plurals(phrase))
    forms = "|".join(re.escape(f) for f in sorted(label, key=len, reverse=True))
    search = re.compile(rf"\b(?:{forms})\b")
    denial = re.compile(r"\b(?:no|without)\b[^.]*$")

    def run(texts):
        out = []
        for text in texts:
            text = text.lower()
            for hit in search.finditer(text):
                absent = denial.search(text, max(0, hit.start() - 60), hit.start())
                out.append((label[hit.group()], "absent" if absent else "present", *hit.span()))
        return out

    return run


def test_cold_memo(benchmark):
    texts = reports()
    peer, few = one_expression(load_lexicon()), texts[:100]
    cold(texts)
    benchmark.group = "reports to unit table"
    benchmark.extra_info["peer"] = "one regular expression, findings named and denied, no table"
    compare(benchmark, lambda: cold(texts), lambda: peer(few), (len(texts), len(few)))


def test_warm_memo(benchmark):
    texts = reports()
    extract_units(texts)
    benchmark.group = "reports to unit table"
    measure(benchmark, lambda: extract_units(texts), len(texts))


def test_sentences_of_many_texts(benchmark):
    """The sentences of all texts at once, against text by text."""
    texts, sections = reports(), load_lexicon().sections
    benchmark.group = "reports to sentences"
    benchmark.extra_info["peer"] = "outline, a text at a time"
    compare(
        benchmark,
        lambda: outlines(texts, sections),
        lambda: [outline(text, sections) for text in texts],
        (len(texts), len(texts)),
    )
