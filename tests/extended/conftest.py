"""What the plan of one made-up pair adds up to."""

import pytest

PARTS = ("label", "side", "region", "severity", "measurement", "certainty", "comparison", "kind")


@pytest.fixture
def sums():
    """Features of one pair of unit lists by name; loners counted, the parts of couples summed, all errors."""

    # imported here: this file is read before it is settled whether kernels are compiled
    from made_units import NAMES, solved

    from radot_fast.extended.features import plan_features
    from radot_fast.kernels.extended.couples import FINDING

    def of(reference, candidate):
        nodes, pairs, plans = solved(reference, candidate)
        found = dict(zip(NAMES, plan_features(nodes, pairs, plans)[0].tolist(), strict=True))
        couples = plans.is_kind(FINDING, FINDING)
        found |= {
            f"{name}_mismatch": value for name, value in zip(PARTS, plans.parts.sum(axis=0).tolist(), strict=True)
        }
        found |= {"omitted": int((plans.ref_weight > 0).sum()), "added": int((plans.cand_weight > 0).sum())}
        found["burden"] = float(plans.ref_weight.sum() + plans.cand_weight.sum() + plans.cost[couples].sum())
        return found

    return of
