"""Texts that a program wrote when something went wrong: stack traces, error objects, error pages, log lines, code.

They may name findings ("KeyError: 'effusion'") and state nothing of a patient.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from radot_fast.extraction.text.expressions import Expression

_KINDS = (
    r"Traceback \(most recent call last\)|File \"[^\"\n]{1,200}\", line \d",
    # other languages: Java, Go, Rust, JavaScript, PHP
    r"(?:Exception in thread|Caused by:|panic:|goroutine \d|thread '[^'\n]{0,80}' panicked|"
    r"Unhandled(?:Promise| Promise)|Uncaught |(?:PHP )?Fatal error:|Segmentation fault)",
    # "ValueError: …", "java.lang.NullPointerException: …", "torch.cuda.OutOfMemoryError: …"
    r"(?:[A-Za-z_]\w{0,40}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception)(?::|\(|\s+at\b)",
    r"\{\s*\"(?:error|errors|exception|traceback|statusCode)\"\s*:\s*(?!null\b|\"\"|\[\]|false\b)",
    r"\{\s*\"(?:status|code)\"\s*:\s*\"?(?:[45]\d\d|error|failed)\b",
    r"(?:<!DOCTYPE[^>\n]{0,80}>\s*)?<html[^>\n]{0,80}>[\s\S]{0,200}?<(?:title|h1)>[^<\n]{0,60}?"
    r"(?:[45]\d\d\b|Error|Bad Gateway|Not Found|Unavailable|Forbidden|Time-?out)",
    r"(?:HTTP/\d(?:\.\d)? )?[45]\d\d (?:Internal Server Error|Bad Gateway|Not Found|Service Unavailable|"
    r"Gateway Time-?out|Forbidden|Unauthorized|Too Many Requests|Bad Request)",
    r"\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\S{0,12}\s.{0,60}?\b(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|CRITICAL)\b",
    r"(?:ERROR|WARNING|CRITICAL|DEBUG|INFO):\w[\w.]{0,60}:",
    r"(?:SELECT\s[^.\n]{1,200}?\sFROM\s+\w+\s*(?:WHERE|LIMIT|ORDER|JOIN|;|$)|DELETE FROM \w|"
    r"CREATE TABLE \w)",  # an INSERT or UPDATE may hold a report
    r"def \w{1,60}\(|class \w{1,60}(?:\([\w., ]{0,80}\))?:|import [a-z_][\w.]*(?: as \w+)?\s*(?:\n|$)|"
    r"from [a-z_][\w.]* import |#include\s*[<\"]|public (?:static |final )*(?:class|void)\s|function \w{0,60}\s*\(|"
    r"(?:const|let|var) \w{1,40}\s*=",
)
_MACHINE = Expression(r"\s*(?:`{3}\w{0,12}\s*\n\s*)?(?:" + "|".join(_KINDS) + ")")
_REPORTED = Expression(r"\"(?:report|findings|impression|conclusion|text|content|output)\"\s*:\s*\"", re.IGNORECASE)


def machine_outputs(texts: Sequence[str]) -> list[int]:
    """Which texts begin as a message of a program does; an object that holds a report too is none.

    "Traceback (most recent call last): … KeyError: 'effusion'" is one; "Traceback of the tube" and
    ``{"error": null, "findings": "Small effusion."}`` are none.
    """
    begun = [k for k, found in enumerate(map(_MACHINE.match, texts)) if found is not None]
    return [k for k in begun if _REPORTED.search(texts[k]) is None]
