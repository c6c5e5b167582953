"""Readers carry matches elsewhere, and know a bot again by its colour and its name."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

from tests.browser.conftest import Visit
from tests.browser.season import TITLES
from tests.browser.visitor import NARROW


def colour_of(where: Locator, rule: str) -> str:
    """A colour of an element, as the browser paints it."""
    found: Any = where.first.evaluate("(it, rule) => getComputedStyle(it)[rule]", rule)
    return str(found)


class TestShare:
    def test_the_copied_link_leads_to_the_step(self, visit: Visit) -> None:
        visitor = visit("/matches/dragon#step=60", permissions=["clipboard-write"])
        visitor.stay()
        step = visitor.step
        visitor.click("Copy: Link to this step")
        visitor.tab.get_by_role("button", name="Copy: Link to this step").get_by_text(
            "Copied"
        ).wait_for()
        link = visitor.tab.get_by_label("Link to this step", exact=True).input_value()
        assert link == f"{visitor.address}/matches/dragon?step=60"
        other = visit("/matches/dragon?step=60")
        assert other.step == step
        other.press("ArrowRight")
        other.stay()
        assert "?" not in other.tab.url

    def test_the_copied_frame_shows_the_board_large_with_its_controls(self, visit: Visit) -> None:
        visitor = visit("/matches/dragon#step=60")
        code = visitor.tab.get_by_label("Code for other sites", exact=True).input_value()
        assert 'width="600" height="400"' in code
        path = code.partition('src="')[2].partition('"')[0].removeprefix(visitor.address)
        frame = visit(path, (600, 400))
        frame.picture("embed-600x400")
        assert frame.step == visitor.step
        width, height = frame.tab.locator("svg.board").evaluate(
            "({ viewBox: { baseVal } }) => [baseVal.width, baseVal.height]"
        )
        assert width > height
        link = frame.tab.get_by_role("link", name="Open the whole match")
        with frame.tab.context.expect_page() as opened:
            link.click()
        opened.value.wait_for_url("**/matches/dragon#step=60")

    def test_the_record_is_a_download(self, visit: Visit, records: Path) -> None:
        visitor = visit("/matches/toy")
        with visitor.tab.expect_download() as download:
            visitor.tab.get_by_role("link", name="Download the record").click()
        assert download.value.suggested_filename == "toy.tianming"
        assert Path(download.value.path()).read_bytes() == (records / "toy.tianming").read_bytes()

    def test_it_fits_a_telephone(self, visit: Visit) -> None:
        visitor = visit("/matches/toy", NARROW)
        assert visitor.overflow() <= 0
        for button in visitor.tab.locator(".share button").all():
            found = button.bounding_box()
            assert found is not None
            assert found["height"] >= 44


class TestFaces:
    def test_a_bot_has_one_colour_in_table_list_and_match(self, visit: Visit) -> None:
        table = visit("/").tab.get_by_role("row", name="greedy").locator(".bot-mark")
        listed = visit("/matches").tab.get_by_role("listitem").filter(has_text="greedy")
        seat = visit("/matches/dragon").tab.locator(".seats li").filter(has_text="greedy")
        colours = {
            colour_of(table, "backgroundColor"),
            colour_of(listed.locator(".bot-mark"), "backgroundColor"),
            colour_of(seat.locator(".seat-mark"), "color"),
        }
        assert len(colours) == 1

    def test_a_name_of_any_script_is_shown_and_the_address_stays(
        self, visit: Visit, league_pages: str
    ) -> None:
        ((bot, title),) = TITLES.items()
        visitor = visit("/", address=league_pages)
        visitor.tab.get_by_role("row", name=title).get_by_role("link", name=title).first.click()
        visitor.settle()
        assert visitor.tab.url.endswith("/bots/Old%20Farmer")
        assert visitor.tab.locator("h1 .name").inner_text() == title
        assert visitor.tab.get_by_role("link", name=title).first.get_attribute("title") == bot


class TestTables:
    def test_the_keyboard_scrolls_a_table_that_is_wider_than_the_page(self, visit: Visit) -> None:
        visitor = visit("/", NARROW)
        frames = visitor.tab.locator('.scroll[tabindex="0"]')
        assert frames.count() > 0
        assert visitor.barriers() == []
        frames.first.focus()
        visitor.press("ArrowRight")
        visitor.wait("() => document.querySelector('.scroll[tabindex]').scrollLeft > 0")
