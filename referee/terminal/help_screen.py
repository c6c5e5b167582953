"""The screen that lists the keys of the replay."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from referee.terminal.rules_page import notation_hint

KEYS = """\
 right, n, space   what happened next
 left, p           what happened before
 down, up          the next entry of the list, or the last one
 PgDn, PgUp        the next month, round or turn, or the last one
 Home, End         the first step, or the last
 g                 go to an entry, a question (q12) or a month (month 3)
 /                 search in what happened and in the bots' notes
 j, N              search for the same text on, or back
 f                 the next fault of a bot
 s                 only the steps of one seat; again: of the next; of all
 m                 the map, in a game that has one
 b                 a large board; down and up scroll it
 Tab               to the next part of the screen: down and up scroll it
 q                 quit"""


class HelpScreen(ModalScreen[None]):
    """Lists the keys until the user closes it with Escape, Enter, `q` or `?`."""

    CSS = """
    HelpScreen { align: center middle; }
    #keys { width: 72; height: auto; border: round $accent; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        (key, "app.pop_screen", "Close") for key in ("escape", "q", "question_mark", "enter")
    ]

    def __init__(self, game: str) -> None:
        """Create the screen for the replay of a game."""
        super().__init__()
        self._hint = notation_hint(game)

    def compose(self) -> ComposeResult:
        """Yield a box with the keys, and with what explains the options that were not played."""
        text = f"{KEYS}\n\n {self._hint}" if self._hint else KEYS
        yield Static(text, id="keys", markup=False)
