"""The bot of a person: it plays like any other bot, and asks somebody for each choice."""

import asyncio
from dataclasses import replace

import tianming
from referee.seat.asked_question import AskedQuestion, QuestionReader
from referee.seat.front import SeatFront
from referee.terminal.rules_page import notation_hint
from tianming_games.ground.text import printable


class PersonBot:
    """A bot on the SDK, for one match, that a person plays."""

    name = "human"
    max_matches = 1

    def __init__(self, front: SeatFront) -> None:
        self._front = front
        self._reader: QuestionReader | None = None
        self._asking: asyncio.Task[int | None] | None = None
        self.left = front.left
        """Set when the person has left before the end of the match."""
        self.over = asyncio.Event()
        """Set when the person has seen the end of the match."""

    def start(self, match: tianming.Match) -> None:
        """Prepare for a match."""
        if self._reader is None:
            self._reader = QuestionReader(match)

    async def choose(self, question: tianming.Question) -> tianming.Answer:
        """Ask the person.

        A question that the referee asks again, or one that follows a missed one, replaces the
        open question.
        """
        assert self._reader is not None
        asked = _with_hint(self._reader.read(question))
        self._forget()
        asking = self._asking = asyncio.create_task(self._front.ask(asked))
        try:
            option = await asyncio.shield(asking)
        except asyncio.CancelledError:
            if asking.cancelled():
                await asyncio.Event().wait()  # another question has replaced this one
            asking.cancel()
            raise
        return tianming.Resign() if option is None else option

    def fault(self, notice: tianming.FaultNotice) -> None:
        """Tell the person of a fault."""
        strikes = f"{notice.strikes_left} strike{'' if notice.strikes_left == 1 else 's'} left"
        self._front.tell(f"{printable(notice.reason)} ({strikes})")

    async def end(self, result: tianming.MatchResult) -> None:
        """Show the person how the match has ended."""
        assert self._reader is not None
        self._forget()
        lines = [*self._reader.news(result.since), *self._places(result)]
        await self._front.finish(lines)
        self.over.set()

    async def close(self) -> None:
        """Give back what the front uses."""
        await self._front.close()

    def _forget(self) -> None:
        """Stop asking the question that is open, if any."""
        if self._asking is not None:
            self._asking.cancel()

    def _places(self, result: tianming.MatchResult) -> list[str]:
        assert self._reader is not None
        names = self._reader.names
        ordered = sorted(result.outcome.results, key=lambda one: (one.place, one.seat))
        rows = [f"{one.place}. {names[one.seat]}: {one.score} points" for one in ordered]
        return [printable(result.outcome.reason), *rows]


def _with_hint(asked: AskedQuestion) -> AskedQuestion:
    """Return a question; the news of the first one say what explains the notation in them."""
    hint = notation_hint(asked.game) if asked.turn == 1 else ""
    if not hint:
        return asked
    return replace(asked, news=(f"What others do is in notation. {hint}", *asked.news))


async def play(person: PersonBot, address: str, token: str) -> None:
    """Play as a bot of the referee at an address, until the task is cancelled."""
    try:
        await tianming.run_async(person, address, token)
    finally:
        await person.close()
