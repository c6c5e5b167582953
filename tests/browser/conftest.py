"""Fixtures for tests in a real browser. Without Playwright, these tests are left out."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if find_spec("playwright") is None:  # only `tox run -e browser` has it
    collect_ignore_glob = ["test_*.py"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

    from tests.browser.entries import EntryPages
    from tests.browser.live_match import EndingMatch, LiveMatch
    from tests.browser.visitor import Visitor

CHROMIUM = "/usr/bin/chromium"
FIREFOX = "/usr/bin/firefox-esr"
"""Playwright drives it by WebDriver BiDi, so both must know the same commands: 1.58 knows those of
the Firefox of Debian, and 1.65 others."""

Visit = Callable[..., "Visitor"]
"""Opens a tab: the path of a page, the size of the tab, and how the browser likes its pages."""


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Read no file of this folder for a run without `--full`, unless the command names it."""
    return None if config.getoption("full") else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test here."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.full)
            item.add_marker(pytest.mark.needs("chromium"))


@pytest.fixture(scope="session")
def playwright() -> Iterator["Playwright"]:
    """Start what drives the browsers."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: "Playwright") -> Iterator["Browser"]:
    """Start a headless browser."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with matches of all games, of which `pages` shows what comes later as well."""
    from tests.browser import season

    folder = tmp_path_factory.mktemp("records")
    season.play(folder)
    return folder


@pytest.fixture(scope="session")
def pages(records: Path) -> Iterator[str]:
    """Serve the pages of a folder of records; yield their address."""
    from tests.browser import season
    from tests.browser.server import served

    with served(season.folder(records)) as address:
        yield address


@pytest.fixture(scope="module")
def live_match(records: Path, pages: str) -> Iterator["LiveMatch"]:
    """Matches in play on `pages`, one at a time."""
    from tests.browser.live_match import LiveMatch

    match = LiveMatch(records, pages)
    yield match
    match.close()


@pytest.fixture
def ending(records: Path, pages: str) -> Iterator["EndingMatch"]:
    """A match in play, `/matches/ending`, that ends when the test says so."""
    from tests.browser.live_match import EndingMatch

    match = EndingMatch(records, pages)
    yield match
    match.close()


@pytest.fixture
def slow_match(live_match: "LiveMatch") -> str:
    """The page of a match in play that does not end in the time of a test."""
    return live_match.path()


@pytest.fixture(scope="session")
def league_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the pages of a league; yield their address."""
    from tests.browser import season
    from tests.browser.server import served

    with served(season.league(tmp_path_factory.mktemp("league"))) as address:
        yield address


@pytest.fixture(scope="session")
def pages_below(records: Path) -> Iterator[str]:
    """Serve the same pages below a root; yield the address of the first one."""
    from tests.browser import season
    from tests.browser.server import served

    with served(season.folder(records), "/tianming/") as address:
        yield address


@pytest.fixture(scope="session")
def hidden_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a match that is over and one in play, which have the same draws."""
    from tests.browser import season
    from tests.browser.server import served

    with served(season.hidden(tmp_path_factory.mktemp("hidden"))) as address:
        yield address


@pytest.fixture(scope="session")
def unseen_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve two matches in play that have the same draws, so that nothing of them is shown."""
    from tests.browser import season
    from tests.browser.server import served

    with served(season.unseen(tmp_path_factory.mktemp("unseen"))) as address:
        yield address


@pytest.fixture(scope="session")
def entries(tmp_path_factory: pytest.TempPathFactory) -> Iterator["EntryPages"]:
    """Serve pages on which owners enter bots."""
    from tests.browser.entries import entry_pages

    with entry_pages(tmp_path_factory.mktemp("entries")) as served:
        yield served


@pytest.fixture
def visit(browser: "Browser", request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open tabs, close them after the test, and fail the test if a tab had a problem."""
    from tests.browser.visitor import WIDE, Visitor

    visitors: list[Visitor] = []

    def open_tab(
        path: str,
        size: tuple[int, int] = WIDE,
        address: str | None = None,
        cookie: str = "",
        **look: Any,
    ) -> Visitor:
        at = request.getfixturevalue("pages") if address is None else address
        visitor = Visitor(browser, at, size, **look)
        if cookie:
            visitor.sign_in(cookie)
        visitors.append(visitor)
        visitor.go(path)
        return visitor

    yield open_tab
    for visitor in visitors:
        visitor.close()
