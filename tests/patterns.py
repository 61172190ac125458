"""What a stuck generator repeats, for ``tests/extraction/test_linear.py`` and ``scripts/long_texts.py``."""

PATTERNS = (
    # line breaks, blanks and controls
    "\n", "\r\n", "\r", "\n\r", " \n", "\n ", "\n\n\n.", " ", "\t", "\x00", "\x0b", "\x0c", "\x1f", "\x85", "\u2028",
    "\xa0", "\u200b", "\ufeff", "\u202e", "\x1b[0m", "\x1b[",
    # letters, digits and marks
    "a", "A", "A ", "Aa.", "aB", "1", "1 ", "1.", "1.1", "1.1.1 ", ".1", "_", "(", ")", "()", "/", ";", ", ", ",", ".",
    ". ", "...", ":", ": ", "::", "?", "? ", "! ", "- ", "--", "* ", "+ ", "> ", "~", "^", "%", "&", "|", "'",
    # numbering, bullets and boxes
    "1. ", "1) ", "(1) ", "1.\n", "\n1. ", "\n- ", "\n* ", "- \n", "\u2022 ", "\u2022\n", "[x] ", "[ ] ", "[ ]\n",
    "\u2611 ", "\u2610", "10. Effusion. ", "- No effusion\n", "1.  -  ",
    # headings and labels
    "a: ", "A:\n", "AB: ", "FINDINGS: ", "FINDINGS:\n", "INDICATION: Cough. ", "\nINDICATION: Cough. ", "HISTORY: ",
    "\n\nFINDINGS: Effusion. ", "IMPRESSION\n", "IMPRESSION ", "FINDINGS The ", "END OF IMPRESSION ", "Lungs: clear. ",
    "PORTABLE CHEST: ", "CHEST, TWO VIEWS ", "VIEW OF THE CHEST:\n", "TECHNIQUE: AP view. ", "COMPARISON: None.\n",
    "FINAL REPORT ", "Effusion: none. ", "effusion: - ", "Effusion - no\n", "pneumothorax (no) ", "pleural effusion | ",
    # markup, escapes and machine talk
    "<br>", "<br", "<br ", "<", ">", "<>", "</", "<p>", "</p>", "<b>no</b> ", "<li>Effusion</li>", "<!--", "<!-- -->",
    "<findings>", "</findings>", "<think>", "</think>", "<think></think>", "<think>no", "<|im_end|>", "<|", "\\", "\\n",
    "\\n\\n", "\\r\\n", "\\t", "\\u0041", "\\\"", "**", "*", "**No** ", "# ", "## FINDINGS\n", "#", "`", "```\n", "~~",
    "{", "}", "[", "]", "[[", "{}", '{"a": "', '"', '", "', '{"finding": "effusion"}, ', '["no", ', "[** **]", "[**",
    "[MASK] ", "&nbsp;", "&#10;", "&lt;", "&amp;&", "| a | b |\n", "|---|\n", "| ", "<table><tr><td>",
    # words
    "word\n", "word ", "zxqv ", "XXXX ", "xxxx. ", "no ", "not ", "effusion ", "effusion", "effusion\n", "Effusion\n",
    "\n\nEffusion", "Effusion? ", "EFFUSION ", "Effusion No ", "No effusion. ", "no effusion, ", "no effusion or ",
    "left ", "left effusion, ", "right and left ", "left and right effusion ", "small left and large right effusion ",
    "R effusion ", "L ", "r/o ", "b/l ", "and ", "or ", "and/or ", "of the ", "with ", "history of ", "may be ",
    "possible ", "cannot be ruled out ", "without evidence of ", "is seen ", "normal ", "heart normal ", "small ",
    "unchanged ", "increased ", "new ", "mild to moderate ", "apex ", "in the left lower lobe ", "device ",
    "endotracheal tube ", "tube tip in the stomach with the ", "right PICC terminates in the SVC ", "tip ",
    "Recommend retraction by 2 cm. ", "2.3 x 1.5 cm mass. ", "2.3 cm ", "2 . 3 cm ", "opacity may be pneumonia ",
    "pneumonothoraks ", "pnuemothorax ", "small left pleural effusion and no pneumothorax or consolidation ",
    "The lungs are clear.\n", "The lungs are clear. ", "No ", "There is no ", "lungs are clear Heart is normal ",
    "a.b.", "e.g. ", "vs. ", "Dr. ", "a.m. ", "approx. ", "cardiomegaly ", "right upper, ", "effusion (small), ",
    # other scripts
    "\u00e9 ", "e\u0301", "\u0301", "\U0001d518", "\ufdfa", "\u3002", "\uff01", "\u2026", "\U0001f4a9",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 ", "\u53f3\u5074\u306b\u80f8\u6c34",
    "\u0627\u0633\u062a\u0631\u0648\u0627\u062d ", "\u0661.\u0662 ", "\u00bd ", "\ufb01ndings ", "\u0130", "\u00df ",
    # the same behind a word, so that something is stated
    "* a\n", "\u2022 a\n", "1. a ", "a. ", "a\n", "A. ", "a? ", "a: b\n", "- A\n", "\na\n\n", "<think>a</think> b ",
    "# a\n", "No effusion\u2028", "\u2014 ", "\u201cno\u201d ",
    # boxes, templates and tables that nobody has filled in
    "a [no/small]. ", "a: [no/small] ", "[no] [small] ", "a [ ] ", "is [ ] ", "effusion [number] ", "{no|small} ",
    "Lungs: clear   Heart: ", "_ Lungs: ", "| | Right | Left |\n| Effusion | none | small |\n",
    "| | Right | Left |\n| Effusion | none | small |\n\n", "| Finding | Prior | Now |\n| Effusion | none | small |\n",
    "a: yes / no. ", "a: ____ ", "effusion .... ", "\u2610 normal \u2610 enlarged ", '"a": null, ',
)  # fmt: skip
