"""Markup, escapes and machine talk: what stands in a report and is no part of it.

``without_markup`` replaces all of it by blanks and line breaks of the same length, so that offsets hold: tags of HTML,
marks of Markdown, keys and quotes of JSON, literal escapes (a backslash and an ``n``), codes of terminals, placeholders
of de-identification, and what a reasoning model thinks before it answers. ``**Impression:**\\n<b>No</b> effusion`` is
read as ``Impression:`` and ``No effusion``.
"""

from __future__ import annotations

import html
import re

from radot_fast.extraction.text.characters import narrowed
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.quick_looks import may_hold

_may_be_marked = may_hold("<>\\\x1b&[{`*#~")
"""A text that holds none of them, nor a double bar, has no markup, unless it is a JSON string."""

_REASONS = r"(?:think|thinking|thought|reasoning|analysis|scratchpad|reflection)"
_CLOSES_REASONING = Expression(rf"<\s*/\s*{_REASONS}\s*>", re.IGNORECASE)
_OPENS_REASONING = Expression(rf"<\s*{_REASONS}\s*>", re.IGNORECASE)

# Tags that end a line, and those that stand within one. "R<L effusions" and "<5 mm" are no tags.
_BLOCK = r"(?:br|p|div|li|ul|ol|tr|table|thead|tbody|h[1-6]|hr|html|body|head|section|article|pre|blockquote|dl|dt|dd)"
_INLINE = r"(?:b|i|u|em|strong|span|font|sup|sub|code|a|center|small|mark|unk|s|report|answer|output|response)"
_ATTRIBUTES = r"(?:\s[^<>|]{0,200})?/?"
_LINE_TAG = Expression(rf"</?{_BLOCK}{_ATTRIBUTES}>", re.IGNORECASE)
_TAG = Expression(rf"</?{_INLINE}{_ATTRIBUTES}>", re.IGNORECASE)
_CELL_TAG = Expression(rf"<(/?)t[dh]{_ATTRIBUTES}>", re.IGNORECASE)
_SECTION_TAG = Expression(
    r"<(findings?|impressions?|conclusions?|indications?|history|technique|comparisons?|recommendations?|"
    r"(?:clinical|reason|examination|exam|study|patient|portable|frontal|pa|ap|chest)_\w{2,40})>"
    r"|</?[a-z][\w:-]{2,30}(?:\s+[\w:-]{1,30}\s*=\s*(?:\"[^\"<>]{0,100}\"|'[^'<>]{0,100}'))*\s*/?>|<!--.{0,200}?-->|<\|\w{1,30}\|>",
    re.IGNORECASE,
)
_NAMED_TAG = Expression(
    r"<[a-z][\w:-]{2,30}\s+(?:name|title|label|heading|type)\s*=\s*[\"']([A-Za-z][\w /()&,-]{2,60})[\"']\s*>",
    re.IGNORECASE,
)
"""``<section name="Findings">`` is a heading as ``<findings>`` is."""
_OTHER_TAG = Expression(
    r"</?[a-z][\w:-]{2,30}(?:\s+[\w:-]{1,30}\s*=\s*(?:\"[^\"<>|]{0,100}\"|'[^'<>|]{0,100}'))*\s*/?>", re.IGNORECASE
)
_RICH = Expression(r"\s*\{\\rtf")
_RICH_BREAK = Expression(r"\\(?:par|line|sect|page|row|cell)\b ?")
_RICH_WORD = Expression(
    r"\{\\(?:fonttbl|colortbl|stylesheet|info)(?:[^{}]|\{[^{}]{0,200}\}){0,400}\}|"
    r"\\(?:'[0-9a-fA-F]{2}|\*|[a-zA-Z]{1,30}-?[0-9]{0,10} ?)|[{}]"
)
_ESCAPE = Expression(
    r"\\(?:r\\n|[nrt\"/]|u[0-9a-fA-F]{4}|\.(?:br|sp|ce|sk|in|ti|fi|nf)[+-]?[0-9]{0,3}\\|X0[AD]\\|[HNFSTRE]\\)"
)
"""Escapes of JSON, and of HL7: ``\\.br\\`` is a line break."""
_BREAKING = Expression(r"\\(?:r?\\?n|\.|X0)")
_ENTITY = Expression(r"&(?:[a-zA-Z]{2,8}|#[0-9]{1,5}|#x[0-9a-fA-F]{1,4});(?=([0-9])?)")
_DECLARATION = Expression(r"<[?!][a-zA-Z][^<>]{0,200}>")
# A segment of HL7: of its fields only the text of a result or a note is the report's.
_SEGMENT = Expression(
    r"(?m)^(?:OBX(?:\|[^|\n]{0,80}){4}\||NTE(?:\|[^|\n]{0,80}){2}\||(?:MSH|EVN|PID|PV1|ORC|OBR|ZDS)\|.*$)"
    r"|\|{3,}[A-Z]?[ \t]*$"
)
_DOUBLE_BAR = Expression(r"(?<=[A-Za-z0-9_.)]) {1,4}\|\|(?= {1,4}[A-Za-z0-9_])")
"""What parts statements in one line, and no cells: "Small left effusion || No pneumothorax"."""
_LATEX = Expression(r"\\(?:(?:sub)*section|begin|textbf|item|paragraph)\b")
_LATEX_HEADING = Expression(r"\\(?:(?:sub)*section|paragraph)\*?\{([^{}\n]{1,80})\}")
_LATEX_LINE = Expression(
    r"\\(?:begin|end|documentclass|usepackage)(?:\[[^\]\n]{0,80}\])?\{[^{}\n]{0,40}\}|\\item\b|\\\\"
)
_LATEX_WORD = Expression(r"\\(?:[a-zA-Z]{1,20}\*?\{?|[%&_#$])|[{}]")
LINES_MARKED = 3
"""Tildes from which a text of one line has them in the place of breaks."""
_TILDE = Expression(r"~(?=~|\s*[A-Za-z_]|\s*\Z|\s*[0-9][.)])")
_TERMINAL = Expression(r"\x1b\[[0-9;?]*[A-Za-z]")
_UNFILLED = Expression(r"\[ {0,3}(?:[*_.…][*_.… ]{0,20})\]")
"""A value that nobody has filled in: "Effusion: [***]"; an empty box denies."""
_PLACEHOLDER = Expression(
    r"\[(?:(?P<day>\*\*(?:[0-9][0-9/-]{0,12}|date|month|year)[^|a-z]{0,9}\*\*|DATE)"
    r"|\*\*[^|]{0,80}?\*\*|(?:MASK|REDACTED|NAME|TIME|PHI|DEID))\]",
    re.IGNORECASE,
)
DAY_TAGS = ("<DATE>", "<date>", "<Date>")
_STAR_BULLET = Expression(r"(?m)^[^\S\n]{0,39}\*(?=[ \t])")
_BONE = r"(?:clavic|ribs?\b|humer|stern|scapul|nof\b)"
_HASHES = Expression(
    r"(?im)^[ \t]*#{1,6}(?=\s|$)"
    # "# left clavicle" is a fracture, "# Ribs" a heading
    r"(?!(?<!##)[ \t]+(?:(?:of|old|heal\w+|l|r|left|right|lateral|anterior|posterior|distal"
    rf"|medial|mid|proximal|lower|upper|[0-9]{{1,2}}(?:st|nd|rd|th))[ \t]+(?:[\w,&+/-]+[ \t]+){{0,4}}{_BONE}"
    r"|(?:clavicle|nof|sternum|humerus|scapula)\b[ \t]*(?:[lr]\b[ \t]*|left[ \t]*|right[ \t]*)?[.,;(]"
    r"|ribs?[ \t]+(?:[lr]|left|right|[0-9]{1,2})\b(?!:)))"
    # "Edema. # Ribs: intact." is a heading whose line was joined to the one before
    r"|(?<=[.!?] )#{1,6}(?=[ ]+(?-i:[A-Z])[a-z /&,-]{1,40}:[ ]*[a-z])"
)
_WORDED = (
    ("<>", (_LINE_TAG, _CELL_TAG, _TAG, _OTHER_TAG)),
    ("\\", (_ESCAPE,)),
    ("\x1b", (_TERMINAL,)),
)
"""Markup with letters in it, entities left out, by the characters that it begins and ends with."""
_FRAMED = Expression(r"\s*(?:\|[^|\n]*\|[ \t]*\n\s*)+\|[^|\n]*\|\s*")
"""A text in a frame of bars, one at either end of each line, and no table: it has but one cell a line."""
_QUOTES = str.maketrans(dict.fromkeys('"{}[]', " "))
_JSON = Expression(r'\s*(?:["{]|\[\s*["{\[])')
_JSON_HEADING = Expression(
    r'"(?:section|heading|header|title|label|name)"\s*:\s*"([^"\n]{2,60})"\s*,\s*'
    r'"(?:items|text|value|content|contents|body|sentences|statements|lines|entries)"\s*:',
    re.IGNORECASE,
)
"""A section by its name and what it holds: ``{"section": "Findings", "items": [...]}``."""
_QUOTE_MARK = Expression(r"(?m)^[ \t]{0,8}>{1,4}(?=[ \t\n]|\Z)")
_QUOTE_WITHIN = Expression(r"(?<=\n)[ \t]{0,8}>{1,4}(?=[ \t])")
_UNQUOTED = Expression(r"(?m)^[ \t]{0,8}[^>\s]")
_QUOTED_CAPITAL = Expression(r"(?m)^[ \t]{0,8}>{1,4}[ \t]+[A-Z]")
_JSON_LIST = Expression(
    r"\"(?:absent|negative|negated|denied|excluded|ruled_out|uncertain|possible|suspected|equivocal|probable)"
    r"(?:[ _](?:findings|labels|abnormalities))?\"\s*:\s*\[[^\[\]{}:]{0,600}\]",
    re.IGNORECASE,
)
"""A list of what is not there or in doubt, which its name says of all: ``{"absent": ["effusion", "edema"]}``."""
_JSON_ITEMS = Expression(r'"(?=\s*,)|(?<=,)(\s*)"')
_JSON_SPLIT = Expression(r'(?:"|(?<=null))\s*,\s*(?=["{\[])|[}\]]\s*,')


