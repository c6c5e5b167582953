"""The pages in Firefox: all of them, a match in play, and a person who plays to the end."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import FIREFOX, Visit
from tests.browser.person import IN_LINE, seated
from tests.browser.season import BOTS, TITLES
from tests.browser.test_live import NEWER
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


@pytest.mark.parametrize("name", PATHS)
def test_each_page_is_whole_and_keeps_nobody_out(name: str, visit: Visit) -> None:
    visitor = visit(PATHS[name], WIDE)
    for size in (WIDE, NARROW):
        visitor.resize(size)
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


@pytest.mark.parametrize(
    "path", ["/", "/matches?bot=tardy", "/bots/tardy", "/bots/tardy/vs/Net%20Ada"]
)
def test_the_pages_of_a_league_are_whole(path: str, visit: Visit, league_pages: str) -> None:
    visitor = visit(path, address=league_pages)
    assert visitor.barriers() == []
    assert visitor.tab.get_by_role("alert").count() == 0


def test_the_table_of_a_league_has_a_row_and_a_line_for_each_bot(
    visit: Visit, league_pages: str
) -> None:
    tab = visit("/", address=league_pages).tab
    names = {row.inner_text() for row in tab.locator("main th .name").all()}
    assert names == {TITLES.get(bot, bot) for bot in BOTS}
    assert tab.locator(".chart .series").count() == len(BOTS)


def test_the_theatre_shows_the_board_alone(visit: Visit) -> None:
    visitor = visit("/matches/ming?step=60")
    log = visitor.tab.locator(".log")
    visitor.press("f")
    log.wait_for(state="hidden")
    step = visitor.step
    visitor.press("ArrowRight", "Escape")
    log.wait_for()
    assert visitor.step == step + 1


def test_a_match_in_play_goes_on(slow_match: str, visit: Visit) -> None:
    visitor = visit(slow_match)
    last = visitor.last
    visitor.wait(NEWER, last)
    assert visitor.step > last
    assert visitor.barriers() == []


def test_a_person_plays_to_the_end_by_the_keyboard(visit: Visit) -> None:
    with seated(visit, "dragon") as person:
        assert person.visitor.barriers() == []
        for _ in person.turns():
            person.visitor.wait(IN_LINE)
            person.visitor.press("1", "Enter", "Enter")
        assert person.ended()


def test_a_person_plays_to_the_end_on_the_board_of_a_telephone(visit: Visit) -> None:
    with seated(visit, "china", 2, NARROW) as person:
        assert person.visitor.overflow() <= 0
        clicked = 0
        for _ in person.turns():
            place = person.tab.locator(".offer").first
            if place.count():
                place.dispatch_event("click")  # a finger may hit another place
                clicked += 1
            if person.tab.get_by_role("button", name="Confirm").get_attribute("aria-disabled"):
                person.tab.locator(".seat-option").first.click()
            person.confirm()
        assert clicked
        assert person.ended()
