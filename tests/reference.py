"""The slow oracle: plain loops over plain units, written from the method alone; imports nothing of the package.

A unit is a dict with the keys of method §1 (a missing key is missing); a report is a list of units. The
transport plan has its own file, ``reference_transport.py``.
"""

import math
import re
import unicodedata
from typing import NamedTuple

MISSING = {"", "null", "n/a", "unknown"}
POLARITIES = {"present", "absent", "uncertain"}
UNCERTAINTIES = {"definite", "probable", "possible"}
COMPARISONS = {"none", "new", "stable", "improved", "worsened", "resolved"}
SEVERITY_SCALE = {
    "none": 0.0,
    "normal": 0.0,
    "mild": 0.33,
    "moderate": 0.66,
    "severe": 1.0,
    "marked": 1.0,
}
GROUND = ("finding", "anatomy", "polarity", "text")
CHANNELS = ("comparison", "uncertainty", "device", "modifier", "severity")
COSTS = GROUND + CHANNELS
EDGE_SLACK = 1e-6
LOW_CONFIDENCE = 0.55


# Labels and tokens (method §1 and §2)


def normalize(value):
    """NFKC, strip, lower case; None where that is missing."""
    if value is None:
        return None
    text = unicodedata.normalize("NFKC", value).strip().lower()
    return None if text in MISSING else text


def label(value):
    """A finding, device, anatomy or modifier label; ``none`` is missing too."""
    text = normalize(value)
    return None if text == "none" else text


def closed(value, admitted):
    """A value of a closed list; anything else is missing."""
    text = normalize(value)
    return text if text in admitted else None


def labels(values):
    """The set of labels of a list, or of one string delimited by ``|``, ``;`` or ``,``."""
    if values is None:
        return frozenset()
    if isinstance(values, str):
        values = re.split(r"[|;,]", values)
    return frozenset(text for text in map(label, values) if text is not None)


def tokens(*fields):
    """tau of the fields joined by one space: the set of maximal runs of letters or digits."""
    text = unicodedata.normalize("NFKC", " ".join(f for f in fields if f)).lower().replace("<unk>", " ")
    found, run = set(), ""
    for character in text + " ":
        if unicodedata.category(character)[0] == "L" or unicodedata.category(character) == "Nd":
            run += character
        elif run:
            found.add(run)
            run = ""
    return frozenset(found - {"xxxx"})


def finding_text(unit):
    """Tokens of canonical finding + surface finding + span."""
    return tokens(label(unit.get("canonical_finding")), unit.get("surface_finding"), unit.get("span_text"))


def transport_units(report):
    """Units as transport sees them, and the unit count: one null unit where no unit has a token left."""
    if any(finding_text(unit) for unit in report):
        return report, len(report)
    return [{}], 0


# Costs (method §2 and §3)


def jaccard(a, b):
    """J(A, B): 1 if both are empty, 0 if exactly one is, else the share of the union that is common."""
    if not a and not b:
        return 1.0
    return len(a & b) / len(a | b)


def c_cat(a, b, mu, eta):
    """Categorical cost: mu where exactly one side is missing, eta where the values differ."""
    if a is None and b is None:
        return 0.0
    if a is None or b is None:
        return mu
    return 0.0 if a == b else eta


def c_set(a, b, mu):
    """Set cost: mu where exactly one side is empty, else the Jaccard distance."""
    if not a and not b:
        return 0.0
    if not a or not b:
        return mu
    return 1.0 - jaccard(a, b)


def severity(value):
    """Place on the severity scale."""
    text = normalize(value)
    return 0.0 if text is None else SEVERITY_SCALE.get(text, 0.5)


def cost_finding(r, c):
    a, b = label(r.get("canonical_finding")), label(c.get("canonical_finding"))
    return 0.0 if a is not None and a == b else 1.0 - jaccard(finding_text(r), finding_text(c))


