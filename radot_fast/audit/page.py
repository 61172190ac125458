"""A batch as one HTML page that stands alone: no network, no other file, every word of a report escaped.

The page shows the batch at a glance and, for the chosen pairs, both reports with what is wrong marked in them, the
typed discrepancies, what drove each risk, and the aligned evidence. A card is built from data in the page when it is
opened, so that a page of a thousand pairs is short and quick. Its content security policy lets nothing be loaded and
runs no script but the page's own, which is named by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2
from markupsafe import Markup

from radot_fast.audit.chosen_pairs import chosen_pairs
from radot_fast.audit.glossary import CARD, CATEGORIES, STATUSES, TIERS, feature_term
from radot_fast.audit.overview import overview_of
from radot_fast.audit.page_data import PageData
from radot_fast.config import TARGETS
from radot_fast.io.whole_files import written_beside

if TYPE_CHECKING:
    from radot_fast.result.result import Result

TEMPLATES = Path(__file__).parent / "templates"
SHOWN_PAIRS = 20


class Source(NamedTuple):
    """Style or script of a page, and its hash as a content security policy names it."""

    source: Markup
    hash: str


def write_page(
    result: Result,
    path: str | os.PathLike[str],
    top: int | None = SHOWN_PAIRS,
    where: str | None = None,
    pair_ids: Sequence[str] = (),
) -> None:
    """Write ``page_of`` to a file, beside first and then renamed."""
    text = page_of(result, top, where, pair_ids)
    with written_beside(Path(path)) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def page_of(
    result: Result, top: int | None = SHOWN_PAIRS, where: str | None = None, pair_ids: Sequence[str] = ()
) -> str:
    """One self-contained HTML page about a batch. Holds report text.

    Parameters
    ----------
    result
        Scored pairs.
    top, where, pair_ids
        Pairs to show with their evidence (see ``chosen_pairs``).

    Returns
    -------
    HTML. Everything from a report or an id is text to the browser, control characters are made visible.
    """
    data = PageData(result.take(chosen_pairs(result, top, where, pair_ids)))
    return render(
        "page.html",
        styles=("page.css",),
        scripts=("dom.js", "card.js", "page.js"),
        overview=overview_of(result),
        data=Markup(data.as_json()),
        n_shown=len(data.pairs),
        plain=_plain(data),
        targets=TARGETS,
        glossary=_glossary(data),
        signature=result.signature.fields(),
    )


def render(template: str, *, styles: Sequence[str], scripts: Sequence[str], **values: Any) -> str:
    """A page of ``templates`` with its style and script in it.

    Parameters
    ----------
    template
        Name of the HTML.
    styles, scripts
        Names of the files that make its one style and its one script.
    values
        What the template shows; text is escaped.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(style=_source(styles), script=_source(scripts), **values)


def _source(names: Sequence[str]) -> Source:
    """Files of ours, which go in as they are."""
    text = "\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in names)
    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return Source(Markup(text), f"sha256-{digest}")


def _plain(data: PageData) -> list[dict[str, Any]]:
    """The pairs as a table for a browser that runs no script."""
    return [
        {
            "id": pair["id"],
            "status": data.words[pair["status"]],
            "risks": pair["risks"],
            "wrong": [data.words[reason] for _, _, _, reason, *_ in pair["wrong"]],
        }
        for pair in data.pairs
    ]


def _glossary(data: PageData) -> dict[str, Any]:
    """Terms explained on this page; of the features only those that drove a risk."""
    return {
        "features": sorted({feature_term(name) for name in data.features}),
        "categories": CATEGORIES.values(),
        "tiers": TIERS.values(),
        "statuses": STATUSES.values(),
        "card": CARD,
    }
