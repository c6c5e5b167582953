"""A match in this process, with people in the browser: their pages are served by a thread."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import Any, TypeVar

import tianming
from referee.seat.person_bot import PersonBot
from referee.seat.seat_pages import seat_pages
from referee.seat.web_front import WebFront
from tests.patience import PATIENCE
from tianming.local import play

T = TypeVar("T")


class SeatedBot:
    """The bot of a person, which a local match asks in another thread than the pages."""

    name = "human"

    def __init__(self, person: PersonBot, table: "WebTable") -> None:
        self._person = person
        self._table = table

    def start(self, match: tianming.Match) -> None:
        """Prepare for the match."""
        self._person.start(match)

    def choose(self, question: tianming.Question) -> tianming.Answer:
        """Ask the person."""
        return self._table.run(self._person.choose(question))

    def end(self, result: tianming.MatchResult) -> None:
        """Show the end to the person."""
        self._table.run(self._person.end(result))


class WebTable:
    """The table of one match.

    Attributes:
        fronts: the seats of people, in their order.
        links: the addresses of their pages.
    """

    def __init__(self, people: int, is_guided: bool) -> None:
        self.fronts = [WebFront(is_guided=is_guided) for _ in range(people)]
        self.links: list[str] = []
        self._outcome: tianming.Outcome | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_open = threading.Event()
        self._is_over = asyncio.Event()
        self._working: set[asyncio.Task[Any]] = set()
        self._serving = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._playing = threading.Thread()

    @property
    def outcome(self) -> tianming.Outcome:
        """How the match has ended, which the pages have shown."""
        self._playing.join(PATIENCE)
        assert self._outcome is not None
        return self._outcome

    def open(self) -> None:
        """Serve the pages."""
        self._serving.start()
        assert self._is_open.wait(PATIENCE)

    def begin(self, game: str, bots: Sequence[Any], seed: int, options: Mapping[str, str]) -> None:
        """Begin the match."""
        self._playing = threading.Thread(target=self._play, args=(game, bots, seed, options))
        self._playing.start()

    def close(self) -> None:
        """Stop the match and the pages."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._is_over.set)
        self._serving.join(PATIENCE)
        self._playing.join(PATIENCE)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run this where the pages are served, and return what it returns."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(self._noted(work), self._loop).result(PATIENCE)

    async def _noted(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.ensure_future(work)
        self._working.add(task)
        try:
            return await task
        finally:
            self._working.discard(task)

    async def _serve(self) -> None:
        async with seat_pages("127.0.0.1:0") as pages:
            self.links = [pages.add(front) for front in self.fronts]
            self._loop = asyncio.get_running_loop()
            self._is_open.set()
            await self._is_over.wait()
            while self._playing.is_alive():
                for task in self._working:
                    task.cancel()
                await asyncio.sleep(0.01)
            for front in self.fronts:
                await front.close()

    def _play(self, game: str, bots: Sequence[Any], seed: int, options: Mapping[str, str]) -> None:
        """Play the match, unless the test ends before."""
        try:
            self._outcome = play(game, bots, seed=seed, options=options)
        except CancelledError:
            pass
        except Exception as error:
            for front in self.fronts:
                self.run(front.finish([f"The match has failed: {error!r}"]))
            raise


@contextlib.contextmanager
def web_table(
    game: str,
    others: Sequence[Any] = ("random", "random"),
    *,
    people: int = 1,
    seed: int = 7,
    options: Mapping[str, str] | None = None,
    is_guided: bool = False,
) -> Iterator[WebTable]:
    """Play a match between people, in the first seats, and bots; yield its table."""
    table = WebTable(people, is_guided)
    table.open()
    try:
        seated = [SeatedBot(PersonBot(front), table) for front in table.fronts]
        table.begin(game, [*seated, *others], seed, options or {})
        yield table
    finally:
        table.close()
