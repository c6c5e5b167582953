"""The page of a match: what is in view, how large it is, and what a step tells."""

import re
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.season import GAMES
from tests.browser.visitor import Visitor

DESK, TELEPHONE = (1280, 800), (360, 740)

_BOX = """(element) => {
    const { x, y, width, height, bottom } = element.getBoundingClientRect();
    return { x, y, width, height, bottom };
}"""


def box(visitor: Visitor, selector: str) -> dict[str, float]:
    """The place of an element in the window, in pixels."""
    found: dict[str, float] = visitor.tab.locator(selector).first.evaluate(_BOX)
    return found


def smallest_type(visitor: Visitor) -> float:
    """The size of the smallest type on the board, in pixels."""
    size: float = visitor.tab.evaluate(
        """() => Math.min(...[...document.querySelectorAll('svg.board text')]
            .filter((text) => text.textContent.trim())
            .map((text) => {
                const { a, b, c, d } = text.getScreenCTM();
                const scale = Math.sqrt(Math.abs(a * d - b * c));
                return scale * parseFloat(getComputedStyle(text).fontSize);
            }))"""
    )
    return size


def marks(visitor: Visitor, selector: str) -> int:
    """How many marks of a kind the board has."""
    count: int = visitor.tab.locator(f"svg.board {selector}").count()
    return count


@pytest.mark.parametrize("game", GAMES)
class TestInView:
    def test_a_desk_sees_board_events_and_controls_at_once(self, game: str, visit: Visit) -> None:
        visitor = visit(f"/matches/{game}#step=120", DESK)
        board = box(visitor, "svg.board")
        assert board["width"] >= 0.6 * DESK[0]
        assert smallest_type(visitor) >= 12
        for part in ("svg.board", ".controls", ".seats", '.log [aria-current="step"]'):
            assert box(visitor, part)["bottom"] <= DESK[1], part
        visitor.picture(f"{game}-desk")

    def test_a_telephone_has_small_controls_and_type_to_read(self, game: str, visit: Visit) -> None:
        look: dict[str, Any] = {"has_touch": True, "is_mobile": True}
        visitor = visit(f"/matches/{game}#step=120", TELEPHONE, **look)
        assert box(visitor, ".transport")["height"] <= 100
        assert smallest_type(visitor) >= 10
        for button in visitor.tab.locator(".transport button, .transport select").all():
            size = button.evaluate(_BOX)
            assert min(size["width"], size["height"]) >= 44


def test_f_shows_the_board_alone_and_escape_everything(visit: Visit) -> None:
    visitor = visit("/matches/china", DESK)
    whole = box(visitor, "svg.board")
    visitor.press("f")
    alone = box(visitor, "svg.board")
    assert alone["width"] > whole["width"]
    assert not visitor.tab.locator(".log").is_visible()
    assert visitor.barriers() == []
    visitor.press("ArrowRight", "Escape")
    assert visitor.step == 1
    assert visitor.tab.locator(".log").is_visible()


def test_a_move_is_told_by_one_trail_and_one_ring(visit: Visit) -> None:
    visitor = visit("/matches/china", DESK)
    while "places a house" not in visitor.tab.locator(".now .words").inner_text():
        visitor.click("Next step")
    assert (marks(visitor, ".trail:not(.under)"), marks(visitor, ".told")) == (1, 1)


def test_points_are_told_on_the_board_and_beside_the_seats(visit: Visit) -> None:
    visitor = visit("/matches/dragon", DESK)
    visitor.click("Next scoring")
    texts = visitor.tab.locator(".seats .gained").all_inner_texts()
    assert texts
    assert visitor.tab.locator("svg.board .gain").all_text_contents() == texts
    assert all(re.fullmatch(r"\+\d+ the month's end", text) for text in texts)
    told = visitor.tab.locator(".now .gains").inner_text()
    assert told.startswith("Points for the month's end: ")


def test_an_embed_has_its_board_and_its_controls_in_a_frame(visit: Visit) -> None:
    visitor = visit("/embed/matches/china#step=120", (600, 400))
    assert box(visitor, "svg.board")["height"] > 250
    assert box(visitor, ".transport")["bottom"] <= 400
    visitor.click("Next step")
    assert visitor.step > 1


def test_a_page_at_twice_its_size_keeps_its_board(visit: Visit) -> None:
    """A window of 1280 by 800 at 200 %: the controls cover nothing of it."""
    visitor = visit("/matches/china", (640, 400))
    position = visitor.tab.locator(".transport").evaluate("(it) => getComputedStyle(it).position")
    assert position == "static"
    assert visitor.overflow() <= 0
