"""What a person decides on a screen: passed from the program of the screen to the seat."""

import asyncio


class ScreenChoice:
    """The answer to the open question, and whether the person has left."""

    def __init__(self) -> None:
        self.is_ready = asyncio.Event()
        """Set when the screen can show questions."""
        self.left = asyncio.Event()
        """Set when the person leaves the match."""
        self._answer: asyncio.Future[int | None] | None = None

    async def wait(self) -> int | None:
        """Return the answer to the open question; None gives up."""
        self._answer = asyncio.get_running_loop().create_future()
        return await self._answer

    def answer(self, option: int | None) -> None:
        """Answer the open question; None gives up."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(option)
