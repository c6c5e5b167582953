"""Gathering a season: from records alone, wherever they come from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from referee.error import DataError
from referee.league.pairing import MatchResult, Pairing
from referee.league.statistics.bot_statistics import behaviours
from referee.league.statistics.parallel import on_every_core
from referee.league.statistics.results_table import sheet_of
from referee.league.statistics.season import Season
from referee.match.outcome import Outcome, Termination
from referee.record.conduct import Conduct, conduct
from referee.record.reader import read
from referee.record.verify import sealed_outcome

SetKey = tuple[str, tuple[tuple[str, str], ...], tuple[str, ...], bytes]
"""Game, options, bots in the order of their names, and seed: what makes a set."""

Tell = Callable[[int], None]
"""Hears how far a long work has come."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """A record that was read: what it is of, what it came to, and how the seats behaved."""

    path: Path
    match_id: str
    key: SetKey
    bots: tuple[str, ...]
    outcome: Outcome
    digest: bytes
    conduct: tuple[Conduct, ...]


def gather(path: Path) -> Aggregation:
    """Read a record for a season.

    Raises:
        DataError: when it cannot be read, or is not sealed.
    """
    record = read(path)
    header = record.header
    options = tuple((option.name, option.value) for option in header.options)
    bots = tuple(header.bots)
    return Aggregation(
        path,
        header.match_id,
        (header.game, options, tuple(sorted(bots)), header.seed),
        bots,
        sealed_outcome(record),
        record.digest,
        conduct(record),
    )


def gather_all(paths: Sequence[Path], tell: Tell = lambda _: None) -> Iterator[Aggregation]:
    """Read records, in their order; `tell` hears how many are read.

    Raises:
        DataError: when one cannot be read, or is not sealed.
    """
    with closing(on_every_core(gather, paths)) as gathered:
        for number, found in enumerate(gathered, 1):
            yield found
            tell(number)


def season_of(paths: Sequence[Path], tell: Tell = lambda _: None) -> Season:
    """The season of some records. Matches of the same bots on the same seed are one set.

    A record that is named twice, or copied, counts once. `tell` hears how many are read.

    Raises:
        DataError: when a record cannot be read or is not sealed, or two of one match differ.
    """
    kept = _once(gather_all(paths, tell))
    valid = [each for each in kept if each.outcome.termination is not Termination.VOID]
    numbers: dict[SetKey, int] = {}
    for each in valid:
        numbers.setdefault(each.key, len(numbers) + 1)
    files = {each.match_id: each.path for each in valid}
    return Season(
        name="",
        sheet=sheet_of(_result(each, numbers[each.key]) for each in valid),
        void=len(kept) - len(valid),
        record_of=files.get,
        behaviours=behaviours((each.bots, each.conduct) for each in valid),
    )


def with_behaviours(season: Season, tell: Tell = lambda _: None) -> Season:
    """A season with what the records of its matches say of how its bots behaved.

    `tell` hears how many are read.

    Raises:
        DataError: when a record cannot be read.
    """
    paths = [season.record_of(match_id) for match_id in season.sheet.match_ids]
    found = gather_all([path for path in paths if path is not None], tell)
    return replace(season, behaviours=behaviours((each.bots, each.conduct) for each in found))


def _once(found: Iterable[Aggregation]) -> list[Aggregation]:
    """Each match once, in the order of the names."""
    kept: dict[str, Aggregation] = {}
    for each in found:
        other = kept.setdefault(each.match_id, each)
        if other.digest != each.digest:
            raise DataError(
                f"{other.path} and {each.path} are both records of the match {each.match_id}, "
                "and they differ: name only the one that counts."
            )
    return sorted(kept.values(), key=lambda each: each.match_id)


def _result(each: Aggregation, set_number: int) -> MatchResult:
    pairing = Pairing(each.match_id, 1, set_number, each.bots, each.key[-1])
    return MatchResult(pairing, each.outcome, each.digest)
