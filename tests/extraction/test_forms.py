"""Form is not meaning: case, wraps, markup, escapes and where headings stand do not change what is read."""

import html
import json
import quopri
import re
import textwrap
import urllib.parse

import pytest
import report_layouts

import radot_fast as ro
from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.extraction.text.sections import outline

REPORTS = [
    """FINAL REPORT
INDICATION: ___-year-old woman with cough, rule out pneumonia.

COMPARISON: Chest radiograph of ___.

PA AND LATERAL CHEST RADIOGRAPH: The aorta is calcified. There is no definite evidence of pleural effusion or
pneumothorax. Mild pulmonary edema is noted. Moderate cardiomegaly is again seen.

IMPRESSION:

1. Known COPD with cardiomegaly.

2. Patchy opacity at the left base may represent atelectasis. However, infection cannot be completely excluded.
""",
    """EXAMINATION: CHEST (PORTABLE AP)

INDICATION: ___ year old man with tachypnea // ? worsening pleural effusion

TECHNIQUE: Single frontal view of the chest

FINDINGS:
Endotracheal tube tip is 4 cm above the carina.
Moderate to large right pleural effusion has decreased.
There is no evident pneumothorax. Large left pneumothorax on the prior study has resolved.

IMPRESSION: Right lower lobe collapse has markedly improved.
""",
    """Heart size is within normal limits. Small left apical pneumothorax without mediastinal shift.
No focal consolidation, effusion, or edema. Old healed fracture of the right clavicle.
""",
]


def spoken(text):
    """The text as it is dictated, each mark a word."""
    text = re.sub(r"\.(?=\s|$)", " period", text.replace("_", ""))
    return " ".join(re.sub(r"\n\s*\n", " new paragraph ", text.replace(",", " comma").replace(":", " colon")).split())


def rows(text, cell):
    """Each section a row of a table, the heading in its first cell."""
    for part in re.split(r"\n\s*\n", text):
        head, colon, told = part.partition(":")
        yield cell(*((head, " ".join(told.split())) if colon and head.isupper() else ("", " ".join(part.split()))))


FORMS = {
    "one line": lambda t: " ".join(t.split()),
    "tokenised": lambda t: " ".join(re.sub(r"([.,:;/()])", r" \1 ", t).split()),
    "literal": lambda t: t.replace("\n", "\\n"),
    "literal of Windows": lambda t: t.replace("\n", "\\r\\n"),
    "60 columns": lambda t: "\n\n".join(
        "\n".join(textwrap.wrap(" ".join(p.split()), 60)) for p in re.split(r"\n\s*\n", t)
    ),
    "60 columns in one": lambda t: "\n".join(textwrap.wrap(" ".join(t.split()), 60)),
    "capitals in 60 columns": lambda t: "\n\n".join(
        "\n".join(textwrap.wrap(" ".join(p.upper().split()), 60)) for p in re.split(r"\n\s*\n", t)
    ),
    "lower": str.lower,
    "upper": str.upper,
    "lower in one line": lambda t: " ".join(t.lower().split()),
    "upper in one line": lambda t: " ".join(t.upper().split()),
    "br": lambda t: t.replace("\n", "<br>"),
    "Windows": lambda t: t.replace("\n", "\r\n"),
    "Markdown": lambda t: re.sub(r"(?m)^([A-Z][A-Z ]{4,40}):", r"## \1\n", t),
    "bold": lambda t: re.sub(r"(?m)^([A-Z][A-Z ]{4,40}):", r"**\1:**", t),
    "HTML": lambda t: "".join(f"<p>{' '.join(p.split())}</p>" for p in re.split(r"\n\s*\n", t)),
    "JSON": lambda t: json.dumps({"report": t}),
    "reasoning": lambda t: f"<think>Maybe a large left pneumothorax and cardiomegaly.</think>\n{t}",
    "answer only closed": lambda t: f"Let me look: large left pneumothorax.</think>{t}",
    "code block": lambda t: f"```\n{t}\n```",
    "terminal": lambda t: f"\x1b[1m{t}\x1b[0m",
    "quoted": lambda t: f'"{t}"',
    "indented": lambda t: "\n".join(f"    {line}" for line in t.split("\n")),
    "byte order mark": lambda t: "\ufeff" + t,
    "marks of full width": lambda t: t.translate({ord(c): ord(c) + 0xFEE0 for c in ".,:;()?"}),
    "zero-width": lambda t: t.replace("l", "\u200bl"),
    "no-break spaces": lambda t: t.replace(" ", "\u00a0"),
    "hyphens at line ends": lambda t: t.replace("pneumothorax", "pneumo-\nthorax").replace("left", "le-\nft"),
    "doubled breaks": lambda t: t.replace("\n", "\n\n"),
    "XML": lambda t: (
        '<doc id="1">' + "".join(f'<line n="{k}">{s}</line>' for k, s in enumerate(t.split("\n\n"))) + "</doc>"
    ),
    "rich text": lambda t: "{\\rtf1\\ansi\\deff0 " + t.replace("\n", "\\par\n") + "}",
    "decimals apart": lambda t: " ".join(re.findall(r"\d+|[A-Za-z]+|_+|[^\sA-Za-z\d_]", t)),
    "message": lambda t: json.dumps({"resourceType": "DiagnosticReport", "status": "final", "conclusion": t}),
    "spoken": spoken,
    "no full stops": lambda t: re.sub(r"\.(?=\s|$)", "", t),
    "entities": lambda t: re.sub(r"[,:-]|\.(?=\s)", lambda m: f"&#{ord(m.group())};", html.escape(t)),
    "message of HL7": lambda t: "PID|1||42\nOBX|1|TX|71020^CHEST||" + t.replace("\n", "\\.br\\") + "||||||F",
    "breaks as tildes": lambda t: t.replace("\n", "~"),
    "LaTeX": lambda t: re.sub(r"(?m)^([A-Z][A-Z ]{4,40}):", r"\\section{\1}", t),
    "table of HTML": lambda t: f"<table>{''.join(rows(t, '<tr><td>{}</td><td>{}</td></tr>'.format))}</table>",
    "table of Markdown": lambda t: "\n".join(rows(t, "| {} | {} |".format)),
    "zero-width beside blanks": lambda t: re.sub(r" (?=[a-z])", "\u200b ", t),
    "declared XML": lambda t: f'<?xml version="1.0"?><report><text>{html.escape(t)}</text></report>',
    "page of a hospital": lambda t: f"Radiology Department\nPage 1 of 1\n{t}\nPage 1 of 1",
    "line numbers": lambda t: "\n".join(f"{k:3d}  {line}" for k, line in enumerate(t.split("\n"))),
    "semicolons": lambda t: re.sub(r"\.(?=[ \n]+[A-Z][a-z])", ";", t),
}