def without_markup(text: str) -> str:
    """The text with markup as blanks and line breaks: of the same length, so that offsets hold."""
    text = narrowed(text)
    if "|\n|" in text and _FRAMED.fullmatch(text):
        text = text.replace("|", " ")
    if "OBX|" in text and "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")  # segments of HL7 end so
    if not _may_be_marked(text) and "||" not in text and text[:1] != '"':
        return text
    if _RICH.match(text):
        text = _without_rich_text(text)
    text = _without_placeholders(text)
    if "<" in text and ">" in text:
        text = _without_tags(text)
    elif ">" in text and _is_quoted(text):
        text = _QUOTE_MARK.sub(_blank, text)
    if "\\" in text:
        text = _without_escapes(text)
    if "||" in text:
        text = _DOUBLE_BAR.sub(lambda m: m.group()[:-2] + "\n\n", _SEGMENT.sub(_lined, text))
    if "&" in text:
        text = _ENTITY.sub(_meant, text)
    if "\x1b" in text:
        text = _TERMINAL.sub(_blank, text)
    if "[" in text:
        text = _UNFILLED.sub(_underscored, text)
    if "#" in text:
        text = _HASHES.sub(_blank, text)
    if "~" in text and "\n" not in text and len(_TILDE.findall(text)) >= LINES_MARKED:
        text = _TILDE.sub("\n", text)
    if "*" in text or "`" in text or "~~" in text:
        text = _without_emphasis(text)
    if _JSON.match(text):
        text = _JSON_LIST.sub(lambda m: _JSON_ITEMS.sub(_blank, m.group()), text)
        text = _JSON_SPLIT.sub(_lined, _JSON_HEADING.sub(_named_first, text))
        text = text.translate(_QUOTES)
    return text


