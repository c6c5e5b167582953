"""The full-screen program of a person's seat: the board, what happened, and the options."""

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from referee.seat.asked_question import AskedQuestion
from referee.seat.guide import advice
from referee.seat.option_search import matching
from referee.seat.rule_screen import RuleScreen
from referee.seat.rule_text import rule_behind
from referee.seat.screen_choice import ScreenChoice
from referee.terminal.fitting import STYLES, fit
from tianming_games.scene import SEAT_TONES

_HINT = "number or words of an option; ? shows its rule"
_CONFIRM = "Enter confirms: {words} Escape takes it back."
_RESIGN = "You give up the match. Enter confirms it. Escape takes it back."
_LEAVE = "You stop the match for everybody. Enter confirms it. Escape takes it back."
_MOST_NEWS = 200


class SeatApp(App[None]):
    """Shows the questions of a seat, and collects what the person chooses."""

    CSS_PATH = None
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { height: 1; background: $panel; }
    #board-frame { height: 1fr; overflow: hidden; scrollbar-size-vertical: 1; }
    .large #board-frame { overflow: auto; }
    .large #lower { display: none; }
    #lower { height: 10; border-top: solid $panel; }
    #options { width: 1fr; height: 100%; border: none; padding: 0; scrollbar-size-vertical: 1; }
    #news-frame { width: 1fr; height: 100%; padding: 0 1; scrollbar-size-vertical: 1; }
    #line { height: 1; border: none; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("escape", "undo", "Take back"),
        Binding("f1", "rule", "Rule", key_display="?", priority=True),
        Binding("f2", "large", "Board", priority=True),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
        Binding("pagedown", "scroll(1)", show=False, priority=True),
        Binding("ctrl+r", "resign", "Give up", priority=True),
        Binding("ctrl+q,ctrl+c", "leave", "Leave", priority=True),
    ]

    def __init__(self, choice: ScreenChoice, *, is_guided: bool) -> None:
        """Create the program; `choice` receives what the person decides."""
        super().__init__()
        self._choice = choice
        self._is_guided = is_guided
        self.asked: AskedQuestion | None = None
        self._last: AskedQuestion | None = None
        self._news: list[Text] = []
        self._listed: list[int] = []
        self._pending: int | str | None = None
        self._is_over = False

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen, from top to bottom."""
        yield Static(id="title")
        with VerticalScroll(id="board-frame", can_focus=False):
            yield Static(id="board")
        with Horizontal(id="lower"):
            options = OptionList(id="options", compact=True, markup=False)
            options.can_focus = False
            yield options
            with VerticalScroll(id="news-frame", can_focus=False):
                yield Static(id="news")
        yield Input(id="line", compact=True, placeholder=_HINT)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with an empty screen; the first question may be there already."""
        self.query_one("#line").focus()
        self._title("The match begins.")
        self._choice.is_ready.set()

    # -- what the front shows

    def show(self, asked: AskedQuestion) -> None:
        """Show a question."""
        self.asked = self._last = asked
        self._pending = None
        self._add(*(Text(line) for line in asked.news))
        if self._is_guided:
            self._add(*(Text(line, STYLES["accent"]) for line in advice(asked)))
        self.query_one("#line", Input).value = ""
        self._list("")
        self._title(f"Choose 1 to {len(asked.options)}")
        self._draw()

    def tell(self, text: str) -> None:
        """Show a sentence among the news."""
        self._add(Text(text, STYLES["accent"]))

    def finish(self, lines: list[str]) -> None:
        """Show how the match ended, until the person leaves the screen."""
        self.asked, self._pending, self._is_over = None, None, True
        self._add(*(Text(line, STYLES["accent"]) for line in lines))
        self._list("")
        self._title("The match is over. Enter leaves the screen.")

    # -- keys

    def action_move(self, way: int) -> None:
        """Highlight the next or the previous option."""
        options = self.query_one("#options", OptionList)
        if way > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()

    def action_undo(self) -> None:
        """Take back what is not confirmed, and clear the line."""
        self._pending = None
        self.query_one("#line", Input).value = ""
        if self.asked is not None:
            self._title(f"Choose 1 to {len(self.asked.options)}")

    def action_rule(self) -> None:
        """Show the rule behind the highlighted option."""
        option = self._highlighted
        if self.asked is None or option is None:
            return
        rule = rule_behind(self.asked, option)
        if rule is None:
            self._title("The game has no page of rules.")
        else:
            self.push_screen(RuleScreen(self.asked.options[option].words, rule))

    def action_large(self) -> None:
        """Toggle whether the board fills the screen."""
        self.screen.toggle_class("large")
        self.call_after_refresh(self._draw)

    def action_scroll(self, way: int) -> None:
        """Scroll the large board, or else the news."""
        is_large = self.screen.has_class("large")
        frame = self.query_one("#board-frame" if is_large else "#news-frame", VerticalScroll)
        frame.scroll_relative(y=way * max(1, frame.size.height - 1), animate=False)

    def action_resign(self) -> None:
        """Ask whether the person gives up the match."""
        if self.asked is not None:
            self._wait_for("resign", _RESIGN)

    def action_leave(self) -> None:
        """Ask whether the person leaves the match."""
        if self._is_over:
            self.exit()
        else:
            self._wait_for("leave", _LEAVE)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        if "?" in event.value:  # the line takes every character, so it takes this key too
            event.input.value = event.value.replace("?", "")
            self.action_rule()
            return
        self._pending = None
        self._list(event.value)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        pending, self._pending = self._pending, None
        if self._is_over:
            self.exit()
        elif pending == "leave":
            self._choice.left.set()
        elif pending == "resign":
            self._answer(None)
        elif isinstance(pending, int):
            self._answer(pending)
        elif self._highlighted is not None:
            self._choose(self._highlighted)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        option = self._listed[event.option_index]
        if self._pending == option:
            self._answer(option)
        else:
            self._choose(option)

    @on(events.Click, "#board")
    def _clicked_board(self, event: events.Click) -> None:
        """List the options about the word of the board that was clicked."""
        if self.asked is None:
            return
        word = word_at(self._board(self.asked), event.x, event.y)
        if word and matching(self.asked.options, word):
            self.query_one("#line", Input).value = word

    @on(events.Resize)
    def _resized(self) -> None:
        self.call_after_refresh(self._draw)

    # -- inside

    @property
    def _highlighted(self) -> int | None:
        at = self.query_one("#options", OptionList).highlighted
        return None if at is None or at >= len(self._listed) else self._listed[at]

    def _choose(self, option: int) -> None:
        assert self.asked is not None
        self._wait_for(option, _CONFIRM.format(words=self.asked.options[option].words))

    def _wait_for(self, pending: int | str, title: str) -> None:
        self._pending = pending
        self._title(title)

    def _answer(self, option: int | None) -> None:
        self.asked, self._pending = None, None
        self.query_one("#line", Input).value = ""
        self._list("")
        self._title("The others play.")
        self._choice.answer(option)

    def _list(self, text: str) -> None:
        """List the options that a text means."""
        listed = self.query_one("#options", OptionList)
        listed.clear_options()
        self._listed = [] if self.asked is None else matching(self.asked.options, text)
        if self.asked is not None:
            rows = [f"{at + 1:3} {self.asked.options[at].words}" for at in self._listed]
            listed.add_options([Option(Text(row)) for row in rows])
        if self._listed:
            listed.highlighted = 0

    def _add(self, *lines: Text) -> None:
        """Add lines to the news, and show the last ones."""
        self._news = [*self._news, *lines][-_MOST_NEWS:]
        self.query_one("#news", Static).update(Text("\n").join(self._news))
        frame = self.query_one("#news-frame", VerticalScroll)
        self.call_after_refresh(frame.scroll_end, animate=False)

    def _title(self, text: str) -> None:
        title, last = Text(" "), self._last
        title.append(text, STYLES["accent"])
        if last is not None:
            title.append(f"  {last.title}  ")
            pairs = zip(last.names, last.points, strict=True)
            for seat, (name, points) in enumerate(pairs):
                title.append(f"{name} {points}  ", STYLES[SEAT_TONES[seat]])
        self.query_one("#title", Static).update(title)

    def _draw(self) -> None:
        if self._last is not None:
            self.query_one("#board", Static).update(self._board(self._last))

    def _board(self, asked: AskedQuestion) -> Text:
        size = self.query_one("#board-frame").size
        if self.screen.has_class("large"):
            return fit(asked.board, max(size.width - 1, 20))
        return fit(asked.board, max(size.width, 20), max(size.height, 1))


def word_at(board: Text, column: int, row: int) -> str:
    """Return the word of a board at a position, without a count such as `:3`; empty for none."""
    rows = board.plain.split("\n")
    if not 0 <= row < len(rows) or not 0 <= column < len(rows[row]):
        return ""
    text = rows[row]
    start = end = column
    while start > 0 and _is_of_word(text[start - 1]):
        start -= 1
    while end < len(text) and _is_of_word(text[end]):
        end += 1
    return text[start:end].replace("-", " ").strip()


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "-"
