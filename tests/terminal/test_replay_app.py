"""The program that steps through a record, driven by keys."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from referee.record.reader import parse
from referee.record.walkthrough import Walkthrough
from referee.terminal.help_screen import HelpScreen
from referee.terminal.replay_app import ReplayApp
from tests.record.samples import dragon_record, toy_record
from tests.terminal.plays import NAMES, PLAYS, record

Story = Callable[[ReplayApp, Pilot[None]], Awaitable[None]]


def drive(walkthrough: Walkthrough, story: Story) -> None:
    """Run the program on 80x24, and let the story use it."""

    async def run() -> None:
        app = ReplayApp(walkthrough)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await story(app, pilot)

    asyncio.run(run())


def shown(app: ReplayApp, part: str) -> str:
    """The text of a part of the screen."""
    return str(app.query_one(f"#{part}", Static).content)


@pytest.fixture(scope="module")
def dragon() -> Walkthrough:
    return Walkthrough(parse(dragon_record(), "m.tianming"))


class TestWays:
    """The keys that lead to another step."""

    def test_right_skips_questions_and_down_does_not(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            first = next(at for at, step in enumerate(dragon.steps) if step.kind == "asked")
            await pilot.press("right")
            assert app.place == first + 1
            await pilot.press("left")
            assert app.place == first - 1
            await pilot.press("down")
            assert app.place == first

        drive(dragon, story)

    def test_pages_are_months(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("pagedown", "pagedown", "pagedown")
            assert app.place == dragon.find("month 3")
            await pilot.press("pageup")
            assert app.place == dragon.find("month 2")
            assert "Month 2" in shown(app, "title")

        drive(dragon, story)

    def test_home_and_end(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("end")
            assert app.place == len(dragon.steps) - 1
            await pilot.press("right")
            assert "That is the last step." in shown(app, "details")
            await pilot.press("home")
            assert app.place == 0
            await pilot.press("left")
            assert "That is the first step." in shown(app, "details")

        drive(dragon, story)

    @pytest.mark.parametrize("text", ["40", "q12", "month 3"])
    def test_go_leads_to_the_place_that_is_named(self, dragon: Walkthrough, text: str) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("g", *text, "enter")
            assert app.place == dragon.find(text)
            assert f"entry {dragon.steps[app.place].entry} of" in shown(app, "title")
            assert app.query_one("#steps", OptionList).has_focus

        drive(dragon, story)

    def test_a_place_that_does_not_exist_is_a_message(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("g", *"month 13", "enter")
            assert "the record has no 'month 13'" in shown(app, "details")
            assert app.place == 0

        drive(dragon, story)

    def test_search_finds_on_and_back(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("slash", *"harvest", "enter")
            first = app.place
            assert "harvest" in dragon.steps[first].words
            await pilot.press("j")
            assert app.place == dragon.search(first, "harvest")
            await pilot.press("N")
            assert app.place == first
            await pilot.press("slash", *"nowhere", "enter")
            assert "No step has the text 'nowhere'." in shown(app, "details")

        drive(dragon, story)

    def test_the_next_fault(self) -> None:
        walkthrough = Walkthrough(parse(toy_record(), "m"))

        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("f")
            assert walkthrough.steps[app.place].kind == "fault"
            assert "No answer came" in shown(app, "details")

        drive(walkthrough, story)


class TestViews:
    """The keys that change what is shown."""

    def test_one_seat_after_the_other_and_all_again(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            steps = app.query_one("#steps", OptionList)
            for seat in (0, 1):
                await pilot.press("s")
                count = sum(step.seat == seat for step in dragon.steps)
                assert steps.option_count == count
                assert f"only bot{seat}" in shown(app, "title")
                await pilot.press("right", "right")
                assert dragon.steps[app.place].seat == seat
            await pilot.press("s")
            assert steps.option_count == len(dragon.steps)

        drive(dragon, story)

    def test_the_large_board_has_what_a_small_one_leaves_out(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("g", *"40", "enter", "b")
            await pilot.pause()
            assert "hand " in shown(app, "board")
            assert app.query_one("#lower").display is False
            await pilot.press("b")
            await pilot.pause()
            assert app.query_one("#lower").display is True

        drive(dragon, story)

    def test_a_game_without_a_map_says_so(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("m")
            assert "This game has no map." in shown(app, "details")

        drive(dragon, story)

    def test_the_map_shows_the_pieces(self) -> None:
        walkthrough = Walkthrough(record(NAMES.index("china-default")))

        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("end", "m")
            await pilot.pause()
            assert "⌂" in shown(app, "board")
            await pilot.press("m")
            await pilot.pause()
            assert "⌂" not in shown(app, "board")

        drive(walkthrough, story)

    def test_help_lists_the_keys_and_names_what_explains_the_options(
        self, dragon: Walkthrough
    ) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("question_mark")
            assert isinstance(app.screen, HelpScreen)
            said = str(app.screen.query_one("#keys", Static).render())
            assert "`referee games rules dragon` explains the notation." in said
            await pilot.press("escape")
            assert not isinstance(app.screen, HelpScreen)

        drive(dragon, story)

    def test_escape_closes_the_line(self, dragon: Walkthrough) -> None:
        async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
            await pilot.press("g", "4")
            assert app.query_one("#line", Input).value == "4"
            await pilot.press("escape", "right")
            assert not app.query_one("#line").has_class("open")
            assert app.place > 0

        drive(dragon, story)


def test_a_damaged_record_is_shown_with_what_is_wrong() -> None:
    """The sound part can be read, and nobody takes it for the whole."""

    async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
        assert "is cut off or damaged" in shown(app, "details")
        await pilot.press("end")
        assert app.place == len(app.walkthrough.steps) - 1

    drive(Walkthrough(parse(dragon_record()[:-5], "m.tianming")), story)


@pytest.mark.parametrize("place", range(len(PLAYS)), ids=NAMES)
def test_every_game_and_option_set_is_shown_on_80x24(place: int) -> None:
    """At all times the points, the board, the list and its details have their places."""

    async def story(app: ReplayApp, pilot: Pilot[None]) -> None:
        for key in ("right", "pagedown", "end"):
            await pilot.press(key)
            board = shown(app, "board").split("\n")
            assert len(board) <= app.query_one("#board-frame").size.height
            assert max(map(len, board)) <= 80
            assert shown(app, "details")

    drive(Walkthrough(record(place)), story)