def _without_escapes(text: str) -> str:
    """The text without escapes of JSON and HL7 and commands of LaTeX; ``\\section{Findings}`` is a heading."""
    if _LATEX.search(text):
        text = _LATEX_HEADING.sub(_as_heading, text)
        text = _LATEX_WORD.sub(_blank, _LATEX_LINE.sub(_lined, text))
    return _ESCAPE.sub(lambda m: _lined(m) if _BREAKING.match(m.group()) else _blank(m), text)


def _as_heading(match: re.Match[str]) -> str:
    """The heading's name in a line of its own, with a colon in the place of the closing brace."""
    name = match.group(1)
    return " " * (len(match.group()) - len(name) - 2) + "\n" + name + ":"


def _meant(match: re.Match[str]) -> str:
    """The character that an entity stands for among blanks: ``effusion&#44; small`` has a comma.

    It is the first of them, but the last before a digit, so that ``1&#46;7`` ends no sentence.
    """
    width = len(match.group())
    char = html.unescape(match.group())
    if len(char) != 1 or not char.isprintable():
        return " " * width
    return char.rjust(width) if match.group(1) else char.ljust(width)


def _without_rich_text(text: str) -> str:
    """Rich text without its control words and braces: ``{\\rtf1 No effusion.\\par Clear lungs.}``."""
    return _RICH_WORD.sub(_blank, _RICH_BREAK.sub(_lined, text))