def unit_costs(r, c):
    """The nine costs of one pair of units, by name, each in [0, 1]."""

    def pair(convert, column):
        return convert(r.get(column)), convert(c.get(column))

    costs = {
        "finding": cost_finding(r, c),
        "anatomy": c_set(*pair(labels, "anatomy"), 0.6),
        "polarity": c_cat(*pair(lambda v: closed(v, POLARITIES), "polarity"), 0.5, 1.0),
        "text": 1.0 - jaccard(*pair(tokens, "span_text")),
        "comparison": c_cat(*pair(lambda v: closed(v, COMPARISONS), "comparison"), 0.35, 1.0),
        "uncertainty": c_cat(*pair(lambda v: closed(v, UNCERTAINTIES), "uncertainty"), 0.35, 1.0),
        "device": c_cat(*pair(label, "device"), 0.2, 1.0),
        "modifier": c_set(*pair(labels, "modifiers"), 0.4),
        "severity": abs(severity(r.get("severity")) - severity(c.get("severity"))),
    }
    return {name: min(1.0, max(0.0, value)) for name, value in costs.items()}


def cost_matrices(reference, candidate):
    """Nine matrices (lists of rows) by name, for two lists of units."""
    cells = [[unit_costs(r, c) for c in candidate] for r in reference]
    return {name: [[cell[name] for cell in row] for row in cells] for name in COSTS}


def ground_cost(costs, weights):
    """D = w_f finding + w_a anatomy + w_p polarity + w_t text."""
    n, m = len(costs["finding"]), len(costs["finding"][0])
    return [
        [sum(w * costs[name][i][j] for name, w in zip(GROUND, weights, strict=True)) for j in range(m)]
        for i in range(n)
    ]


def side_cost(costs, channels=CHANNELS):
    """Sum of the side channels."""
    n, m = len(costs["finding"]), len(costs["finding"][0])
    return [[sum(costs[name][i][j] for name in channels) for j in range(m)] for i in range(n)]


# Edges and features (method §5)


class Edge(NamedTuple):
    """One edge: positions, mass P_ij, D_ij, Side_ij and P_ij (D_ij + Side_ij)."""

    row: int
    column: int
    mass: float
    align_cost: float
    side_cost: float
    mw_risk: float


def mass_weighted_risk(mass, align_cost, side):
    """P_ij (D_ij + Side_ij): the last column of the paper's table of edges."""
    return mass * (align_cost + side)


def shares(plan):
    """P = T / sum T."""
    total = math.fsum(t for row in plan for t in row)
    return [[t / total for t in row] for row in plan]


def edge_cells(plan):
    """Cells that get at least their independent share, row by row."""
    P = shares(plan)
    n, m = len(P), len(P[0])
    return [(i, j) for i in range(n) for j in range(m) if P[i][j] >= (1 - EDGE_SLACK) / (n * m)]


def edges(plan, costs, weights):
    """Edges of a plan, row by row."""
    P, D, side = shares(plan), ground_cost(costs, weights), side_cost(costs)
    return [
        Edge(i, j, P[i][j], D[i][j], side[i][j], mass_weighted_risk(P[i][j], D[i][j], side[i][j]))
        for i, j in edge_cells(plan)
    ]


def nearest_threshold(plan):
    """Least relative distance of a cell to the edge threshold, and of a rho or gamma to 0.55."""
    P = shares(plan)
    n, m = len(P), len(P[0])
    near = min(abs(p * n * m / (1 - EDGE_SLACK) - 1) for row in P for p in row)
    rho, gamma = concentrations(plan)
    return min(near, *(abs(value / LOW_CONFIDENCE - 1) for value in rho + gamma))


def concentrations(plan):
    """rho_i = max_j T_ij / a_i and gamma_j = max_i T_ij / b_j, clipped to [0, 1]."""
    n, m = len(plan), len(plan[0])
    rho = [min(1.0, max(0.0, max(row) * n)) for row in plan]
    gamma = [min(1.0, max(0.0, max(row[j] for row in plan) * m)) for j in range(m)]
    return rho, gamma


