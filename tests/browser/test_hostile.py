"""Names, notes and reasoning of bots appear as text everywhere."""

from urllib.parse import quote

from tests.browser.conftest import Visit
from tests.browser.hostile import NAMES
from tests.browser.visitor import NARROW
from tianming_games.ground.text import printable

MATCH = "/matches/hostile"


def test_names_are_shown_as_they_are(visit: Visit) -> None:
    """They are text, and no mark-up."""
    visitor = visit(MATCH)
    visitor.picture("hostile")
    shown = visitor.tab.locator(".seats .name").all_inner_texts()
    assert shown == [printable(name) for name in NAMES]
    assert visitor.tab.locator("img").count() == 0


def test_notes_are_shown_as_they_are(visit: Visit) -> None:
    visitor = visit(MATCH)
    note = visitor.tab.locator(".said p").first
    assert "<script>alert(1)</script>" in note.inner_text()
    assert note.locator("*").count() == 0


def test_reasoning_is_shown_as_it_is_once_somebody_opens_it(visit: Visit) -> None:
    visitor = visit(MATCH)
    box = visitor.tab.locator(".said details").first
    assert box.locator("pre").count() == 0
    box.locator("summary").click()
    text = box.locator("pre")
    text.wait_for()
    shown = text.inner_text()
    assert shown.count("<script>alert(1)</script>") == 60
    assert "\u202e" not in shown
    assert text.locator("*").count() == 0
    assert text.evaluate("(one) => getComputedStyle(one).unicodeBidi") != "normal"
    assert "tokens in" in visitor.tab.locator(".seats").inner_text()
    visitor.picture("reasoning")


def test_a_bot_page_shows_what_the_bot_declared(visit: Visit) -> None:
    visitor = visit(f"/bots/{quote(NAMES[0], safe='')}")
    card = visitor.tab.locator(".card", has_text="Tokens and cost")
    assert "tokens in" in card.inner_text()
    assert "Nobody has checked them." in card.inner_text()


def test_marks_of_direction_turn_nothing_around_them(visit: Visit) -> None:
    """Each name is isolated, so its marks end with it."""
    visitor = visit(MATCH)
    ask = "(names) => names.map((one) => getComputedStyle(one).unicodeBidi)"
    styles = visitor.tab.locator(".name").evaluate_all(ask)
    assert len(styles) > len(NAMES)
    assert all(style.startswith("isolate") for style in styles)


def test_long_names_fit_a_telephone(visit: Visit) -> None:
    for path in (MATCH, "/", "/matches", f"/bots/{quote(NAMES[2], safe='')}"):
        visitor = visit(path, NARROW)
        assert visitor.overflow() <= 0, path


def test_each_has_its_page(visit: Visit) -> None:
    """The link from the match leads there."""
    for name in NAMES:
        visitor = visit(f"/bots/{quote(name, safe='')}")
        assert visitor.tab.get_by_role("heading", level=1).count() == 1
