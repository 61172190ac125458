"""Sizes and times of the page in a real browser, on IU pairs and on one pair of very long reports.

usage: python scripts/page_figures.py DATA_DIR [CHROMIUM]

Each line: megabytes, seconds to write, seconds from opening to the first card, seconds to filter, width at 390 px, what
was asked for or logged, what axe-core finds, sheets of paper. Needs playwright, axe-playwright-python and a Chromium.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import polars as pl
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import radot_fast as ro
from radot_fast.audit.page import write_page

FINDINGS = ("effusion", "nodule", "opacity", "atelectasis", "fracture", "consolidation", "edema", "scar", "granuloma")


def main() -> None:
    data, browser = Path(sys.argv[1]), (sys.argv[2:] or [shutil.which("chromium")])[0]
    pairs = pl.read_parquet(data / "iu_pairs.parquet")
    jobs = {}
    for n in (1, 20, 100, 1000):
        some = pairs.gather_every(pairs.height // n).head(n)
        jobs[f"{n} IU pairs"] = (some["reference"].to_list(), some["candidate"].to_list(), "extended")
    for profile in ("extended", "paper"):
        jobs[f"300 x 600 units, {profile}"] = ([long_report(300)], [long_report(600)], profile)
    with sync_playwright() as p, tempfile.TemporaryDirectory() as folder:
        chromium = p.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for name, (refs, hyps, profile) in jobs.items():
            result, path = ro.Scorer(profile=profile)(refs=refs, hyps=hyps), Path(folder) / "page.html"
            result.scores  # noqa: B018 - computed before the clock starts
            start = time.perf_counter()
            write_page(result, path, top=None)
            print(f"{name}: written in {time.perf_counter() - start:.1f} s, {figures(chromium, path, len(refs))}")


def long_report(n: int) -> str:
    """Report of n findings."""
    sizes, sides, lobes = ("Small", "Moderate", "Large"), ("left", "right"), ("upper", "lower")
    return " ".join(
        f"{sizes[k % 3]} {sides[k % 2]} {lobes[k // 2 % 2]} lobe {FINDINGS[k % len(FINDINGS)]}, {k} mm."
        for k in range(n)
    )


def figures(chromium, path: Path, n: int) -> str:
    """One page, opened on a phone's width."""
    page = chromium.new_context(offline=True, viewport={"width": 390, "height": 800}).new_page()
    events: list[str] = []
    page.on("request", lambda request: events.append(request.url) if not request.url.startswith("file:") else None)
    page.on("console", lambda message: events.append(message.text))
    page.on("pageerror", lambda error: events.append(str(error)))
    start = time.perf_counter()
    page.goto(path.as_uri())
    page.wait_for_selector("#card .pair .report")
    opened = time.perf_counter() - start
    start = time.perf_counter()
    page.fill("#filters [name=text]", "effusion")
    filtered = time.perf_counter() - start
    page.locator("#all").click()
    width = page.evaluate("document.documentElement.scrollWidth")
    found = len(Axe().run(page).response["violations"]) if n <= 100 else "–"
    sheets = max(int(k) for k in re.findall(rb"/Count (\d+)", page.pdf(format="A4"))) if n <= 20 else "–"
    page.context.close()
    return (
        f"{path.stat().st_size / 1e6:.2f} MB, usable after {opened:.2f} s, filtered in {filtered:.2f} s, "
        f"{width} px, {len(events)} events, axe {found}, {sheets} sheets"
    )


if __name__ == "__main__":
    main()