@pytest.fixture(scope="module")
def scorer():
    return ro.Scorer()


@pytest.mark.parametrize("form", FORMS)
def test_a_report_in_another_form_has_the_risk_of_itself(form, scorer):
    risks = scorer(refs=REPORTS, hyps=[FORMS[form](t) for t in REPORTS]).scores["risk_total"]
    assert risks.to_list() == scorer(refs=REPORTS, hyps=REPORTS).scores["risk_total"].to_list()


NOT_READ = {
    "no punctuation lower", "HL7", "heads short", "quoted mail", "quoted mail wrapped", "commas between", "URL",
    "plus for blanks", "quoted-printable", "word a line",
}  # fmt: skip
"""Forms of whole reports that lose something, or that are not undone; the script tells the share that survives."""


@pytest.mark.parametrize("form", sorted(report_layouts.FORMS.keys() - NOT_READ))
def test_a_report_in_any_layout_has_the_risk_of_itself(form, scorer):
    layout = report_layouts.FORMS[form]
    risks = scorer(refs=REPORTS, hyps=[layout(t) for t in REPORTS]).scores["risk_total"]
    assert risks.to_list() == scorer(refs=REPORTS, hyps=REPORTS).scores["risk_total"].to_list()


@pytest.mark.parametrize("form", FORMS)
def test_spans_are_verbatim_in_every_form(form):
    for text in map(FORMS[form], REPORTS):
        for row in extract_units([text]).iter_rows(named=True):
            assert text[row["span_start"] : row["span_end"]] == row["span_text"]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("NO EVIDENCE OF\nPNEUMOTHORAX", ["NO EVIDENCE OF\nPNEUMOTHORAX"]),
        ("CARDIOMEGALY\nNO EFFUSION", ["CARDIOMEGALY", "NO EFFUSION"]),
        # One line that is not wrapped makes the others no lists.
        (
            "there has been interval appearance of right lateral chest wall and neck\nsubcutaneous emphysema. "
            "\nno effusion\n\nto what extent the opacity in the lower lungs is edema alone or edema and "
            "pneumonia is impossible to say",
            [
                "there has been interval appearance of right lateral chest wall and neck\nsubcutaneous emphysema",
                "no effusion",
                "to what extent the opacity in the lower lungs is edema alone or edema and pneumonia is impossible to "
                "say",
            ],
        ),
        ("Cardiomegaly\nNo effusion", ["Cardiomegaly", "No effusion"]),
        ("Cardiomegaly No effusion", ["Cardiomegaly", "No effusion"]),
        ("tip in the\nSVC", ["tip in the\nSVC"]),
        ("1) Scarring 2) Emphysema", ["Scarring 2", "Emphysema"]),
        ("FINDINGS\nThe lungs are clear", ["The lungs are clear"]),
        ("FINDINGS The lungs are clear", ["The lungs are clear"]),
        ("<findings>Edema</findings><impression>Edema</impression>", ["Edema", "Edema"]),
        ("R<L effusions", ["R<L effusions"]),
        ("HISTORY = Cough\n[Findings] The lungs are clear", ["The lungs are clear"]),
        ("INDICATION - Edema?\nFINDINGS \u2014 The lungs are clear", ["The lungs are clear"]),
        ("Chest tube - removed. Heart - normal.", ["Chest tube - removed", "Heart - normal"]),
        ("Calcified Granuloma.", ["Calcified Granuloma"]),
        ("Old R rib fx. Kerley B lines.", ["Old R rib fx", "Kerley B lines"]),
        (
            "Large heart is seen / Old aorta / A nodule is new",
            ["Large heart is seen", "Old aorta", "A nodule is new"],
        ),
        (
            "A line ends in the SVC Edema is seen 2 Scarring is old",
            ["A line ends in the SVC", "Edema is seen", "2", "Scarring is old"],
        ),
        ("left chest___.Edema has improved", ["left chest___", "Edema has improved"]),
        ("\n\nFINDINGS - Edema", ["Edema"]),
        ("Cardiomegaly; No effusion", ["Cardiomegaly", "No effusion"]),
        ("effusion; no edema", ["effusion; no edema"]),
        ("Tube is stable.A line ends in the SVC", ["Tube is stable", "A line ends in the SVC"]),
        ("Opacity on the left\nSmall effusion", ["Opacity on the left", "Small effusion"]),
        (
            "Pneumothorax\nAbsent\nEffusion\nSmall, left\nEdema\nNone",
            ["Pneumothorax\nAbsent", "Effusion\nSmall, left", "Edema\nNone"],
        ),
        ("Pneumothorax - no\nEffusion - small left", ["Pneumothorax - no", "Effusion - small left"]),
        ("No effusion \u2022 Cardiomegaly", ["No effusion", "Cardiomegaly"]),
        ("No effusion | Cardiomegaly", ["No effusion", "Cardiomegaly"]),
        (
            "Heart is normal No effusion Right Swan Ganz catheter",
            ["Heart is normal", "No effusion", "Right Swan Ganz catheter"],
        ),
        ("HISTORY Cough FINDINGS The heart is normal", ["The heart is normal"]),
        ("gas in the colon period no effusion comma edema period", ["gas in the colon", "no effusion comma edema"]),
        (
            "The resting period was a period of rest. No effusion.",
            ["The resting period was a period of rest", "No effusion"],
        ),
        ("no\n\nconsolidation\n\nor\n\neffusion", ["no\n\nconsolidation\n\nor\n\neffusion"]),
        (
            "findings the heart is normal no pleural effusion there is a small left nodule impression no acute disease",
            ["the heart is normal", "no pleural effusion", "there is a small left nodule", "no acute disease"],
        ),
    ],
)
def test_what_ends_a_statement(text, stated):
    assert [sentence for _, sentence in outline(text, load_lexicon().sections).statements] == stated


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("INDICATION: Cough. The lungs are clear.", ["opacity"]),
        ("INDICATION: Cough. PORTABLE UPRIGHT AP VIEW OF THE CHEST: Large right pneumothorax.", ["pneumothorax"]),
        ("HISTORY: Cough. Large left pneumothorax.", ["pneumothorax"]),
        ("COMPARISON: There is a left effusion.", ["pleural_effusion"]),
        ("COMPARISON: Yesterday\nLINES: ETT in place\nLUNGS: Left effusion", ["tube", "pleural_effusion"]),
        (
            '{"comparison": "yesterday", "lines": ["ETT in place", "right PICC"], "heart": "mild cardiomegaly"}',
            ["tube", "central_line", "cardiomegaly"],
        ),
        ("TECHNIQUE: One view. Cardiomegaly.", ["cardiomegaly"]),
        (
            "COMPARISON: None. Scoliosis is stable. Clear left lung. Cardiomegaly, possibly chronic.",
            ["scoliosis", "opacity", "cardiomegaly"],
        ),
        ("HISTORY: Pneumonia. Evaluate for effusion. FINDINGS: Scoliosis.", ["scoliosis"]),
        ("HISTORY: Edema. There is an effusion. FINDINGS: Scoliosis.", ["scoliosis"]),
        ("INDICATION: Rule out pneumothorax", [None]),
        ("INDICATION: Patient with edema. Fever. ? pneumonia", [None, None, None]),
    ],
)
def test_a_statement_of_findings_is_read_wherever_it_stands(text, read):
    assert extract_units([text])["canonical_finding"].to_list()[: len(read)] == read


