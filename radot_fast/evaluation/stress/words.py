"""Words and sentences of the corruption stress test: all ours, with the canonical labels they assert."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

Bank = tuple[tuple[tuple[str, ...], str], ...]
"""Canonical labels that a text asserts, and the text."""

ADJECTIVE = re.compile(r"(?:ed|ous|ic|ective|low|prominent|dense|gone)$", re.IGNORECASE)
"""End of a phrase that says how something is and does not name a finding."""
CLAUSE = re.compile(r"\b(?:is|are|was|were|has|have|appears?|remains?|normal|intact)\b", re.IGNORECASE)
"""Words of a statement: a phrase that holds one cannot be put after "no"."""
COPULA = re.compile(r"\b(?:is|are|appears?|remains?)\s+((?:\w+ly\s+)?)$", re.IGNORECASE)
NORMALITY = re.compile(
    r"\b(?:normal|clear|intact|unremarkable|within|midline|negative|without|free|expanded|inflated|aerated|patent|"
    r"stable|unchanged|maintained|preserved|nonenlarged|no|not)\b",
    re.IGNORECASE,
)
"""Words that say that all is well: the opposite is an abnormality, not the words after "there is"."""
ABNORMAL: Mapping[str, str] = MappingProxyType(
    {
        "abdominal_abnormality": "There is an abnormality of the upper abdomen.",
        "acute_abnormality": "There is an acute cardiopulmonary abnormality.",
        "bony_abnormality": "There is an acute bony abnormality.",
        "cardiomegaly": "The heart is enlarged.",
        "congestion": "There is pulmonary vascular congestion.",
        "costophrenic_blunting": "The costophrenic angles are blunted.",
        "free_air": "There is free air under the diaphragm.",
        "hilar_abnormality": "There is a hilar abnormality.",
        "hypoinflation": "There are low lung volumes.",
        "mediastinal_shift": "The trachea is deviated to the right.",
        "mediastinal_widening": "The mediastinum is widened.",
        "opacity": "There is a focal opacity.",
        "pleural_effusion": "There is a pleural effusion.",
        "pneumothorax": "There is a pneumothorax.",
        "soft_tissue_abnormality": "There is a soft tissue abnormality.",
        "tortuous_aorta": "The aorta is tortuous.",
    }
)
"""What contradicts a statement of normality, by the finding that it denies."""

NEW_FINDINGS: Bank = (
    (("pleural_effusion",), "There is a small left pleural effusion."),
    (("pleural_effusion",), "There is a moderate right pleural effusion."),
    (("pneumothorax",), "There is a small right apical pneumothorax."),
    (("consolidation",), "There is consolidation in the right upper lobe."),
    (("pneumonia",), "There is left lower lobe pneumonia."),
    (("nodule",), "There is a nodule in the left upper lobe."),
    (("mass",), "There is a mass in the right upper lobe."),
    (("edema",), "There is mild pulmonary edema."),
    (("cardiomegaly",), "There is moderate cardiomegaly."),
    (("atelectasis",), "There is bibasilar atelectasis."),
    (("fracture",), "There is an acute fracture of the left sixth rib."),
    (("emphysema",), "There is severe emphysema."),
    (("hiatal_hernia",), "There is a large hiatal hernia."),
    (("free_air",), "There is free air under the right hemidiaphragm."),
)
NEW_DEVICES: Bank = (
    (("tube",), "An endotracheal tube terminates above the carina."),
    (("tube",), "A nasogastric tube courses below the diaphragm."),
    (("tube",), "A left chest tube is in place."),
    (("central_line",), "A right PICC terminates in the superior vena cava."),
    (("central_line",), "A right internal jugular central venous catheter is in place."),
    (("pacemaker",), "A left chest pacemaker is in place."),
)
DEVICE_NAMES: Bank = (
    (("tube", "endotracheal_tube"), "endotracheal tube"),
    (("tube", "nasogastric_tube"), "nasogastric tube"),
    (("tube", "chest_tube"), "chest tube"),
    (("central_line", "picc"), "PICC"),
    (("pacemaker",), "pacemaker"),
    (("surgical_clips",), "surgical clips"),
    (("stent",), "stent"),
)
DEVICE_POSITIONS = (
    "superior vena cava",
    "right atrium",
    "right ventricle",
    "brachiocephalic vein",
    "right mainstem bronchus",
    "distal esophagus",
    "stomach",
)
POSITION = re.compile(
    r"\b(?:superior vena cava|svc|cavo-?\s?atrial junction|(?:right|left) atrium|(?:right|left) ventricle|"
    r"brachiocephalic vein|subclavian vein|carina|mainstem bronchus|esophagus|stomach)\b",
    re.IGNORECASE,
)
SYNONYMS: Mapping[str, str] = MappingProxyType({"svc": "superior vena cava"})
"""Other names of the positions."""
NOT_A_PLACE = re.compile(
    r"\b(?:left|right)\s+(?:greater|more|worse|larger)\s+than\s+(?:the\s+)?(?:left|right)\b", re.IGNORECASE
)
"""A comparison of the sides: its words are no place of the finding."""
NOT_A_SEVERITY = re.compile(
    r"\b(?:mild|moderate|small)\s+to\s+(?:moderate|severe|marked|large)\b|"
    r"\b(?:slightly|mildly|moderately|markedly|borderline)\s+(?:large|small|increased?|decreased?|improved|worsened|"
    r"(?:heart\s+|cardiac\s+)?size)\b",
    re.IGNORECASE,
)
"""A range, or a degree of change or of a size: another word there makes no other severity, or no sense."""
MEASURE = re.compile(r"\b\d+(?:\.\d+)?(?=\s*-?\s*(?:mm|cm|millimeters?|centimeters?)\b)", re.IGNORECASE)
LONG_WORD = re.compile(r"\b[A-Za-z]{5,}\b")

LOCATIONS: Mapping[str, str] = MappingProxyType(
    {
        "left": "right",
        "right": "left",
        "upper": "lower",
        "lower": "upper",
        "middle": "upper",
        "bilateral": "left",
        "bibasilar": "left apical",
        "biapical": "right basilar",
        "apical": "basilar",
        "basilar": "apical",
        "apex": "base",
        "base": "apex",
        "bases": "apices",
        "lingula": "right middle lobe",
        "perihilar": "peripheral",
        "retrocardiac": "right apical",
    }
)
SEVERITIES: Mapping[str, str] = MappingProxyType(
    {
        "mild": "severe",
        "mildly": "severely",
        "minimal": "severe",
        "minimally": "severely",
        "slight": "severe",
        "slightly": "severely",
        "small": "large",
        "tiny": "large",
        "trace": "large",
        "borderline": "severe",
        "moderate": "mild",
        "moderately": "mildly",
        "large": "small",
        "severe": "mild",
        "severely": "mildly",
        "marked": "mild",
        "markedly": "mildly",
        "massive": "small",
        "extensive": "minimal",
    }
)
HOMOPHONES: Mapping[str, str] = MappingProxyType(
    {
        "air": "heir",
        "are": "our",
        "be": "bee",
        "by": "buy",
        "for": "four",
        "in": "inn",
        "no": "know",
        "not": "knot",
        "pleural": "plural",
        "right": "write",
        "seen": "scene",
        "site": "cite",
        "size": "sighs",
        "there": "their",
        "to": "two",
        "which": "witch",
        "within": "with in",
    }
)
"""Words and what is heard alike; "no" to "know" loses a negation, as ReXErr's own homophones may."""
