"""Notes under the tables of a protocol: what is ours where the paper is silent (method §7 to §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from radot_fast.evaluation.protocol.ablation import DROPOUT_SEEDS
from radot_fast.evaluation.protocol.selection import EPSILONS, MARGINAL_PENALTIES, MASSES

if TYPE_CHECKING:
    from radot_fast.evaluation.protocol.inputs import Inputs, Outcome

GRID = ", ".join(f"{e:g}" for e in EPSILONS)


def note_of(table: str, inputs: Inputs, outcome: Outcome) -> str:
    """Note under a table, empty where the paper leaves nothing open."""
    notes = {
        "data": _data,
        "selection": _selection,
        "source": _source,
        "source_paired": _paired,
        "main": _main,
        "paired": _paired,
        "metrics": _metrics,
        "screening": _screening,
        "ablation": _ablation,
        "sensitivity": _sensitivity,
        "diagnostics": _diagnostics,
        "error_types": _error_types,
        "quintiles": _quintiles,
        "edges": _cases,
        "contributions": _cases,
        "stress": _stress,
    }
    return notes[table](inputs, outcome) if table in notes else ""


def _data(inputs: Inputs, _: Outcome) -> str:
    readers = dict.fromkeys(str(inputs.made_by(side)) for side in ("source", "target"))
    return (
        f"Units by: {' and '.join(readers)}; the paper: Llama-3.3-70B-Instruct. A fallback role is a report that fell "
        "back as a whole, in each role (reference or candidate of a pair) that it plays; the paper counts so. Partly "
        "fallback: some sentences only, which the paper's parser cannot have."
    )


def _selection(inputs: Inputs, _: Outcome) -> str:
    return (
        f"The paper prints neither its grid of ε nor the weights of nine priors nor the readout configurations that it "
        f"tried: ours are ε in {GRID}, the weights of METHOD.md 3.3, and 66 features always. Ties go to the first."
        f"{_raters(inputs)}"
    )


def _source(inputs: Inputs, _: Outcome) -> str:
    return f"Intervals by group (study or patient), which the paper does not say.{_raters(inputs)}"


def _main(inputs: Inputs, _: Outcome) -> str:
    told = f" {inputs.target.name}: {'; '.join(inputs.target.notes)}." if inputs.target.notes else ""
    return (
        f"Percentile bootstrap, {inputs.resampling.n_resamples:,} resamples; the paper names neither kind nor number. "
        "Text-only ridge, structured monotone, graph-derived monotone and GNN are named by the paper and not defined: "
        f"the definitions are ours (METHOD.md 7.9).{told}"
    )


def _paired(inputs: Inputs, _: Outcome) -> str:
    return (
        f"One matrix of {inputs.resampling.n_resamples:,} resamples serves every system. p-values and Holm's "
        "correction are not in the paper."
    )


def _metrics(inputs: Inputs, _: Outcome) -> str:
    if inputs.source.ratings is None:
        return "Kendall is tau-b. MAE and RMSE are on the scale of the source's counts: risks are not calibrated."
    return (
        "Kendall is tau-b. The paper does not say how raters become one count: the readout is fitted on their sum and "
        "on their mean, both are shown. Ranks hardly care; MAE and RMSE are on the scale of what was fitted, and the "
        "paper's MAE of 11.692 on counts of 0.7 to 5.05 fits sums over six raters."
    )


def _screening(_: Inputs, __: Outcome) -> str:
    return (
        "Positive: a count above 0. AUPRC is average precision with tied risks grouped; sensitivities are not "
        "interpolated; enrichment is precision in the top 20% over prevalence, ties by input order. The paper says "
        "none of it; its figures are whole counts of 62 positives in 100 under these rules."
    )


def _ablation(_: Inputs, __: Outcome) -> str:
    taus, lambdas = (", ".join(f"{v:g}" for v in values) for values in (MASSES, MARGINAL_PENALTIES))
    return (
        "The paper does not list the features of its rows, its grids of τ and λ, or the objective of partial "
        f"transport: ours are in METHOD.md 4.2, 4.3 and 7.5. The three formulations have the same 66 features; prior, "
        f"ε, τ (of {taus}) and λ (of {lambdas}) are selected on the source and stand in the row. The balanced variant "
        "is then the full system by construction; what makes the paper's (.509) differ from its full system (.554) is "
        "not printed."
    )


def _sensitivity(_: Inputs, __: Outcome) -> str:
    return "Around the configuration that is selected here; without severity it leaves the sums over channels too."


def _diagnostics(inputs: Inputs, _: Outcome) -> str:
    return (
        "Without the reference count the readout is fitted anew. A fallback pair holds a report that fell back as a "
        f"whole. Unit dropout is on both sides of the target under the frozen readout: mean over {DROPOUT_SEEDS} seeds "
        f"from {inputs.resampling.seed}, with the range of the middle 95% of them (spread of the dropout alone); the "
        "paper gives neither."
    )


def _error_types(_: Inputs, __: Outcome) -> str:
    return (
        "Best: largest signed Spearman of the 66 features; the two best of each category. spearman of printed is that "
        "of the feature that the paper prints at that rank, on these pairs."
    )


def _quintiles(_: Inputs, __: Outcome) -> str:
    return "Ties in risk go by input order. The paper prints the first and the last fifth."


def _cases(_: Inputs, __: Outcome) -> str:
    return (
        "An edge is a cell with at least its independent share of the mass, its risk D plus the five side channels: "
        "the paper defines neither. Where its two reports are not in the set, the pairs of highest risk are shown."
    )


def _stress(_: Inputs, outcome: Outcome) -> str:
    names = outcome.stress.sets if outcome.stress is not None else []
    which = (
        f" The paper does not say which split its 2,708 reports are of; these are of {names[0]}."
        if names and names[0].startswith("ReXErr")
        else " Errors are injected here (METHOD.md 7.10), not those of ReXErr-v1."
    )
    return (
        f"A win is a strictly higher risk; ties stand apart. The paper does not say which of the three risks it "
        f"means: its figures stand beside the total.{which}"
    )


def _raters(inputs: Inputs) -> str:
    return f" Target counts: {inputs.source.aggregate} over raters." if inputs.source.ratings is not None else ""
