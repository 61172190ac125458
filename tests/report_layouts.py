"""Forms in which the same report may reach a reader, by name; each takes a text and gives it in another form."""

from __future__ import annotations

import csv
import html
import io
import json
import quopri
import re
import textwrap
import unicodedata
import urllib.parse
from collections.abc import Callable, Mapping

Form = Callable[[str], str]

_HEAD = re.compile(r"(?m)^[ \t]*([A-Z][A-Z /()&,-]{3,60}):[ \t]*")
_STOP = re.compile(r"(?<!\bdr)(?<!\bDr)(?<!\bmr)(?<!\bMr)(?<!\bMs)(?<!\bvs)(?<!\b[A-Z])(?<![ap]\.m)\.(?=\s|$)")
_BETWEEN = re.compile(r"(?<=\.)(?<!\b[dDmM]r\.)(?<!\bMs\.)(?<!\bvs\.)(?<!\b[A-Z0-9]\.)(?<![ap]\.m\.)\s+(?=[A-Z0-9_])")


def flat(text: str) -> str:
    """One line, single blanks."""
    return " ".join(text.split())


def paragraphs(text: str) -> list[str]:
    """Paragraphs, each in one line, that hold a word."""
    parts = (flat(part) for part in re.split(r"\n\s*\n", text))
    return [part for part in parts if any(map(str.isalpha, part))]


def sections(text: str) -> list[tuple[str, str]]:
    """Headings in capitals at the start of a line, each with what stands behind it in its own lines; "" before one."""
    parts = _HEAD.split(text)
    pairs = [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]
    return [(head, body.strip()) for head, body in pairs if head or body.strip()]


def sentences(body: str) -> list[str]:
    """Statements of a body: its own lines where they end, and sentences within paragraphs."""
    return [s for part in paragraphs(body) for s in _BETWEEN.split(part) if any(map(str.isalpha, s))]


def by_section(joined: Callable[[str, str], str], between: str = "\n") -> Form:
    """A form that writes every section by itself."""
    return lambda text: between.join(joined(head, flat(body)) for head, body in sections(text))


def by_sentence(told: Callable[[int, str], str], between: str = "\n") -> Form:
    """A form that writes every sentence by itself, below the heading of its section."""

    def form(text: str) -> str:
        out = []
        for head, body in sections(text):
            lines = [told(k, s) for k, s in enumerate(sentences(body), 1)]
            out.append((f"{head}:\n" if head else "") + between.join(lines))
        return "\n\n".join(out)

    return form


def unstopped(sentence: str) -> str:
    """A sentence without its full stop."""
    return sentence.rstrip(". ")


def with_head(change: Callable[[str], str]) -> Form:
    """A form that writes headings, colon included, in another way."""
    return lambda text: _HEAD.sub(lambda m: change(m.group(1)), text)


def wrapped(text: str, width: int, indent: str = "") -> str:
    """Every paragraph in lines of a width."""
    return "\n\n".join(
        textwrap.fill(part, width, initial_indent=indent, subsequent_indent=indent) for part in paragraphs(text)
    )


def nested(text: str) -> dict[str, str]:
    """Sections by their headings."""
    return {head or "REPORT": flat(body) for head, body in sections(text)}


def spoken(text: str, stop: str = "period") -> str:
    """The text as it is dictated, each mark a word."""
    text = re.sub(r"\.(?=\s|$)", f" {stop}", text.replace("_", ""))
    return flat(re.sub(r"\n\s*\n", " new paragraph ", text.replace(",", " comma").replace(":", " colon")))


def cell(text: str) -> str:
    """A row of a table with the text as its second cell."""
    out = io.StringIO()
    csv.writer(out).writerow(["s1", text])
    return out.getvalue()


def reordered(text: str) -> str:
    """The report's sections from the last to the first."""
    parts = sections(text)
    if len(parts) < 3:
        return text
    return "\n\n".join(f"{head}: {body}" if head else body for head, body in reversed(parts))


def impression_first(text: str) -> str:
    """The impression before all other sections."""
    parts = sections(text)
    parts.sort(key=lambda part: not part[0].startswith(("IMPRESSION", "CONCLUSION")))
    return "\n\n".join(f"{head}: {body}" if head else body for head, body in parts)


