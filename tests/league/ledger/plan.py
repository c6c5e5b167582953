"""Make planned matches and their results, without a planner and without playing."""

from pathlib import Path
from random import Random

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.ledger.journal_event import RoundPlanned
from referee.league.pairing import Pairing
from referee.match import entry
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile, RecordFile
from referee.record.outline import outline
from referee.record.summary import summarise
from referee.record.writer import RecordWriter
from tests.match.driver import CLOCK, START
from tests.match.toy import TOY

BOTS = tuple(map(BotName, ("ann", "bob", "eve")))


def planned(number: int = 1, matches: int = 6) -> RoundPlanned:
    """Return a planned round of matches between three bots."""
    pairings = tuple(
        Pairing(
            match_id=MatchId(f"test-r{number:03}-s{index // 3 + 1:05}-{index % 3 + 1}"),
            round=number,
            set_number=index // 3 + 1,
            bots=_rotated(index),
            seed=Random(index).randbytes(32),
            variant=index // 3 % 2,
        )
        for index in range(matches)
    )
    return RoundPlanned(number, BOTS, pairings)


def _rotated(index: int) -> tuple[BotName, ...]:
    """Return the bots in seat order for the match of an index."""
    return BOTS[index % 3 :] + BOTS[: index % 3]


def _index(match_id: str) -> int:
    """Return the index of a match in its round; 0 for an unplanned match."""
    _, _, rest = match_id.partition("-s")
    group, _, turn = rest.partition("-")
    return 3 * (int(group) - 1) + int(turn) - 1 if turn else 0


def outcome(dice: Random) -> Outcome:
    """Return a random outcome."""
    places = dice.sample((1, 2, 3), 3)
    seats = tuple(SeatResult(place, 90 - 20 * place, 0, False) for place in places)
    return Outcome(Termination.FINISHED, seats, "It is over.")


def void() -> Outcome:
    """Return a void outcome."""
    return Outcome(Termination.VOID, (), "The referee failed.")


def sealed(match_id: str, attempt: int = 1, verdict: Outcome | None = None) -> FinishedMatch:
    """Return the result of an attempt with a sealed record."""
    name = AttemptName(MatchId(match_id), attempt)
    dice = Random(str(name))
    return FinishedMatch(MatchId(str(name)), verdict or outcome(dice), dice.randbytes(16))


def write_record(
    folder: Path,
    match_id: str,
    attempt: int = 1,
    is_void: bool = False,
    bots: tuple[BotName, ...] = (),
    seed: bytes = b"",
) -> FinishedMatch:
    """Write a short record of an attempt, by default as in `planned`; return its result."""
    name = AttemptName(MatchId(match_id), attempt)
    index = _index(match_id)
    verdict = void() if is_void else outcome(Random(str(name)))
    settings = MatchSettings(
        match_id=MatchId(str(name)),
        game=TOY.name,
        options=TOY.checked(3, {}),
        bots=bots or _rotated(index),
        seed=seed or Random(index).randbytes(32),
        seed_nonce=bytes(32),
        clock=CLOCK,
    )
    memory = MemoryFile()
    writer = RecordWriter(memory, START)
    writer.header(settings, TOY, 0.0)
    writer.write(entry.Sealed(verdict, START))
    writer.flush()
    file = RecordFile(name.record(folder))
    file.append(bytes(memory.data))
    file.finish()
    data = bytes(memory.data)
    header = outline(data, str(name)).header
    return FinishedMatch(
        MatchId(str(name)), verdict, writer.digest, header, summary=summarise(data)
    )
