"""The program to step through a record: the board, the list of steps, and their details."""

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from referee.error import TianmingError
from referee.record.growing import POLL, GrowingRecord
from referee.record.walkthrough import Walkthrough, WalkthroughStep
from referee.terminal.fitting import STYLES, cut, fit
from referee.terminal.help_screen import HelpScreen
from referee.terminal.step import details, row
from tianming_games.scene import SEAT_TONES
from tianming_games.text_board import BoardLine, seat_name

_GO = "entry, question (q12) or month, round, turn (month 3)"
_SEARCH = "text to search for"


class ReplayApp(App[None]):
    """Steps through a record."""

    CSS_PATH = None
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { height: 1; background: $panel; }
    #board-frame { height: 1fr; overflow: hidden; scrollbar-size-vertical: 1; }
    .large #board-frame { overflow: auto; }
    #lower { height: 8; border-top: solid $panel; }
    #steps { width: 1fr; height: 100%; border: none; padding: 0; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis; }
    #details-frame { width: 1fr; height: 100%; padding: 0 1; scrollbar-size-vertical: 1; }
    #details-frame:focus { background: $boost; }
    #line { height: 1; border: none; padding: 0; display: none; }
    #line.open { display: block; }
    .large #lower { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,space", "next", "Next"),
        Binding("left,p", "previous", "Back"),
        Binding("pagedown", "next_round", show=False, priority=True),
        Binding("pageup", "previous_round", show=False, priority=True),
        Binding("f", "next_fault", "Fault"),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
        Binding("g", "go", "Go to"),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("s", "seat", "Seat"),
        Binding("m", "map", "Map"),
        Binding("b", "large", "Board"),
        Binding("N", "search_back", show=False),
        Binding("j", "search_on", show=False),
        Binding("escape", "close", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, walkthrough: Walkthrough, growing: GrowingRecord | None = None) -> None:
        """Create the program.

        Args:
            walkthrough: the steps of the record.
            growing: the same record, if its match may still be running.
        """
        super().__init__()
        self.walkthrough = walkthrough
        self._growing = growing
        self._looks: Timer | None = None
        self.place = 0 if growing is None else len(walkthrough.steps) - 1
        self.seat: int | None = None
        """The seat whose steps are listed; None for all seats."""
        self.sought = ""
        """The text of the last search."""
        self.message = str(walkthrough.problem or "")
        """A message to the user, shown above the details until the next move."""
        self._listed: list[int] = []
        self._is_map = False
        self._line_for = _GO

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen, from top to bottom."""
        yield Static(id="title")
        with VerticalScroll(id="board-frame"):
            yield Static(id="board")
        with Horizontal(id="lower"):
            yield OptionList(id="steps", compact=True)
            with VerticalScroll(id="details-frame"):
                yield Static(id="details")
        yield Input(id="line", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """List the steps, and if the match may be running, start to poll the record."""
        self._list_steps()
        self.query_one("#steps").focus()
        if self._growing is not None and not (self.walkthrough.is_over or self.message):
            self._looks = self.set_interval(POLL, self._look)

    @on(events.Resize)
    def _resized(self) -> None:
        self.call_after_refresh(self._show_step)

    # -- what keys do

    def action_next(self) -> None:
        """Go to the next event."""
        self._go(self.walkthrough.after(self.place, self._is_wanted), "That is the last step.")

    def action_previous(self) -> None:
        """Go to the previous event."""
        self._go(self.walkthrough.before(self.place, self._is_wanted), "That is the first step.")

    def action_next_round(self) -> None:
        """Go to the beginning of the next month, round or turn."""
        self._go(self.walkthrough.next_round(self.place), "That is the last one.")

    def action_previous_round(self) -> None:
        """Go to the beginning of the previous month, round or turn."""
        self._go(self.walkthrough.previous_round(self.place), "That is the first one.")

    def action_next_fault(self) -> None:
        """Go to the next fault of a bot."""
        self._go(self.walkthrough.after(self.place, _is_fault), "No fault of a bot follows.")

    def action_first(self) -> None:
        """Go to the first step."""
        self._go(self._listed[0])

    def action_last(self) -> None:
        """Go to the last step."""
        self._go(self._listed[-1])

    def action_go(self) -> None:
        """Open the line in which the user enters where to go."""
        self._open_line(_GO)

    def action_search(self) -> None:
        """Open the line in which the user enters a text to search for."""
        self._open_line(_SEARCH)

    def action_search_on(self) -> None:
        """Search forwards for the same text."""
        self._search(forward=True)

    def action_search_back(self) -> None:
        """Search backwards for the same text."""
        self._search(forward=False)

    def action_seat(self) -> None:
        """List only the steps of the next seat; after the last seat, list all steps."""
        seats = len(self.walkthrough.bots)
        self.seat = 0 if self.seat is None else self.seat + 1
        if self.seat == seats:
            self.seat = None
        self._list_steps()

    def action_map(self) -> None:
        """Toggle between the map and the board."""
        if not self._step.state.map_lines():
            self._say("This game has no map.")
            return
        self._is_map = not self._is_map
        self._enlarge(self._is_map)

    def action_large(self) -> None:
        """Toggle whether the board fills the screen."""
        self._enlarge(not self.screen.has_class("large"))

    def action_close(self) -> None:
        """Close the input line without an action."""
        self._close_line()

    def action_help(self) -> None:
        """List the keys."""
        self.push_screen(HelpScreen(self.walkthrough.game))

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        place = self._listed[event.option_index]
        if place != self.place:
            self.place = place
            self._show_step()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self._close_line()
        if self._line_for is _SEARCH:
            self.sought = event.value
            self._search(forward=True)
            return
        try:
            self._go(self.walkthrough.find(event.value))
        except TianmingError as error:
            self._say(str(error))

    # -- inside

    def _look(self) -> None:
        """Add the new steps of the record; if the last step is shown, move to the new last one."""
        assert self._growing is not None
        was_last, known = self.place == self._listed[-1], len(self.walkthrough.steps)
        problem = ""
        try:
            self.walkthrough.grow(self._growing.read())
        except TianmingError as error:
            problem = str(error)
        if len(self.walkthrough.steps) > known:
            self._list_more(known)
            if was_last:
                self._go(self._listed[-1])
        if problem or self.walkthrough.is_over:
            self._stop_looking()
            self._say(problem or self.message)

    def _stop_looking(self) -> None:
        """Stop polling the record."""
        if self._looks is not None:
            self._looks.stop()

    @property
    def _step(self) -> WalkthroughStep:
        return self.walkthrough.steps[self.place]

    def _is_listed(self, step: WalkthroughStep) -> bool:
        return self.seat is None or step.seat == self.seat

    def _is_wanted(self, step: WalkthroughStep) -> bool:
        return step.is_event and self._is_listed(step)

    def _search(self, *, forward: bool) -> None:
        place = self.walkthrough.search(self.place, self.sought, forward=forward)
        self._go(place, f"No step has the text {self.sought!r}.")

    def _go(self, place: int | None, otherwise: str = "") -> None:
        """Go to a step; if `place` is None, show the message `otherwise`."""
        if place is None:
            self._say(otherwise)
            return
        self.message = ""
        self.place = place
        if place not in self._listed:
            self.seat = None
            self._list_steps()
        self.query_one("#steps", OptionList).highlighted = self._listed.index(place)
        self._show_step()

    def _enlarge(self, is_large: bool) -> None:
        """Show the board on the whole screen and focus it, or return to the list of steps."""
        self.screen.set_class(is_large, "large")
        self.query_one("#board-frame" if is_large else "#steps").focus()
        self.call_after_refresh(self._show_step)

    def _say(self, message: str) -> None:
        self.message = message
        self._show_step()

    def _list_steps(self) -> None:
        """List the steps of the selected seat, or of all seats."""
        steps = self.walkthrough.steps
        self._listed = [at for at, step in enumerate(steps) if self._is_listed(step)]
        if not self._listed:
            self.message, self.seat = f"{self._bot(self.seat or 0)} has no steps.", None
            self._listed = list(range(len(steps)))
        near = min(range(len(self._listed)), key=lambda at: abs(self._listed[at] - self.place))
        listed = self.query_one("#steps", OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            listed.clear_options()
            listed.add_options([Option(row(steps[at])) for at in self._listed])
            listed.highlighted = near
        self.place = self._listed[near]
        self._show_step()

    def _list_more(self, known: int) -> None:
        """Add the steps after the first `known` ones to the list."""
        steps = self.walkthrough.steps
        more = [at for at in range(known, len(steps)) if self._is_listed(steps[at])]
        self._listed += more
        self.query_one("#steps", OptionList).add_options([Option(row(steps[at])) for at in more])

    def _open_line(self, purpose: str) -> None:
        self._line_for = purpose
        line = self.query_one("#line", Input)
        line.placeholder, line.value = purpose, ""
        line.add_class("open")
        line.focus()
        self.call_after_refresh(self._show_step)

    def _close_line(self) -> None:
        self.query_one("#line").remove_class("open")
        self._enlarge(self.screen.has_class("large"))

    def _show_step(self) -> None:
        """Show the current step."""
        self.query_one("#title", Static).update(self._title())
        frame = self.query_one("#board-frame")
        self.query_one("#board", Static).update(self._board(frame.size.width, frame.size.height))
        self.query_one("#details", Static).update(self._details())

    def _board(self, width: int, height: int) -> Text:
        step = self._step
        if self._is_map:
            return Text("\n").join(_unwrapped(line) for line in step.state.map_lines())
        lines = step.state.board_lines(None, self.walkthrough.bots)
        if self.screen.has_class("large"):
            return fit(lines, max(width - 1, 20))  # one column for the scroll bar
        return fit(lines, max(width, 20), max(height, 1))

    def _details(self) -> Text:
        shown = details(self._step)
        if not self.message:
            return shown
        return Text("\n").join([Text(cut(self.message, 400), STYLES["accent"]), shown])

    def _title(self) -> Text:
        """Return the row above the board: the points and the current position."""
        step = self._step
        title = Text(" ")
        for seat, points in enumerate(step.points):
            title.append(f"{self._bot(seat)} {points}  ", STYLES[SEAT_TONES[seat]])
        place = f"entry {step.entry} of {self.walkthrough.steps[-1].entry}"
        moment = ", ".join(part for part in step.moment if part)
        only = "" if self.seat is None else f"only {self._bot(self.seat)}"
        live = "" if self._growing is None or self.walkthrough.is_over else "live"
        return title.append(f" {' · '.join(part for part in (place, moment, only, live) if part)}")

    def _bot(self, seat: int) -> str:
        return seat_name(seat, self.walkthrough.bots)


def _is_fault(step: WalkthroughStep) -> bool:
    return step.kind == "fault"


def _unwrapped(line: BoardLine) -> Text:
    """Return a line of a map as one row."""
    return Text.assemble(*((segment.text, STYLES[segment.tone]) for segment in line.segments))