HEADS = ("Effusion", "Pneumothorax", "Pulmonary edema")
VALUES = (("None", "No", "Absent"), ("Small left", "None", "Mild"), ("no", "yes", "0"))


@pytest.mark.parametrize("values", VALUES, ids=str)
@pytest.mark.parametrize(
    "table",
    [
        "| {} | {} | {} |\n|---|:--|---|\n| {} | {} | {} |",
        "{} | {} | {}\n{} | {} | {}",
        "{}\t{}\t{}\n{}\t{}\t{}",
        "{},{},{}\n{},{},{}\n",
        "<table><tr><th>{}</th><th>{}</th><th>{}</th></tr><tr><td>{}</td><td>{}</td><td>{}</td></tr></table>",
    ],
    ids=ascii,
)
def test_labels_of_columns_are_no_findings(table, values):
    """Label and value stand too far apart to be one statement: not read, rather than three findings that are denied."""
    units = extract_units([table.format(*HEADS, *values)]).drop_nulls("unit_index")
    assert units["canonical_finding"].null_count() == units.height
    scores = ro.Scorer()(["No effusion. No pneumothorax. No edema."], [table.format(*HEADS, *values)]).scores
    assert scores["status"][0] == "unread_candidate"


def test_a_table_that_is_not_read_counts_as_unread_beside_what_is():
    report = "The heart is enlarged.\n\n| Effusion | Pneumothorax |\n|---|---|\n| None | No |"
    scores = ro.Scorer()(["The heart is enlarged."], [report]).scores
    assert scores["unread_share_candidate"].to_list() == [0.5]


