"""The pages in Firefox: they show their data, keep nobody out, and play a match."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import FIREFOX, Visit
from tests.browser.test_pages import PATHS
from tests.browser.visitor import NARROW, WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

pytestmark = pytest.mark.needs("firefox")


@pytest.fixture(scope="module")
def browser(playwright: "Playwright") -> Iterator["Browser"]:
    """Start a headless Firefox, which the tabs of this file have in place of Chromium."""
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
    yield browser
    browser.close()


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("name", PATHS)
def test_each_page_is_whole_and_keeps_nobody_out(
    name: str, size: tuple[int, int], visit: Visit
) -> None:
    visitor = visit(PATHS[name], size)
    visitor.picture(f"firefox-{name}-{size[0]}")
    assert visitor.barriers() == []
    assert visitor.overflow() <= 0


def test_the_keys_and_the_controls_go_through_a_match(visit: Visit) -> None:
    visitor = visit("/matches/dragon?step=60")
    first = visitor.step
    visitor.press("ArrowRight", "ArrowRight", "ArrowLeft")
    visitor.stay()
    assert visitor.step == first + 1
    before = visitor.places()
    visitor.click("Next scoring")
    visitor.stay()
    assert visitor.places() != before
    assert visitor.tab.locator("svg.board .gain").count() > 0


def test_a_bot_has_its_colour_in_the_table(visit: Visit) -> None:
    mark = visit("/").tab.get_by_role("row", name="greedy").locator(".bot-mark").first
    colour = mark.evaluate("(it) => getComputedStyle(it).backgroundColor")
    assert colour not in ("", "rgba(0, 0, 0, 0)")
