"""Pages: a long season over HTTP, spectators of live matches, and the bytes of a match."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, Series, at_most
from tests.bench.sample import FULL, Scale, in_turn, take
from tests.bench.wire import SHIPPED
from tests.bench.worker.load import Load
from tests.bench.worker.page_crowd import PageCrowd
from tests.bench.worker.page_sizes import PageSizes
from tests.bench.worker.season_pages import SeasonPages

_SPECTATORS = 200
_BOTS, _MATCHES = 42, 20
"""Numbers of bots and of the live matches that the spectators watch."""

_READERS = 300
_CONNECTIONS = 80
"""Numbers of the readers of one match, and of the connections of a client that wants everything."""

_QUICK_ENOUGH = at_most(200)
_UNFELT = at_most(1.1)
_MEMORY = at_most(200)
_MATCH = at_most(12)
_SCRIPT = at_most(60)

_KINDS = {
    "league": "table",
    "bot_page": "page of a bot",
    "list": "match list, first page",
    "list_any": "match list, any page",
    "list_last": "match list, last page",
    "list_bot": "matches of a bot",
    "list_bot_last": "matches of a bot, last page",
    "list_seat": "matches of a bot in one seat",
    "list_round": "matches of a round",
    "list_fault": "matches with a fault",
    "list_kind": "matches with one kind of fault",
    "list_bot_fault": "matches in which a bot was late",
    "list_finished": "finished matches",
    "list_finished_last": "finished matches, last page",
    "list_void": "void matches",
    "list_live": "live matches",
    "list_planned": "planned matches",
    "list_bot_finished": "finished matches of a bot",
    "list_game": "matches of a game",
    "list_game_last": "matches of a game, last page",
    "busy_league": "table, while a newer one is computed",
    "busy_list": "match list, while a newer table is computed",
}

_GAMES = {"dragon": (4, 5), "china": (4, 5), "ming": (4,)}
"""Numbers of seats of the matches whose bytes are counted, by game."""


@dataclass(frozen=True, slots=True)
class Spectators:
    """The job of the worker `spectators`."""

    count: int
    load: Load = field(default_factory=lambda: _load(1.0, 1))


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the figures of the pages; a short run has a tenth of the matches."""
    yield from _sizes()
    yield from _crowd(scale)
    yield from _live(scale)
    yield from _season(scale)


def _crowd(scale: Scale) -> Iterator[Figure]:
    """Yield what a popular match costs, and what a greedy reader costs another: ratios of a run."""
    job = PageCrowd("dragon", _READERS, _CONNECTIONS, 100 if scale.rounds == FULL.rounds else 20)
    found = in_turn({"ours": partial(take, "page_crowd", job, {})}, scale.rounds)["ours"]
    subject = f"{_READERS} readers of one cold match"
    of_one = "of one reader"
    crowd, single = found["crowd"], found["single"]
    yield Figure(f"{subject}: processor time", "ms", crowd, of_one, single, at_most(3))
    yield Figure(f"{subject}: answers that are refused", "", found["refused"], target=at_most(0))
    subject = f"a cold match, beside a client with {_CONNECTIONS} connections"
    beside, alone = found["beside99"], found["alone99"]
    yield Figure(f"{subject}: p99", "ms", beside, "alone", alone, at_most(2))


def _season(scale: Scale) -> Iterator[Figure]:
    """Yield the time to the first table, and the 99th percentile of the times of each page."""
    sets, count = (25_000, 300) if scale.rounds == FULL.rounds else (2_500, 50)
    taker = partial(take, "season_pages", SeasonPages(sets, count), {"OPENBLAS_NUM_THREADS": "1"})
    found = in_turn({"ours": taker}, 1)["ours"]
    of = f"season of {4 * sets:,} matches"
    floor = "a problem"
    yield Figure(f"{of}: first table after the start", "s", found["table_ready"])
    for name, words in _KINDS.items():
        ours = found[name]
        yield Figure(f"{of}: {words}, p99", "ms", ours, target=_QUICK_ENOUGH)
    yield Figure(f"{of}: an answer that needs no ledger ({floor}), p99", "ms", found["floor"])


def _live(scale: Scale) -> Iterator[Figure]:
    """Yield what spectators cost the referee, and the memory of the process for the pages."""
    turns = 5 if scale.rounds == FULL.rounds else 1
    job = Spectators(_SPECTATORS, _load(8 * scale.seconds, turns))
    found = in_turn({"ours": partial(take, "spectators", job, SHIPPED)}, 1)["ours"]
    subject = f"{_SPECTATORS} spectators of {_MATCHES} live matches"
    loud, quiet = found["loud_overhead99"], found["quiet_overhead99"]
    yield Figure(f"{subject}: referee's own time, p99", "us", loud, "without", quiet, _UNFELT)
    yield Figure(f"{subject}: decisions", "a second", found["rate"])
    yield Figure(f"{subject}: peak memory of the pages", "MB", found["megabytes"], target=_MEMORY)
    yield Figure(f"{subject}: processor time that the host took", "%", found["stolen"])


def _load(seconds: float, turns: int) -> Load:
    return Load(_BOTS, _MATCHES, 0, 0.1, 0.3, seconds, turns, seats=0)


def _sizes() -> Iterator[Figure]:
    """Yield the bytes of a match and of the scripts."""
    found: dict[str, Series] = {}
    for game, tables in _GAMES.items():
        for seats in tables:
            job = PageSizes(game, seats)
            found = in_turn({"ours": partial(take, "page_sizes", job, {})}, 1)["ours"]
            subject = f"a match of {game}, {seats} seats, {found['steps'].median:.0f} steps"
            popular = found["popular"]
            yield Figure(f"{subject}: compressed, for many", "KB", popular, target=_MATCH)
            yield Figure(f"{subject}: compressed, for the first", "KB", found["brotli"])
            yield Figure(f"{subject}: the steps alone, compressed", "KB", found["deltas"])
            yield Figure(f"{subject}: as JSON", "KB", found["raw"])
            yield Figure(f"{subject}: a live step, median", "bytes", found["event"])
            yield Figure(f"{subject}: a live step, p99", "bytes", found["event_99"])
    yield Figure("all scripts of the pages, compressed", "KB", found["script"], target=_SCRIPT)
    yield Figure("all styles of the pages, compressed", "KB", found["style"])


if __name__ == "__main__":
    command.main({"pages": bench})
