"""One pair in a terminal: both reports, the aligned evidence, what drove each risk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from radot_fast.arrays import ROLES
from radot_fast.audit.pair import PairAudit, differences, errors_in_words, missing_side, nothing_differs
from radot_fast.audit.printable import printable
from radot_fast.config import REPORTS, TARGETS
from radot_fast.readout.model import INTERCEPT

if TYPE_CHECKING:
    from radot_fast.extraction.coverage import SetAside

EDGE_LIMIT = 12
CONTRIBUTION_LIMIT = 6
BAR_WIDTH = 24


def print_audit(audit: PairAudit, console: Console) -> None:
    """Print a pair's audit; nothing of a report reaches the terminal raw."""
    console.print(_heading(audit))
    console.print(_reports(audit, console.width))
    if audit.discrepancies.height:
        console.print(_discrepancies(audit))
    elif audit.contributions.height:
        console.print(Text("No discrepancy found between the findings of the two reports.", style="dim"))
    if audit.edges.height:
        console.print(_evidence(audit))
    if audit.contributions.height:
        console.print(_account(audit))


def _heading(audit: PairAudit) -> RenderableType:
    """Id, status and the three risks."""
    score = audit.score
    line = Text.assemble(("Pair ", "bold"), (printable(score["pair_id"]), "bold cyan"), f"  status {score['status']}")
    risks = []
    for target in TARGETS:
        value, errors = score[f"risk_{target}"], errors_in_words(score, target)
        risks.append(f"{target} {'–' if value is None else format(value, '.3f')}{errors and f' ({errors})'}")
    return Group(line, Text("Risk (higher is worse): " + " · ".join(risks)))


def _reports(audit: PairAudit, width: int) -> RenderableType:
    """Reports side by side."""
    half = max(30, (width - 2) // 2)
    panels = []
    for title, text, aside in zip(REPORTS, (audit.reference, audit.candidate), audit.set_aside, strict=True):
        body = _body(text, aside) if text else Text("(empty)", style="dim")
        panels.append(Panel(body, title=title, title_align="left", width=half))
    columns = Columns(panels, padding=(0, 1))
    if not any(s.asserts for side in audit.set_aside for s in side):
        return columns
    note = "Underlined: names a finding, but its heading sets it aside, so it is not scored."
    return Group(columns, Text(note, style="yellow"))


def _body(text: str, aside: list[SetAside]) -> Text:
    """Report with what a heading sets aside dim, and underlined where it names a finding."""
    body = Text()
    last = 0
    for sentence in aside:
        body.append(printable(text[last : sentence.start], newlines=True))
        style = "dim underline" if sentence.asserts else "dim"
        body.append(printable(text[sentence.start : sentence.end], newlines=True), style=style)
        last = sentence.end
    return body.append(printable(text[last:], newlines=True))


def _discrepancies(audit: PairAudit) -> RenderableType:
    """Discrepancies, each with its finding's usual significance and its share of the total risk."""
    table = Table(title=f"Discrepancies: {audit.discrepancies.height}", title_justify="left", header_style="bold")
    for name, ratio in (("what", 2), ("why", 4), ("reference", 3), ("candidate", 3)):
        table.add_column(name, ratio=ratio)
    table.add_column("magnitude", justify="right", no_wrap=True)
    effects = audit.effects.get("total")
    if effects:
        table.add_column("of total", justify="right", no_wrap=True)
    for k, row in enumerate(audit.discrepancies.iter_rows(named=True)):
        what = f"{row['category'].replace('_', ' ')} ({row['significance'].replace('_', ' ')})"
        spans = (Text(printable(row[f"{side}_span"]) or "–") for side in ROLES)
        behind = [f"{effects[k]:+.2f}"] if effects else []
        table.add_row(Text(what), Text(printable(row["reason"])), *spans, f"{row['magnitude']:.2f}", *behind)
    return table


def _evidence(audit: PairAudit) -> RenderableType:
    """Edges with the largest mass-weighted risk."""
    shown = audit.edges.head(EDGE_LIMIT)
    table = Table(
        title=f"Aligned evidence: {shown.height} of {audit.edges.height} edges, largest mass × risk first",
        title_justify="left",
        header_style="bold",
        show_lines=False,
    )
    table.add_column("reference", ratio=3)
    table.add_column("candidate", ratio=3)
    table.add_column("differs in", ratio=2)
    for name in ("mass", "align", "side", "mass × risk"):
        table.add_column(name, justify="right", no_wrap=True)
    for edge in shown.iter_rows(named=True):
        words = ", ".join(f"{channel} {value:.2f}" for channel, value in differences(edge))
        table.add_row(
            _unit(edge, "ref"),
            _unit(edge, "cand"),
            Text(words or nothing_differs(edge), style="" if words else "dim"),
            *(f"{edge[c]:.3f}" for c in ("mass", "align_cost", "side_cost", "mw_risk")),
        )
    return table


def _unit(edge: dict[str, Any], side: str) -> Text:
    """Words of one side, and how they were read."""
    if edge[f"{side}_span"] is None:
        return Text(missing_side(edge), style="dim")
    return Text.assemble(printable(edge[f"{side}_span"]), (f" [{printable(edge[f'{side}_reading'])}]", "dim"))


def _account(audit: PairAudit) -> RenderableType:
    """Contributions to each risk, as numbers and bars; the rest is one summed row, so that each column adds up."""
    rows: list[RenderableType] = []
    largest = float(audit.contributions["contribution"].abs().max() or 1.0)  # type: ignore[arg-type]
    for target in dict.fromkeys(audit.contributions["target"]):
        mine = audit.contributions.filter(audit.contributions["target"] == target)
        terms = mine.filter((mine["feature"] != INTERCEPT) & (mine["contribution"] > 0))
        base = float(mine.filter(mine["feature"] == INTERCEPT)["contribution"].sum())
        rest = terms["contribution"][CONTRIBUTION_LIMIT:]
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(min_width=30)
        table.add_column(justify="right")
        table.add_column(min_width=BAR_WIDTH)
        for term in terms.head(CONTRIBUTION_LIMIT).iter_rows(named=True):
            table.add_row(term["feature"], f"{term['contribution']:+.3f}", _bar(term["contribution"], largest))
        if len(rest):
            table.add_row(
                f"{len(rest)} more feature{'s'[: len(rest) > 1]}",
                f"{rest.sum():+.3f}",
                _bar(float(rest.sum()), largest),
            )
        table.add_row("intercept", f"{base:+.3f}", "")
        table.add_row(Text("risk", style="bold"), Text(f"{mine['contribution'].sum():+.3f}", style="bold"), "")
        rows += [Text(f"What drove the {target} risk", style="italic"), table]
    return Group(*rows)


def _bar(value: float, largest: float) -> Text:
    """Bar of eighth blocks."""
    eighths = round(BAR_WIDTH * 8 * min(abs(value) / largest, 1.0))
    full, part = divmod(eighths, 8)
    return Text("█" * full + (" ▏▎▍▌▋▊▉"[part] if part else ""), style="cyan")
