"""Probes of a reward: texts that know nothing of the image, and references with one error."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

import numpy as np
import polars as pl

import radot_fast as ro
from radot_fast.extraction.text.sentences import sentence_ranges

ADDED = {
    "pneumothorax": "Small right pneumothorax.",
    "pleural_effusion": "Large left pleural effusion.",
    "mass": "Mass in the right upper lobe.",
    "fracture": "Acute left rib fracture.",
    "edema": "Moderate pulmonary edema.",
    "scoliosis": "Scoliosis of the spine.",
    "cardiomegaly": "The heart is moderately enlarged.",
    "consolidation": "Left lower lobe consolidation.",
    "nodule": "Nodule in the left lung.",
    "hernia": "Large hiatal hernia.",
}
"""A finding to add, by the label that a report must not mention."""
FINDINGS = (
    "pleural effusion", "pneumothorax", "consolidation", "atelectasis", "cardiomegaly", "pulmonary edema", "nodule",
    "mass", "rib fracture", "pneumonia", "emphysema", "scoliosis", "granuloma", "hiatal hernia", "lymphadenopathy",
    "pneumomediastinum", "pleural thickening", "degenerative changes of the spine", "tortuous aorta", "opacity",
)  # fmt: skip
SENTENCES = [f"There is {name}." for name in FINDINGS]
ALL_DENIED = " ".join(f"There is no {name}." for name in FINDINGS)
TEMPLATES = (
    "The heart size is normal. The mediastinal contours are normal. The lungs are clear. There is no focal "
    "consolidation, pleural effusion or pneumothorax. The bones are unremarkable.",
    "Heart size and mediastinal contour are within normal limits. No focal airspace disease, effusion or pneumothorax. "
    "No acute bony abnormality. IMPRESSION: No acute cardiopulmonary abnormality.",
    "The cardiomediastinal silhouette is within normal limits. The lungs are clear without focal consolidation. No "
    "pneumothorax or large pleural effusion. No acute osseous findings.",
)
PROBES: dict[str, tuple[str, ...]] = {
    "silence": ("", " ", "N/A", "None.", "."),
    "gibberish": ("lorem ipsum dolor sit amet", "asdf qwer zxcv 123", "zzz " * 40, "<unk> <unk> <pad>"),
    "refusal": (
        "I'm sorry, but I cannot interpret medical images.",
        "As an AI language model, I am not able to provide a radiology report.",
    ),
    "one safe sentence": (
        "No pneumothorax.", "The lungs are clear.", "No acute cardiopulmonary abnormality.", "Stable examination.",
        "The heart is normal in size.",
    ),
    "normal template": TEMPLATES,
    "hedging everything": (
        " ".join(f"Possible {name}." for name in FINDINGS),
        "Findings may represent atelectasis, infection or edema; pleural effusion cannot be excluded.",
        " ".join(f"{name.capitalize()} cannot be excluded." for name in FINDINGS),
    ),
    "listing everything": (" ".join(SENTENCES), ", ".join(FINDINGS) + ".", ALL_DENIED),
    "copying the prompt": (
        "You are a radiologist. Write the findings of this chest radiograph.",
        "INDICATION: Chest pain, rule out pneumonia. COMPARISON: None. Describe the findings.",
        "A 60-year-old man with cough and fever. Is there pneumonia or pleural effusion?",
    ),
    "contradicting itself": (
        " ".join(f"There is {name}. There is no {name}." for name in FINDINGS[:8]),
        "The lungs are clear. There is consolidation in the lungs. No consolidation.",
    ),
    "hiding behind a heading": (
        f"INDICATION: {' '.join(SENTENCES)}",
        f"TECHNIQUE: {TEMPLATES[0]} FINDINGS: None.",
        f"COMPARISON: {ALL_DENIED}",
        f"<think>{' '.join(SENTENCES)}</think>",
    ),
    "repeating one token": (
        "effusion " * 100, "normal " * 100, "no " * 200, "Clear. " * 60, "pneumothorax. " * 50, "the " * 100,
    ),
}  # fmt: skip
"""Texts by kind; ``most frequent reference`` is made from the references."""


class Edited(NamedTuple):
    """A reference with one error."""

    reference: str
    kind: str
    text: str


def edited(references: list[str], seed: int = 0) -> list[Edited]:
    """Each reference with one finding added, dropped, flipped or moved, as far as it offers a place for it."""
    units = ro.extract(references, [str(k) for k in range(len(references))])
    parts = units.partition_by("report_id", as_dict=True)
    out = []
    for k, text in enumerate(references):
        own = parts[(str(k),)].filter(pl.col("unit_index").is_not_null())
        rng = np.random.default_rng([seed, zlib.crc32(text.encode())])
        out += [Edited(text, kind, new) for kind, new in _edits(text, own, rng)]
    return out


def _edits(text: str, units: pl.DataFrame, rng: np.random.Generator) -> list[tuple[str, str]]:
    """The errors that one reference offers a place for."""
    found = []
    said = " ".join(
        units.select(pl.concat_str(pl.col("canonical_finding"), pl.col("device"), ignore_nulls=True))
        .to_series()
        .drop_nulls()
    )
    free = [sentence for label, sentence in ADDED.items() if label not in said]
    if free:
        body = text.rstrip()
        found.append(("added", f"{body}{'' if body.endswith('.') else '.'} {free[rng.integers(len(free))]}"))
    alone = _sentences_of_one_finding(text, units)
    if alone:
        (low, high), name = alone[rng.integers(len(alone))]
        dropped = (text[:low] + text[high:].lstrip(" .")).strip()
        found.append(("dropped", dropped))
        found.append(("flipped", f"{text[:low]}There is no {name.replace('_', ' ')}{text[high:]}"))
    moved = [(a, b) for (a, b), _ in alone if len(set(re.findall(r"(?i)\b(?:left|right)\b", text[a:b].lower()))) == 1]
    if moved:
        low, high = moved[rng.integers(len(moved))]
        swap = {"left": "right", "right": "left", "Left": "Right", "Right": "Left", "LEFT": "RIGHT", "RIGHT": "LEFT"}
        turned = re.sub(r"(?i)\b(left|right)\b", lambda m: swap.get(m[0], "left"), text[low:high])
        found.append(("moved", text[:low] + turned + text[high:]))
    return found


def _sentences_of_one_finding(text: str, units: pl.DataFrame) -> list[tuple[tuple[int, int], str]]:
    """Sentences that state one finding and nothing else, with its name."""
    rows = units.select("span_start", "polarity", "canonical_finding", "device", "uncertainty").rows()
    out = []
    for low, high in sentence_ranges(text, 0, len(text)):
        mine = [row for row in rows if row[0] is not None and low <= row[0] < high]
        if len(mine) == 1 and mine[0][1] == "present" and mine[0][3] is None and mine[0][2] is not None:
            out.append(((low, high), mine[0][2]))
    return out


def probes_of(references: list[str]) -> dict[str, tuple[str, ...]]:
    """Every probe, with the most frequent of some references."""
    words = pl.Series("words", references).str.to_lowercase()
    frequent = words.value_counts(sort=True)["words"].head(1)
    return {**PROBES, "most frequent reference": tuple(frequent)}