def _top_mean(values, k):
    largest = sorted(values, reverse=True)[:k]
    return math.fsum(largest) / len(largest)


def _top_sum(values, k):
    return math.fsum(sorted(values, reverse=True)[:k])


def summaries(P, cells, X):
    """Expectation over all cells; maximum, top means and top mass-weighted sum over edges."""
    values = [X[i][j] for i, j in cells]
    weighted = [P[i][j] * X[i][j] for i, j in cells]
    return {
        "expected": math.fsum(p * x for ps, xs in zip(P, X, strict=True) for p, x in zip(ps, xs, strict=True)),
        "max": max(values),
        "top3_mean": _top_mean(values, 3),
        "top3_mw": _top_sum(weighted, 3),
        "top5_mean": _top_mean(values, 5),
    }


def diffuseness(plan):
    """The ``diffuse`` family: entropy, concentration of mass, rho and gamma."""
    P = shares(plan)
    n, m = len(P), len(P[0])
    masses = [p for row in P for p in row]
    entropy = -math.fsum(p * math.log(p) for p in masses if p > 0)
    rho, gamma = concentrations(plan)
    out = {
        "transport_entropy": entropy,
        "transport_entropy_normalized": entropy / math.log(n * m) if n * m > 1 else 0.0,
        "effective_edges": math.exp(entropy),
        "effective_edges_ratio": math.exp(entropy) / max(n, m),
    }
    for k in (1, 3, 5):
        out[f"top{k}_mass_deficit"] = 1.0 - _top_sum(masses, k)
    for prefix, kind in (
        ("diffuse", lambda values: math.fsum(1 - v for v in values) / len(values)),
        ("low_confidence", lambda values: sum(v < LOW_CONFIDENCE for v in values) / len(values)),
    ):
        reference, candidate = kind(rho), kind(gamma)
        out[f"{prefix}_reference"] = reference
        out[f"{prefix}_candidate"] = candidate
        out[f"{prefix}_total"] = reference + candidate
        out[f"{prefix}_asymmetry"] = abs(reference - candidate)
    out["diffuse_reference_max"] = 1.0 - min(rho)
    out["diffuse_candidate_max"] = 1.0 - min(gamma)
    return out


def features(plan, costs, weights, counts, without_severity=False):
    """All features of method §5 as {name: (family, value)}, in the order of its table.

    ``counts`` are the unit counts of the two reports (0 for a null unit); ``without_severity`` is the
    audit that takes severity out of the features and out of Side.
    """
    channels = CHANNELS[:-1] if without_severity else CHANNELS
    P, cells = shares(plan), edge_cells(plan)
    D, side = ground_cost(costs, weights), side_cost(costs, channels)
    risk = [[d + s for d, s in zip(ds, ss, strict=True)] for ds, ss in zip(D, side, strict=True)]
    out = {}

    def add(family, prefix, X, names):
        found = summaries(P, cells, X)
        out.update({f"{prefix}_{name}": (family, found[name]) for name in names})

    five = ("expected", "max", "top3_mean", "top3_mw", "top5_mean")
    add("alignment", "transport", D, five[:4])
    for name in GROUND:
        add("alignment", name, costs[name], five[:3])
    for name in channels:
        add("severity" if name == "severity" else "side", name, costs[name], five)
    out["side_expected_sum"] = ("side", math.fsum(out[f"{name}_expected"][1] for name in channels))
    out["side_max_sum"] = ("side", math.fsum(out[f"{name}_max"][1] for name in channels))
    add("side", "side", side, ("top3_mean",))
    found = summaries(P, cells, risk)
    out["top_risk_sum"] = ("risk", found["top3_mw"])
    out["top_risk_max"] = ("risk", found["max"])
    out["risk_top3_mean"] = ("risk", found["top3_mean"])
    out["reference_unit_count"] = ("count", float(counts[0]))
    out["candidate_unit_count"] = ("count", float(counts[1]))
    out.update({name: ("diffuse", value) for name, value in diffuseness(plan).items()})
    return out
