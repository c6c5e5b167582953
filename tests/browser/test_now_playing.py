"""Live matches as pictures, the way to the next match, and the page for a projector."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.live_match import EndingMatch
from tests.browser.visitor import NARROW, WIDE

PICTURE = ".live-card svg.board .piece"


@pytest.mark.parametrize("scheme", ["light", "dark"])
class TestPictures:
    """The first page has a picture of each live match."""

    def test_it_changes_with_the_match(self, slow_match: str, visit: Visit, scheme: str) -> None:
        visitor = visit("/", WIDE, color_scheme=scheme)
        card = visitor.tab.locator(".live-card", has=visitor.tab.locator(f"[href*='{slow_match}']"))
        card.locator("svg.board .piece").first.wait_for()
        before = card.inner_html()
        visitor.wait(
            "(before) => ![...document.querySelectorAll('.live-card')]"
            ".some((card) => card.innerHTML === before)",
            before,
        )
        visitor.picture(f"now-playing-{scheme}")
        assert visitor.barriers() == []

    def test_it_fits_a_telephone(self, slow_match: str, visit: Visit, scheme: str) -> None:
        visitor = visit("/", NARROW, color_scheme=scheme)
        visitor.tab.locator(PICTURE).first.wait_for()
        visitor.picture(f"now-playing-{scheme}-narrow")
        assert visitor.overflow() <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
class TestProjector:
    """The page for a projector shows live matches, the table and what comes next in turn."""

    def test_it_shows_a_match_as_it_is_played(
        self, slow_match: str, visit: Visit, scheme: str
    ) -> None:
        visitor = visit("/tv", WIDE, color_scheme=scheme)
        words = visitor.tab.locator(".now .words")
        before = words.inner_text()
        visitor.wait(
            "(before) => document.querySelector('.now .words').textContent !== before", before
        )
        visitor.picture(f"tv-{scheme}")
        assert visitor.barriers() == []
        height = visitor.tab.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert height <= 0

    def test_keys_go_to_the_table_and_back(
        self, slow_match: str, visit: Visit, scheme: str
    ) -> None:
        visitor = visit("/tv", WIDE, color_scheme=scheme)
        visitor.press("Space")
        visitor.tab.get_by_role("button", name="Go on").wait_for()
        visitor.press("ArrowRight")
        visitor.tab.get_by_role("heading", name="Table").wait_for()
        visitor.picture(f"tv-table-{scheme}")
        assert visitor.barriers() == []
        visitor.press("ArrowLeft")
        visitor.tab.locator(".tv-match").wait_for()

    def test_it_fits_a_telephone(self, slow_match: str, visit: Visit, scheme: str) -> None:
        visitor = visit("/tv", NARROW, color_scheme=scheme)
        visitor.picture(f"tv-{scheme}-narrow")
        assert visitor.overflow() <= 0


def test_slides_follow_each_other_by_themselves(slow_match: str, visit: Visit) -> None:
    visitor = visit("/fair")
    visitor.tab.clock.install()
    visitor.go("/tv")
    visitor.tab.locator(".tv-match").wait_for()
    visitor.tab.clock.fast_forward(31_000)
    visitor.tab.get_by_role("heading", name="Table").wait_for()
    visitor.tab.clock.fast_forward(16_000)
    visitor.tab.locator(".tv-match").wait_for()


def test_a_reader_who_wants_that_goes_on_with_the_next_match(
    ending: EndingMatch, slow_match: str, visit: Visit
) -> None:
    visitor = visit("/matches/ending")
    visitor.tab.get_by_role("checkbox", name="Go on with the next match").check()
    visitor.press("ArrowLeft")
    visitor.stay()
    visitor.wait("(word) => location.search.includes(word)", "follow")
    ending.end()
    visitor.tab.get_by_role("status").get_by_role("link").wait_for()
    assert visitor.barriers() == []
    visitor.tab.wait_for_url(f"**{slow_match}?follow*")
    visitor.settle()
    assert visitor.tab.get_by_role("checkbox", name="Go on with the next match").is_checked()


class TestUnseen:
    """Matches that are played and not shown."""

    @pytest.mark.parametrize("path", ["/", "/tv", "/matches/m3"])
    def test_they_say_who_plays_since_when_and_when_they_are_shown(
        self, path: str, visit: Visit, unseen_pages: str
    ) -> None:
        visitor = visit("/fair", address=unseen_pages)
        visitor.expected.add(403)
        visitor.go(path)
        words = visitor.tab.locator("main").inner_text()
        said = ("bot0", "bot1", "bot2", "In play for", "usual", "when", "So far: 1 of 3")
        assert [part for part in said if part not in words] == []
        assert visitor.tab.get_by_role("progressbar", name="Time of the match").count() >= 1
        visitor.picture(f"unseen-{path.strip('/').replace('/', '-') or 'league'}")
        assert visitor.barriers() == []