def entities(text: str) -> str:
    """Marks as entities of HTML, as pages of hospitals have them."""
    text = html.escape(text)
    return re.sub(r"[,:-]|\.(?=\s)", lambda m: f"&#{ord(m.group())};", text)


def ligatures(text: str) -> str:
    """Letters joined as in print."""
    return text.replace("ffi", "\ufb03").replace("ff", "\ufb00").replace("fi", "\ufb01").replace("fl", "\ufb02")


def curled(text: str) -> str:
    """Curly quotes, long dashes, no-break hyphens."""
    return text.replace("'", "\u2019").replace('"', "\u201d").replace("-", "\u2011")


def cut_words(text: str) -> str:
    """Long words cut by a hyphen at line ends, as a scanned page has them."""
    names = {"pneumothorax": 5, "effusion": 2, "consolidation": 3, "opacity": 4, "atelectasis": 3, "cardiomegaly": 6}
    for word, at in names.items():
        text = text.replace(word, f"{word[:at]}-\n{word[at:]}")
    return text


def soft(text: str) -> str:
    """Soft hyphens in long words."""
    return re.sub(r"\b([a-z]{4})([a-z]{4,})", "\\1\u00ad\\2", text)


def hl7(text: str) -> str:
    """Segments of a message, one for each line of the report."""
    lines = [line for line in text.split("\n") if line.strip()]
    segments = [f"OBX|{k}|TX|71020^CHEST||{line}||||||F" for k, line in enumerate(lines, 1)]
    return "\r".join(["MSH|^~\\&|RIS|H|||20200101||ORU^R01|1|P|2.3", "PID|1||42", *segments])


def xml(text: str) -> str:
    """A document with an element for each section."""
    parts = "".join(f'<section name="{h}"><text>{html.escape(b)}</text></section>' for h, b in nested(text).items())
    return f'<?xml version="1.0"?><report>{parts}</report>'


def named_xml(text: str) -> str:
    """A document in which elements are named by the sections."""
    return (
        "<report>"
        + "".join(
            f"<{tag}>{html.escape(body)}</{tag}>"
            for head, body in nested(text).items()
            if (tag := re.sub(r"\W+", "_", head.lower()).strip("_"))
        )
        + "</report>"
    )


def yaml(text: str) -> str:
    """Block scalars of YAML."""
    return "\n".join(
        f"{head.lower().replace(' ', '_')}: |\n" + textwrap.indent(textwrap.fill(body, 70), "  ")
        for head, body in nested(text).items()
    )


def latex(text: str) -> str:
    """A document of LaTeX."""
    body = "\n".join(
        f"\\section*{{{h.title()}}}\n{re.sub(r'([%&_#])', chr(92) * 2 + '1', b)}" for h, b in nested(text).items()
    )
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}"


def rich(text: str) -> str:
    """Rich text with a table of fonts."""
    return "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0\\fs20 " + text.replace("\n", "\\par\n") + "}"


def piped(text: str) -> str:
    """A table of Markdown, a row for each section."""
    rows = [f"| {head} | {body} |" for head, body in nested(text).items()]
    return "\n".join(["| Section | Text |", "|---|---|", *rows])


def bold_pieces(text: str) -> str:
    """Findings in bold within sentences."""
    return re.sub(r"\b(effusions?|pneumothorax|edema|opacity|consolidation)\b", r"**\1**", text)


def masked(text: str, mask: str) -> str:
    """Masks of another data set in the place of underscores."""
    return re.sub(r"_{3,}", mask, text)


def title(text: str) -> str:
    """Each word with a capital."""
    return re.sub(r"[A-Za-z']+", lambda m: m.group()[0].upper() + m.group()[1:].lower(), text)


