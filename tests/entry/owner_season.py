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
    OwnerSettings,
)
from referee.league.format.round_robin import RoundRobin
from referee.league.running.runner import Runner
from referee.match.fault import Fault
from referee.match.match import Match, Notice
from referee.match.question import Answer, Question, Thought
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile, RecordFile
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
        secret: what the bot `HIDDEN` notes, thinks and prints, and how it fails.
        seed: the seed of the season.
        game: the game.
        most: how many matches are played; the season is then cut off.
    """

    secret: str = "red"
    seed: str = "seed"
    game: str = "toy"
    most: int = 100


def settings_of(folder: Path, season: Season) -> LeagueSettings:
    """Return the league of a season: one set of three matches."""
    return LeagueSettings(
        name="test",
        game=season.game,
        seats=3,
        seed=season.seed,
        format=RoundRobin(rounds=1),
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
        return _play(task, season.secret)

    with open_ledger(settings) as ledger, ledger.running():
        try:
            Runner(settings, ledger, FakeBackend(play)).run()
        except Killed:
            assert season.most < len(OWNERS)
    return settings


class _TaskDriver(Driver):
    """Drives the match of a task."""

    def __init__(self, settings: MatchSettings) -> None:
        game = load(settings.game)
        self.now = START
        self.settings = replace(settings, seed_nonce=bytes(32))
        self.file = MemoryFile()
        self.writer = RecordWriter(self.file, START)
        self.writer.header(self.settings, game, 0.0)
        self.match = Match(self.settings, game, self.writer)


def _play(task: MatchTask, secret: str) -> FinishedMatch:
    """Play the match of a task, and write its record."""
    driver = _TaskDriver(task.settings)
    bots = task.settings.bots
    notices = driver.start()
    driver.match.crash(bots.index(BotName(HIDDEN)), f"it said {secret}", driver.now)
    waiting = questions(notices)
    while waiting:
        more = _answer(driver, waiting.pop(0), secret)
        notices += more
        waiting += questions(more)
    driver.writer.flush()
    assert task.record is not None
    file = RecordFile(task.record)
    file.append(bytes(driver.file.data))
    file.finish()
    verdict = end(notices)
    outputs = {bot: b"I am %s in %s" % (bot.encode(), task.settings.match_id.encode()) for bot in bots}
    outputs[BotName(HIDDEN)] = f"I hide {secret}".encode()
    return FinishedMatch(
        task.settings.match_id,
        verdict.outcome,
        driver.writer.digest,
        absences=(Absence(BotName(HIDDEN), f"it said {secret}", f"last words: {secret}"),),
        outputs=outputs if task.keeps_output else {},
    )


def _answer(driver: Driver, question: Question, secret: str) -> list[Notice]:
    """Answer a question; the bot `HIDDEN` makes a fault at some."""
    bot = driver.settings.bots[question.seat]
    driver.now = type(driver.now)(driver.now + 10_000_000)
    if bot != HIDDEN:
        answer = Answer(question.number, 0, driver.now, note=f"{bot} is glad")
        return driver.match.choose(question.seat, answer)
    faults = list[Notice]()
    if question.number % 5 == 0:
        faults = driver.match.report_violation(question.seat, Fault.MALFORMED, secret, driver.now)
    thought = Thought(value=len(secret) / 10, nodes=len(secret), depth=1, line=(secret,))
    answer = Answer(question.number, 0, driver.now, note=secret, thought=thought)
    return faults + driver.match.choose(question.seat, answer)