@pytest.mark.parametrize(
    "text", ["Effusion | None\nEdema | Mild", "Small effusion, atelectasis\nStable, unchanged", "Effusion\nNone"]
)
def test_labels_of_lines_are(text):
    assert extract_units([text])["canonical_finding"].drop_nulls().len() >= 1


@pytest.mark.parametrize("encoded", [urllib.parse.quote, lambda t: quopri.encodestring(t.encode()).decode()])
@pytest.mark.parametrize("report", REPORTS)
def test_the_encodings_of_addresses_and_mail_are_read(report, encoded):
    """Escapes such as "%20", and "=" at the ends of lines that cut words, change nothing."""
    scores = ro.Scorer()([report, report], [report, encoded(report)]).scores
    assert scores["risk_total"][0] == scores["risk_total"][1]


def test_a_percentage_is_no_escape():
    said = extract_units(["Cardiothoracic ratio 50%. Small effusion, 20% of the left hemithorax = unchanged."])
    assert (
        said["canonical_finding"].to_list()
        == extract_units(["Cardiothoracic ratio 50 %. Small effusion, 20 % of the left hemithorax = unchanged."])[
            "canonical_finding"
        ].to_list()
    )


@pytest.mark.parametrize(
    "text",
    [
        "Heart size: [ ] normal [x] enlarged\nEffusion: [ ] none [x] small [ ] large",
        "Devices: ok. Side: L[x] R[ ] effusion.",
        "| Finding | Right | Left |\n|---|---|---|\n| Effusion | none | small |\n| Pneumothorax | small | none |",
        "| Finding | Prior | Now |\n|---|---|---|\n| Left effusion | moderate | small |",
        "ICD drain on the right, CP angle blunted. ICDɡin situ; lung not yet expanded.",
    ],
)
def test_what_is_read_in_other_words_is_shown_as_it_stands(text):
    units = extract_units([text, f"Normal heart. {text}"]).drop_nulls("unit_index")
    assert units.height >= 2
    for report, start, end, span in units.select("report_id", "span_start", "span_end", "span_text").iter_rows():
        assert (text, f"Normal heart. {text}")[int(report)][start:end] == span