FORMS: Mapping[str, Form] = {
    "one line": flat,
    "60 columns": lambda t: wrapped(t, 60),
    "72 columns indented": lambda t: wrapped(t, 72, "     "),
    "60 columns capitals": lambda t: wrapped(t.upper(), 60),
    "40 columns": lambda t: wrapped(t, 40),
    "lower": str.lower,
    "upper": str.upper,
    "title case": title,
    "lower one line": lambda t: flat(t.lower()),
    "upper one line": lambda t: flat(t.upper()),
    "br": lambda t: t.replace("\n", "<br>"),
    "p": lambda t: "".join(f"<p>{part}</p>" for part in paragraphs(t)),
    "literal n": lambda t: t.replace("\n", "\\n"),
    "literal rn": lambda t: t.replace("\n", "\\r\\n"),
    "Windows": lambda t: t.replace("\n", "\r\n"),
    "old Mac": lambda t: t.replace("\n", "\r"),
    "tabs": lambda t: t.replace(" ", "\t"),
    "nbsp": lambda t: t.replace(" ", "&nbsp;"),
    "nbsp number": lambda t: t.replace(" ", "&#160;"),
    "nbsp some": lambda t: t.replace("  ", "&nbsp;&nbsp;").replace(". ", ".&nbsp;"),
    "entities": entities,
    "entities escaped": html.escape,
    "entities escaped twice": lambda t: html.escape(html.escape(t)),
    "entities of page": lambda t: html.escape(t).replace("\n", "<br/>\n").replace(" cm", "&nbsp;cm"),
    "tokenised": lambda t: flat(re.sub(r"([.,:;/()])", r" \1 ", t)),
    "tokenised lower": lambda t: flat(re.sub(r"([.,:;/()])", r" \1 ", t)).lower(),
    "no full stops": lambda t: _STOP.sub("", t),
    "no full stops lines": by_sentence(lambda _, s: unstopped(s)),
    "no full stops joined": by_section(lambda h, b: (f"{h}: " if h else "") + _STOP.sub("", b)),
    "no full stops one line": lambda t: flat(_STOP.sub("", t)),
    "no punctuation": lambda t: flat(re.sub(r"[.,:;?!/()]", " ", t)),
    "no punctuation lines": lambda t: re.sub(r"[.,:;?!()]", "", t),
    "no punctuation lower": lambda t: flat(re.sub(r"[.,:;?!/()]", " ", t)).lower(),
    "dictated": spoken,
    "dictated lower": lambda t: spoken(t).lower(),
    "dictated full stop": lambda t: spoken(t, "full stop"),
    "bullets -": by_sentence(lambda _, s: f"- {s}"),
    "bullets *": by_sentence(lambda _, s: f"* {unstopped(s)}"),
    "bullets •": by_sentence(lambda _, s: f"\u2022 {unstopped(s)}"),
    "bullets –": by_sentence(lambda _, s: f"\u2013 {s}"),
    "bullets one line": by_sentence(lambda _, s: f"\u2022 {unstopped(s)}", " "),
    "numbered": by_sentence(lambda k, s: f"{k}. {s}"),
    "numbered )": by_sentence(lambda k, s: f"{k}) {unstopped(s)}"),
    "numbered one line": by_sentence(lambda k, s: f"{k}. {s}", " "),
    "Markdown heads": with_head(lambda h: f"## {h}\n"),
    "Markdown bold heads": with_head(lambda h: f"**{h.title()}:** "),
    "Markdown bold inside": bold_pieces,
    "Markdown table": piped,
    "JSON string": json.dumps,
    "JSON object": lambda t: json.dumps({"report": t}),
    "JSON nested": lambda t: json.dumps({"id": 7, "sections": nested(t)}),
    "JSON indented": lambda t: json.dumps(nested(t), indent=2),
    "JSON lists": lambda t: json.dumps({h or "REPORT": sentences(b) for h, b in sections(t)}),
    "XML": xml,
    "XML named": named_xml,
    "HL7": hl7,
    "HL7 breaks": lambda t: "OBX|1|TX|71020^CHEST||" + t.replace("\n", "\\.br\\") + "||||||F",
    "CSV cell": cell,
    "CSV cell quotes": lambda t: cell(t.replace("pneumothorax", '"pneumothorax"')),
    "YAML": yaml,
    "RTF": rich,
    "LaTeX": latex,
    "smart quotes": curled,
    "full width": lambda t: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in t),
    "ligatures": ligatures,
    "soft hyphens": soft,
    "NFD": lambda t: unicodedata.normalize(
        "NFD", t.replace("edema", "\u0153dema").replace("naive", "na\u00efve")
    ).replace("\u0153", "e"),
    "zero-width": lambda t: t.replace("e", "e\u200b"),
    "zero-width blanks": lambda t: t.replace(" ", " \u200b"),
    "line hyphens": cut_words,
    "doubled blanks": lambda t: t.replace(" ", "  "),
    "doubled breaks": lambda t: t.replace("\n", "\n\n"),
    "no blanks after stops": by_section(lambda h, b: (f"{h}: " if h else "") + re.sub(r"\.\s+(?=[A-Z])", ".", b)),
    "thinking": lambda t: f"<think>A large left pneumothorax? Or cardiomegaly. No.</think>\n\n{t}",
    "code fence": lambda t: f"```text\n{t}\n```",
    "answer": lambda t: f"Answer: {t}",
    "here is": lambda t: f"Sure! Here is the radiology report:\n\n{t}\n\nLet me know if you need anything else.",
    "masks brackets": lambda t: masked(t, "[**2101-3-4**]"),
    "masks X": lambda t: masked(t, "XXXX"),
    "masks words": lambda t: masked(t, "[REDACTED]"),
    "masks angles": lambda t: masked(t, "<DATE>"),
    "cut end": lambda t: f"{t.rstrip().rstrip('.')}.\nThe cardiac",
    "cut in a word": lambda t: f"{t.rstrip().rstrip('.')}. There is no evid",
    "reversed sections": reordered,
    "impression first": impression_first,
    "heads own line": with_head(lambda h: f"{h}\n"),
    "heads title": with_head(lambda h: f"{h.title()}: "),
    "heads without colon": with_head(lambda h: f"{h} "),
    "heads short": lambda t: re.sub(
        r"\bIMPRESSION:", "IMP:", re.sub(r"\bINDICATION:", "IND:", re.sub(r"\bFINDINGS:", "FX:", t))
    ),
}
"""The usual forms."""

