"""Made-up annotated pairs with stored units: the more a candidate differs, the higher its counts."""

import numpy as np
import polars as pl

from radot_fast.corpus.reports import corpus_from_units
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.evaluation.baselines.systems import Evaluated
from radot_fast.evaluation.protocol.measurements import PairMeasurements
from radot_fast.units.schema import check_units

FINDINGS = ("effusion", "pneumothorax", "nodule", "cardiomegaly", "edema", "atelectasis", "fracture", "opacity")


def unit(report, index, finding, polarity="present", **more):
    row = {
        "report_id": report, "unit_index": index, "span_text": f"{polarity} {finding}", "canonical_finding": finding,
        "surface_finding": finding, "polarity": polarity, "uncertainty": "definite", "comparison": "none",
        "severity": None, "anatomy": ["lung"], "modifiers": [], "confidence": 1.0, "source": "rules",
    }  # fmt: skip
    return {**row, **more}


def units(rows):
    return check_units(pl.DataFrame(rows, infer_schema_length=None)).table


def pair(rng, k):
    """Units of a reference and of a candidate with some errors in it, and how many."""
    chosen = rng.permutation(FINDINGS)[: rng.integers(2, 6)].tolist()
    polarity = ["present" if rng.random() < 0.6 else "absent" for _ in chosen]
    reference = [unit(f"r{k}", i, f, p) for i, (f, p) in enumerate(zip(chosen, polarity, strict=True))]
    candidate, errors = [], 0
    for f, p in zip(chosen, polarity, strict=True):
        draw = rng.random()
        if draw < 0.15:
            errors += 1
            continue
        flipped = draw < 0.3
        severe = 0.3 <= draw < 0.4
        errors += flipped + severe
        said = {"present": "absent", "absent": "present"}[p] if flipped else p
        candidate.append(unit(f"c{k}", len(candidate), f, said, severity="severe" if severe else None))
    return reference, candidate, errors


def evaluated(n=30, seed=0, name="made up", targets=("total", "significant", "insignificant")):
    rng = np.random.default_rng(seed)
    references, candidates, errors = [], [], []
    for k in range(n):
        r, c, e = pair(rng, k)
        references += r
        candidates += c or [{**unit(f"c{k}", None, None), "span_text": None}]
        errors.append(e)
    ids = [f"p{k}" for k in range(n)]
    table = pl.DataFrame(
        {"pair_id": ids, "reference_id": [f"r{k}" for k in range(n)], "candidate_id": [f"c{k}" for k in range(n)]}
    )
    paired = corpus_from_units(units(references), units(candidates), table)
    significant = np.array([min(e, 2) for e in errors], dtype=float)
    counts = {"total": np.array(errors, float), "significant": significant}
    counts["insignificant"] = counts["total"] - significant + rng.integers(0, 2, n)
    pairs = pl.DataFrame(
        {
            "pair_id": ids,
            "group": [f"g{k // 2}" for k in range(n)],
            "reference": [" ".join(u["span_text"] for u in references if u["report_id"] == f"r{k}") for k in range(n)],
            "candidate": [
                " ".join(u["span_text"] or "" for u in candidates if u["report_id"] == f"c{k}") for k in range(n)
            ],
            **{t: counts[t] for t in targets},
        }
    )
    kinds = pl.DataFrame({"pair_id": ids, "category": "any", "severity": "significant", "count": significant})
    return Evaluated(AnnotatedPairs(name, pairs, kinds), PairMeasurements(paired))


def annotations(e):
    return e.data.pairs.select("pair_id", "group", *e.data.targets)