def without_inline_markup(text: str) -> str:
    """Sentences, ended by bars, with the letters of markup as blanks; all else that is markup is no word anyway."""
    if ">" in text and "\n>" in text:  # one character alone is found at once
        text = _QUOTE_WITHIN.sub(_blank, text)
    text = _without_placeholders(text)
    for marks, kinds in _WORDED:
        if all(mark in text for mark in marks):
            for kind in kinds:
                text = kind.sub(_blank, text)
    if "[" in text:
        text = _UNFILLED.sub(_underscored, text)
    return _ENTITY.sub(_meant, text) if "&" in text else text


def without_reasoning(text: str) -> str:
    """The text with spaces in place of a model's reasoning; same offsets."""
    for low, high in reasoning(text):
        text = text[:low] + " " * (high - low) + text[high:]
    return text


def reasoning(text: str) -> list[tuple[int, int]]:
    """Stretches in which a model reasons before it answers: what stands there is not its report."""
    if "<" not in text or (_CLOSES_REASONING.search(text) is None and _OPENS_REASONING.search(text) is None):
        return []
    out = []
    opens = _OPENS_REASONING.search(text)
    closes = _CLOSES_REASONING.search(text)
    if closes is not None and (opens is None or closes.start() < opens.start()):
        out.append((0, closes.end()))  # it began before the text
        opens = _OPENS_REASONING.search(text, closes.end())
    while opens is not None:
        closes = _CLOSES_REASONING.search(text, opens.end())
        end = closes.end() if closes is not None else len(text)
        out.append((opens.start(), end))
        opens = _OPENS_REASONING.search(text, end)
    return out


def _without_tags(text: str) -> str:
    """The text without tags; ``<findings>`` is the heading of a section, and a cell of a table ends with a bar."""
    text = _LINE_TAG.sub(_lined, _NAMED_TAG.sub(_named, _DECLARATION.sub(_lined, text)))
    text = _CELL_TAG.sub(lambda m: " " * (len(m.group()) - 1) + ("|" if m.group(1) else " "), text)
    text = _TAG.sub(_blank, text)
    return _SECTION_TAG.sub(lambda m: f"\n{m.group(1).replace('_', ' ')}:" if m.group(1) else _lined(m), text)


def _named(match: re.Match[str]) -> str:
    """The name that a tag gives its section, as a heading in a line of its own."""
    name = match.group(1).replace("_", " ")
    return " " * (len(match.group()) - len(name) - 2) + "\n" + name + ":"


def _named_first(match: re.Match[str]) -> str:
    """The name as a heading, and blanks in the place of the key behind it."""
    name = match.group(1)
    return f"\n{name}:".ljust(len(match.group()))


def _is_quoted(text: str) -> bool:
    """Whether every line is quoted as in a mail: ``> Small effusion in the\\n> left base``."""
    return _UNQUOTED.search(text) is None and _QUOTED_CAPITAL.search(text) is not None


def _blank(match: re.Match[str]) -> str:
    """As many blanks."""
    return " " * (match.end() - match.start())


def _underscored(match: re.Match[str]) -> str:
    """A mask of the same length."""
    return "_" * (match.end() - match.start())


def _without_placeholders(text: str) -> str:
    """The text with blanks for what hides a name, and underscores for what hides a day."""
    for tag in DAY_TAGS:
        text = text.replace(tag, "_" * len(tag)) if tag in text else text
    return _PLACEHOLDER.sub(_masked, text) if "[" in text else text


def _masked(match: re.Match[str]) -> str:
    """As many underscores for a masked day, which stand for one, else blanks."""
    return ("_" if match["day"] else " ") * (match.end() - match.start())


def _lined(match: re.Match[str]) -> str:
    """As many blanks, the last of them a line break."""
    return " " * (match.end() - match.start() - 1) + "\n"


def _without_emphasis(text: str) -> str:
    """The text without stars, backticks and tildes in pairs; a star that begins a line is a bullet and stays."""
    bullets = [m.end() for m in _STAR_BULLET.finditer(text)]
    plain = text.replace("*", " ").replace("`", " ").replace("~~", "  ")
    if not bullets:
        return plain
    return "*".join(plain[a:b] for a, b in zip([0, *bullets], [*(b - 1 for b in bullets), len(text)], strict=True))