RARE: Mapping[str, Form] = {
    "quoted mail": lambda t: "\n".join(f"> {line}" for line in t.split("\n")),
    "quoted mail wrapped": lambda t: re.sub("(?m)^", "> ", wrapped(t, 60)),
    "bullets of diamonds": by_sentence(lambda _, s: f"\u2666 {unstopped(s)}"),
    "JSON of names": lambda t: json.dumps(
        [{"section": h or "REPORT", "items": [{"name": s} for s in sentences(b)]} for h, b in sections(t)]
    ),
    "mail": lambda t: f"From: a@b.org\nTo: c@d.org\nSubject: chest x-ray\n\n{t}\n\nKind regards\nA. B.",
    "brackets numbered": by_sentence(lambda k, s: f"[{k}] {s}"),
    "arrows": by_sentence(lambda _, s: f"\u2192 {unstopped(s)}"),
    "arrows ascii": by_sentence(lambda _, s: f"=> {unstopped(s)}"),
    "slashes between": by_sentence(lambda _, s: unstopped(s), " / "),
    "double slashes": by_sentence(lambda _, s: unstopped(s), " // "),
    "bars between": by_sentence(lambda _, s: unstopped(s), " | "),
    "double bars": by_sentence(lambda _, s: unstopped(s), " || "),
    "semicolons between": by_sentence(lambda _, s: unstopped(s), "; "),
    "dashes between": by_sentence(lambda _, s: unstopped(s), " \u2014 "),
    "hyphens between": by_sentence(lambda _, s: unstopped(s), " - "),
    "commas between": by_sentence(lambda _, s: unstopped(s), ", "),
    "exclamation marks": lambda t: _STOP.sub("!", t),
    "ideographic stops": lambda t: _STOP.sub("\u3002", t),
    "dots doubled": lambda t: _STOP.sub("..", t),
    "stop on next line": by_sentence(lambda _, s: unstopped(s) + "\n."),
    "time stamps": by_sentence(lambda k, s: f"[00:{k:02d}] {s}"),
    "speaker": by_sentence(lambda _, s: f"Doctor: {s}"),
    "sentence labels": by_sentence(lambda k, s: f"Sentence {k}: {s}"),
    "S labels": by_sentence(lambda k, s: f"S{k}: {s}"),
    "letters": by_sentence(lambda k, s: f"{chr(96 + (k - 1) % 26 + 1)}) {s}"),
    "Roman": by_sentence(
        lambda k, s: f"{('i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x')[(k - 1) % 10]}. {s}"
    ),
    "repr of dict": lambda t: repr({h.lower(): b for h, b in nested(t).items()}),
    "repr of list": lambda t: repr([f"{h}: {b}" if h else b for h, b in sections(t)]),
    "list of sentences": lambda t: repr([s for h, b in sections(t) for s in ([f"{h}:"] if h else []) + sentences(b)]),
    "TOML": lambda t: "\n".join(f"[{h.lower()}]\ntext = {json.dumps(b)}" for h, b in nested(t).items()),
    "chat": lambda t: json.dumps([{"role": "user", "content": "Write a report."}, {"role": "assistant", "content": t}]),
    "URL": urllib.parse.quote,
    "plus for blanks": lambda t: urllib.parse.quote_plus(t),
    "quoted-printable": lambda t: quopri.encodestring(t.encode()).decode(),
    "reST heads": with_head(lambda h: f"{h.title()}\n{'-' * len(h)}\n"),
    "wiki heads": with_head(lambda h: f"== {h.title()} ==\n"),
    "org heads": with_head(lambda h: f"* {h.title()}\n"),
    "heads in brackets": with_head(lambda h: f"[{h}] "),
    "heads in angles": with_head(lambda h: f"<{h}> "),
    "heads dashed": with_head(lambda h: f"{h} - "),
    "heads long dash": with_head(lambda h: f"{h.title()} \u2014 "),
    "heads equals": with_head(lambda h: f"{h} = "),
    "heads full-width colon": with_head(lambda h: f"{h}\uff1a"),
    "heads underlined": with_head(lambda h: f"__{h}__\n"),
    "heads three stars": with_head(lambda h: f"***{h}***: "),
    "box": lambda t: "\n".join(f"\u2502 {line:<70} \u2502" for line in wrapped(t, 70).split("\n")),
    "box ascii": lambda t: "\n".join(f"| {line:<70} |" for line in wrapped(t, 70).split("\n")),
    "comment": lambda t: "\n".join(f"# {line}" for line in t.split("\n")),
    "word a line": lambda t: "\n".join(t.split()),
    "pages": lambda t: f"Page 1 of 2\n\n{t}\n\n----- END OF REPORT -----\nPage 2 of 2",
    "end tokens": lambda t: f"<s> {t} </s><pad><pad>",
    "chat tokens": lambda t: f"<|im_start|>assistant\n{t}<|im_end|>",
    "BERT tokens": lambda t: f"[CLS] {t} [SEP]",
    "pieces": lambda t: "\u2581" + t.replace(" ", "\u2581"),
    "pieces of GPT": lambda t: t.replace(" ", "\u0120").replace("\n", "\u010a"),
    "Treebank": lambda t: flat(re.sub(r"([.,:;])", r" \1 ", t.replace("(", " -LRB- ").replace(")", " -RRB- "))),
    "underscores": lambda t: re.sub(r"(?<=[A-Za-z]) (?=[A-Za-z])", "_", t),
    "thin spaces": lambda t: t.replace(" ", "\u2009"),
    "figure spaces": lambda t: t.replace(" ", "\u2007"),
    "line separators": lambda t: t.replace("\n", "\u2028"),
    "form feeds": lambda t: t.replace("\n\n", "\f"),
    "null": lambda t: t.replace("\n", "\x00\n"),
    "bold letters": lambda t: "".join(
        chr(0x1D400 + ord(c) - 65) if "A" <= c <= "Z" else chr(0x1D41A + ord(c) - 97) if "a" <= c <= "z" else c
        for c in t
    ),
    "capital of first letters only": lambda t: re.sub(r"(?m)(?<=[.] )[A-Z]", lambda m: m.group().lower(), t),
    "mojibake": lambda t: (
        curled(t).replace("\u2019", "\u00e2\u20ac\u2122").replace("\u2011", "-").replace("  ", " \u00c2\u00a0")
    ),
    "escaped slashes": lambda t: json.dumps(json.dumps(t)),
    "SQL": lambda t: "INSERT INTO reports VALUES (7, '" + t.replace("'", "''") + "');",
    "strike and ins": lambda t: f"<ins>{t}</ins>",
    "final answer": lambda t: f"**Final Answer:**\n\n{t}",
    "boxed": lambda t: f"\\boxed{{{t}}}",
    "answer tags": lambda t: f"<reasoning>Maybe a mass.</reasoning><answer>{t}</answer>",
    "disclaimer": lambda t: f"{t}\n\nDisclaimer: this report was generated by an AI model and is no medical advice.",
}
"""Forms that were thought up after the others, and measured before anything was mended for them."""

FORMS = {**FORMS, **RARE}
