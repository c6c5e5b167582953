"""What a person looks at: the interface of the terminal, of lines of text, and of the pages."""

import asyncio
from typing import Protocol

from referee.seat.asked_question import AskedQuestion


class SeatFront(Protocol):
    """Shows a match to one person, and returns what the person chooses.

    Attributes:
        left: set when the person leaves the match before its end.
    """

    left: asyncio.Event

    async def ask(self, asked: AskedQuestion) -> int | None:
        """Return the index of the option that the person takes; None if the person resigns.

        It does not return after the person has left.
        """

    def tell(self, text: str) -> None:
        """Show a sentence, such as one about a fault."""

    async def finish(self, lines: list[str]) -> None:
        """Show how the match ended, and return when the person has seen it."""

    async def close(self) -> None:
        """Give back what the front uses, such as the terminal."""
