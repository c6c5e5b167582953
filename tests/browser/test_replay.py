"""The replay of a match: how people go through it, with a mouse and without."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.season import GAMES

DRAGON = "/matches/dragon"


class TestSteps:
    """People go by steps, turns and rounds, and to what they look for."""

    def test_it_begins_at_the_start(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        assert (visitor.step, visitor.linked) == (0, None)

    def test_buttons_go_by_steps_turns_and_rounds(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        at = []
        for unit in ("step", "turn", "round"):
            visitor.click(f"Next {unit}")
            at.append(visitor.step)
        assert 0 < at[0] < at[1] < at[2]
        for unit in ("round", "turn", "step"):
            visitor.click(f"Previous {unit}")
        assert visitor.step < at[2]

    def test_the_next_scoring_changes_the_points(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        points = visitor.tab.locator(".seats .points")
        visitor.click("Next scoring")
        after = points.all_inner_texts()
        visitor.click("Previous step")
        assert points.all_inner_texts() != after

    def test_the_scrubber_goes_anywhere_at_once(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.tab.get_by_role("slider", name="Step").fill(str(visitor.last))
        assert visitor.tab.get_by_text("place 1").count() == 1

    @pytest.mark.parametrize("game", GAMES)
    def test_the_board_is_the_same_whichever_way_one_comes(self, game: str, visit: Visit) -> None:
        """Step by step, and at once."""
        visitor = visit(f"/matches/{game}", reduced_motion="reduce")
        for _ in range(25):
            visitor.click("Next step")
        walked = visitor.places()
        visitor.tab.get_by_role("slider", name="Step").fill("0")
        visitor.tab.get_by_role("slider", name="Step").fill("25")
        assert visitor.places() == walked


class TestKeys:
    """Keys go through the match wherever a reader has clicked."""

    def test_arrows_continue_after_a_click_on_a_box_or_a_choice(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.tab.get_by_label("Options not taken").check()
        visitor.press("ArrowRight", "ArrowRight")
        assert visitor.step == 2
        speed = visitor.tab.get_by_role("combobox", name="Speed")
        speed.select_option("2")
        speed.focus()
        visitor.press("ArrowRight", "ArrowLeft", "ArrowRight")
        assert (visitor.step, speed.input_value()) == (3, "2")


class TestLink:
    """A link to a step."""

    @pytest.mark.parametrize("number", [120, 380])
    def test_the_list_of_events_shows_the_step_of_a_link(self, visit: Visit, number: int) -> None:
        """In a window in which one scrolls down to the list."""
        visitor = visit(f"{DRAGON}#step={number}", (1280, 500))
        visitor.tab.locator(".log").scroll_into_view_if_needed()
        visitor.wait(
            """() => {
                const list = document.querySelector('.log').getBoundingClientRect();
                const step = document.querySelector('.log [aria-current="step"]');
                const place = step.getBoundingClientRect();
                return place.top >= list.top && place.bottom <= list.bottom;
            }"""
        )

    def test_it_survives_a_reload(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.tab.get_by_role("slider", name="Step").fill("77")
        visitor.stay()
        url = visitor.tab.url
        assert visitor.linked is not None
        visitor.tab.reload()
        visitor.settle()
        assert (visitor.step, visitor.tab.url) == (77, url)

    def test_an_event_is_a_link_to_its_step(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        event = visitor.tab.locator(".log a").nth(9)
        number = int((event.get_attribute("href") or "").removeprefix("#step="))
        event.click()
        visitor.stay()
        assert visitor.linked == number

    def test_it_keeps_the_view_of_a_seat(self, visit: Visit) -> None:
        visitor = visit("/matches/china")
        visitor.tab.get_by_label("View").select_option("1")
        visitor.click("Next step")
        visitor.tab.wait_for_url("**#step=*seat=1")
        visitor.tab.reload()
        visitor.settle()
        assert visitor.tab.get_by_label("View").input_value() == "1"


class TestView:
    """What is shown of a match that is over."""

    def test_a_seat_sees_its_own_hand(self, visit: Visit) -> None:
        visitor = visit("/matches/china#step=60")
        step = visitor.step
        assert visitor.hidden_cards("greedy") > 0
        visitor.tab.get_by_label("View").select_option("0")
        visitor.tab.wait_for_url("**#step=*seat=0")
        assert visitor.hidden_cards("greedy") == 0
        assert visitor.step == step

    def test_the_options_not_taken_are_shown_where_they_are_wanted(self, visit: Visit) -> None:
        visitor = visit("/matches/dragon#step=60")
        visitor.tab.get_by_label("Options").check()
        visitor.tab.get_by_text("in the notation of the rules").wait_for()
        visitor.tab.get_by_text("Chosen from").click()
        assert visitor.tab.locator('.options [aria-current="true"]').count() == 1


class TestKeyboard:
    """Everything can be done without a mouse, and the focus stays where it is."""

    def test_arrows_go_by_steps_and_with_shift_by_turns(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.press("ArrowRight", "ArrowRight", "ArrowLeft")
        assert visitor.step == 1
        visitor.press("Shift+ArrowRight")
        assert visitor.step > 2

    def test_every_control_can_be_reached(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        reached = set()
        for _ in range(60):
            visitor.press("Tab")
            reached.add(
                visitor.tab.evaluate(
                    "document.activeElement.ariaLabel ?? document.activeElement.innerText"
                )
            )
        controls = visitor.tab.locator("main button, main summary, main input[type=range]").all()
        named = {one.get_attribute("aria-label") or one.inner_text() for one in controls}
        assert named <= reached

    def test_the_focus_stays_while_the_match_plays(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.tab.get_by_role("button", name="Play").focus()
        visitor.press("Enter")
        visitor.wait("() => document.querySelector('input[type=range]').valueAsNumber >= 2")
        focused = "document.activeElement.ariaLabel"
        assert visitor.tab.evaluate(focused) == "Pause"
        visitor.press("Enter")
        at = visitor.step
        assert visitor.tab.evaluate(focused) == "Play"
        assert visitor.step == at

    def test_the_focus_stays_at_the_end_of_the_match(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.tab.get_by_role("slider", name="Step").fill(str(visitor.last - 1))
        button = visitor.tab.get_by_role("button", name="Next step")
        button.focus()
        visitor.press("Enter", "Enter", "Enter")
        assert visitor.step == visitor.last
        assert visitor.tab.evaluate("document.activeElement.ariaLabel") == "Next step"

    def test_the_events_are_one_stop_in_which_arrows_go(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.tab.locator('.log a[tabindex="0"]').focus()
        visitor.press("ArrowDown", "ArrowDown", "Enter")
        assert visitor.step == 3

    def test_a_reader_can_skip_the_bar(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.press("Tab", "Enter")
        assert visitor.tab.evaluate("document.activeElement.id") == "main"


class TestMotion:
    """Pieces move, unless somebody does not want that."""

    def test_pieces_move_where_they_go(self, visit: Visit) -> None:
        visitor = visit(DRAGON, reduced_motion="no-preference")
        visitor.click("Next step")
        duration = visitor.tab.locator(".piece").first.evaluate(
            "(piece) => getComputedStyle(piece).transitionDuration"
        )
        assert duration != "0s"

    def test_nothing_moves_for_those_who_want_it_calm(self, visit: Visit) -> None:
        visitor = visit(DRAGON, reduced_motion="reduce")
        for _ in range(12):
            visitor.click("Next step")
            assert visitor.tab.evaluate("document.getAnimations().length") == 0

    def test_nothing_runs_while_nothing_moves(self, visit: Visit) -> None:
        visitor = visit(DRAGON)
        visitor.click("Next step")
        visitor.wait(
            """() => document.getAnimations().length === 0
                && document.querySelector('.now .words').textContent
                === document.querySelector('[aria-live]').textContent"""
        )
        timers = visitor.tab.evaluate(
            """() => new Promise((done) => {
                let changes = 0;
                new MutationObserver((found) => { changes += found.length; })
                    .observe(document, { subtree: true, childList: true, attributes: true,
                                         characterData: true });
                requestIdleCallback(() => setTimeout(() => done(changes), 1000));
            })"""
        )
        assert timers == 0
