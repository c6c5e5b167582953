"""The seat of a person on the full screen of a terminal."""

import asyncio

from referee.seat.asked_question import AskedQuestion
from referee.seat.screen_choice import ScreenChoice
from referee.seat.seat_app import SeatApp


class ScreenFront:
    """Runs the full-screen program from the first question to the end of the match."""

    def __init__(self, *, is_guided: bool) -> None:
        self._choice = ScreenChoice()
        self._app = SeatApp(self._choice, is_guided=is_guided)
        self.left = self._choice.left
        self._running: asyncio.Task[None] | None = None

    async def ask(self, asked: AskedQuestion) -> int | None:
        """Show a question, and return the confirmed answer."""
        await self._open()
        self._app.show(asked)
        return await self._choice.wait()

    def tell(self, text: str) -> None:
        """Show a sentence on the screen."""
        if self._running is not None:
            self._app.tell(text)

    async def finish(self, lines: list[str]) -> None:
        """Show how the match ended, until the person leaves the screen."""
        await self._open()
        self._app.finish(lines)
        assert self._running is not None
        await self._running

    async def close(self) -> None:
        """Give the terminal back, if the program still runs."""
        if self._running is not None and not self._running.done():
            self._app.exit()
            await self._running

    async def _open(self) -> None:
        if self._running is None:
            self._running = asyncio.create_task(self._app.run_async())
            await self._choice.is_ready.wait()
