"""The screen that shows the rule behind an option."""

from typing import ClassVar

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from referee.seat.rule_text import RuleSection


class RuleScreen(ModalScreen[None]):
    """Shows a section of the rules until the person closes it with Escape, Enter, `q` or `?`."""

    CSS = """
    RuleScreen { align: center middle; }
    #rule { width: 76; max-height: 90%; border: round $accent; background: $surface; }
    #rule Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        (key, "app.pop_screen", "Close") for key in ("escape", "q", "question_mark", "enter")
    ]

    def __init__(self, option: str, rule: RuleSection) -> None:
        super().__init__()
        self._option = option
        self._rule = rule

    def compose(self) -> ComposeResult:
        """Yield a box with the option and its rule."""
        with VerticalScroll(id="rule"):
            yield Static(self._option, markup=False)
            yield Static(Markdown(f"## {self._rule.heading}\n\n{self._rule.text}"))
