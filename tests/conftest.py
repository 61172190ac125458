"""Kernels run interpreted unless ``--jit`` is given: quick everywhere, compiled where it matters."""

import contextlib
import importlib
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is, and nothing else.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
BROWSER = os.environ.get("RADOT_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


SCRIPTS = str(Path(__file__).parents[1] / "scripts")


def pytest_addoption(parser):
    parser.addoption("--jit", action="store_true", help="run the tests marked `jit`, with compiled kernels")


def pytest_configure(config):
    # Before any import of numba: the decorators read the variable when a kernel module is imported.
    if not config.getoption("--jit") and "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    os.environ.setdefault("RADOT_COMPILE", "first")  # what is to be tested compiled is compiled


def pytest_collection_modifyitems(config, items):
    compiled = config.getoption("--jit")
    kept, left = [], []
    for item in items:
        wants = item.get_closest_marker("jit") is not None
        (kept if wants == compiled or item.get_closest_marker("both") else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.fixture(scope="module")
def chromium():
    """The browser. Where Playwright or a Chromium is missing the test is skipped; ``RADOT_BROWSER`` names one.

    Playwright holds an event loop in this thread for as long as it is open, which ``asyncio.run`` refuses to nest:
    it must be closed before the tests of other modules.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    if BROWSER is None:
        pytest.skip("no Chromium found; RADOT_BROWSER names one")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def open_page(chromium):
    """Context manager of a file's page, and of a list of what it asked for, logged or popped up."""

    @contextlib.contextmanager
    def opened(path, **context):
        room = chromium.new_context(offline=True, **context)
        page, events = room.new_page(), []
        page.on("request", lambda request: events.append(request.url) if request.url != path.as_uri() else None)
        page.on("console", lambda message: events.append(message.text))
        page.on("pageerror", lambda error: events.append(str(error)))
        page.on("dialog", lambda dialog: (events.append("dialog"), dialog.dismiss()))
        page.goto(path.as_uri())
        yield page, events
        room.close()

    return opened


@pytest.fixture(scope="session")
def violations():
    """What axe-core has against a page as it stands: rule, and the first element that breaks it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    return lambda page: [(v["id"], v["nodes"][0]["html"]) for v in axe.run(page).response["violations"]]


@pytest.fixture(scope="session")
def of_scripts():
    """Imports a module of ``scripts`` by name; what it imports from there is found too."""

    def imported(name):
        sys.path.insert(0, SCRIPTS)
        try:
            return importlib.import_module(name)
        finally:
            sys.path.remove(SCRIPTS)

    return imported
