"""A season whose matches are played at once on a virtual clock, for tests of what owners see.

The real runner plans it and writes its ledger, its records and the output of its bots. Two seasons
with one seed differ only in what the bots of `HIDDEN` hide.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from referee.identifier import BotName, OwnerName
from referee.launch.finished_match import Absence, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import (
    BotSettings,
    EntryTable,
    LeagueSettings,
    LimitsTable,
    OwnerSettings,
)
from referee.league.format.round_robin import RoundRobin
from referee.league.running.runner import Runner
from referee.match.fault import Fault
from referee.match.match import Match, Notice
from referee.match.question import Answer, Question, Reasoning, Thought
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile, write_record
from referee.record.reasoning import digest_of
from referee.record.writer import RecordWriter
from tests.league.running.fake_backend import FakeBackend, Killed, open_ledger
from tests.match.driver import START, Driver, end, questions
from tianming_games.registry import load

OWNERS = {"ann": "ada", "bob": "ada", "eve": "bea"}
"""The owner of each bot."""

HIDDEN = "eve"
"""The bot that hides something."""


@dataclass(frozen=True, slots=True)
class Season:
    """What a season is played with.

    Attributes:
        hidden: what the bot `HIDDEN` notes, thinks and prints, and how it fails.
        draws: a byte that makes the seed of all matches another one.
        game: the game.
        most: how many matches are played; the season is then cut off.
        faults: maximum of faults of the bot `HIDDEN` in a match; three forfeit its seat.
    """

    hidden: str = "red"
    draws: int = 0
    game: str = "toy"
    most: int = 100
    faults: int = 3


def settings_of(folder: Path, season: Season) -> LeagueSettings:
    """Return the league of a season: one set of three matches."""
    return LeagueSettings(
        name="test",
        game=season.game,
        seats=3,
        seed="seed",
        format=RoundRobin(rounds=1),
        limits=LimitsTable(matches=1),
        entry=EntryTable(listen="unix:entry.sock"),
        bots=tuple(
            BotSettings(name=BotName(bot), command="random", owner=OwnerName(owner))
            for bot, owner in OWNERS.items()
        ),
        owners=tuple(OwnerSettings(name=OwnerName(owner)) for owner in ("ada", "bea")),
        folder=folder,
    )


def played(folder: Path, season: Season) -> LeagueSettings:
    """Play a season in a folder; return its settings."""
    settings = settings_of(folder, season)
    left = iter(range(season.most))

    def play(task: MatchTask) -> PlayedMatch:
        if next(left, None) is None:
            raise Killed
        return _play(task, season)

    with open_ledger(settings) as ledger, ledger.running():
        try:
            Runner(settings, ledger, FakeBackend(play)).run()
        except Killed:
            assert season.most < len(OWNERS)
    return settings


class _TaskDriver(Driver):
    """Drives the match of a task."""

    def __init__(self, settings: MatchSettings, draws: int) -> None:
        game = load(settings.game)
        self.now = START
        seed = bytes(each ^ draws for each in settings.seed)
        self.settings = replace(settings, seed=seed, seed_nonce=bytes(32))
        self.file = MemoryFile()
        self.writer = RecordWriter(self.file, START)
        turn = int(settings.match_id[-1])
        self.writer.header(self.settings, game, 1000.0 * turn)
        self.match = Match(self.settings, game, self.writer)


def _play(task: MatchTask, season: Season) -> FinishedMatch:
    """Play the match of a task, and write its record."""
    driver, hidden = _TaskDriver(task.settings, season.draws), season.hidden
    bots = task.settings.bots
    notices = driver.start()
    driver.match.crash(bots.index(BotName(HIDDEN)), f"it said {hidden}", driver.now)
    waiting = questions(notices)
    while waiting:
        more = _answer(driver, waiting.pop(0), season)
        notices += more
        waiting += questions(more)
    driver.writer.flush()
    assert task.record is not None
    write_record(task.record, bytes(driver.file.data), bytes(driver.file.reasoning))
    verdict = end(notices)
    outputs = {
        bot: b"I am %s in %s" % (bot.encode(), task.settings.match_id.encode()) for bot in bots
    }
    outputs[BotName(HIDDEN)] = f"I hide {hidden}".encode()
    return FinishedMatch(
        task.settings.match_id,
        verdict.outcome,
        driver.writer.digest,
        absences=(Absence(BotName(HIDDEN), f"it said {hidden}", f"last words: {hidden}"),),
        outputs=outputs if task.keeps_output else {},
    )


def _answer(driver: Driver, question: Question, season: Season) -> list[Notice]:
    """Answer a question; the bot `HIDDEN` makes one to three faults at its second."""
    bot = driver.settings.bots[question.seat]
    driver.now = type(driver.now)(driver.now + 10_000_000)
    if bot != HIDDEN:
        thought = Thought(None, 0, 0, (), _reasoning(f"{bot} has reasons"), 1200, 80, 3100)
        answer = Answer(question.number, 0, driver.now, f"{bot} is glad", thought=thought)
        return driver.match.choose(question.seat, answer)
    faults, hidden = list[Notice](), season.hidden
    for _ in range(min(1 + question.seat, season.faults) if question.number in (4, 5, 6) else 0):
        faults += driver.match.report_violation(question.seat, Fault.MALFORMED, hidden, driver.now)
    thought = Thought(value=len(hidden) / 10, nodes=len(hidden), depth=1, line=(hidden,))
    thought = replace(thought, reasoning=_reasoning(hidden), tokens_in=len(hidden))
    answer = Answer(question.number, 0, driver.now, note=hidden, thought=thought)
    return faults + driver.match.choose(question.seat, answer)


def _reasoning(text: str) -> Reasoning:
    return Reasoning(digest_of(text), len(text.encode()), text)
