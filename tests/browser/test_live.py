"""A match that is being played is shown as it is played."""

from tests.browser.conftest import Visit
from tests.browser.live_match import EndingMatch

NEWER = "(before) => document.querySelector('input[type=range]').max > before"


def test_steps_appear_as_they_are_played(slow_match: str, visit: Visit) -> None:
    visitor = visit(slow_match)
    last = visitor.last
    visitor.wait(NEWER, last)
    assert visitor.step > last


def test_the_clock_of_the_seat_that_is_asked_runs(slow_match: str, visit: Visit) -> None:
    visitor = visit(slow_match)
    visitor.wait(
        """() => {
            const clock = document.querySelector('.seats .asked time')?.textContent;
            const before = window.clockBefore ??= clock;
            return clock && before && clock !== before;
        }"""
    )
    visitor.picture("live")
    assert visitor.barriers() == []


def test_the_scrubber_can_be_used_while_the_match_continues(slow_match: str, visit: Visit) -> None:
    """A reader goes back, stays there, keeps the focus, and comes back to what is live."""
    visitor = visit(slow_match)
    slider = visitor.tab.get_by_role("slider", name="Step")
    slider.focus()
    visitor.press("Home", "ArrowRight")
    last = visitor.last
    visitor.wait(NEWER, last)
    assert visitor.step == 1
    assert visitor.tab.evaluate("document.activeElement.type") == "range"
    visitor.click("Live")
    visitor.wait(
        "() => { const one = document.querySelector('input[type=range]');"
        " return one.value === one.max; }"
    )
    last = visitor.last
    visitor.wait(NEWER, last)
    assert visitor.step > last


def test_a_link_to_a_step_means_the_same_later(slow_match: str, visit: Visit) -> None:
    visitor = visit(slow_match)
    visitor.tab.get_by_role("slider", name="Step").fill("5")
    visitor.stay()
    words = visitor.tab.locator(".now .words").inner_text()
    again = visit(f"{slow_match}#step={visitor.linked}")
    assert (again.step, again.tab.locator(".now .words").inner_text()) == (5, words)


def test_one_stream_is_open_and_none_while_nobody_looks(slow_match: str, visit: Visit) -> None:
    visitor = visit(slow_match)
    visitor.wait(NEWER, visitor.last)
    hide = """(hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    visitor.tab.evaluate(hide, True)
    with visitor.tab.expect_request("**/live"):
        visitor.tab.evaluate(hide, False)
    visitor.wait(NEWER, visitor.last)
    assert sum(url.endswith("/live") for url in visitor.requests) == 2


def test_a_match_that_ends_shows_its_result(ending: EndingMatch, visit: Visit) -> None:
    """Without a reload: the live page becomes the replay."""
    visitor = visit("/matches/ending")
    assert visitor.tab.get_by_role("button", name="Live").count() == 1
    ending.end()
    visitor.tab.get_by_text("place 1").wait_for()
    assert visitor.tab.get_by_role("button", name="Live").count() == 0
