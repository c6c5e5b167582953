"""The layers of the referee as programs that play the same matches, without a network.

The bot's answers depend only on the questions, and the clock counts its readings. So every run has
the same frames, entries and bytes. Each layer adds one part to the layer below it: the rules, the
draws, the questions, the match, the record, and the host with its session.
"""

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import Instant
from referee.match.entry import Entry, EntryLog
from referee.match.match import Match
from referee.match.question import Answer, Question
from referee.match.settings import MatchSettings
from referee.record.file import RecordFile
from referee.record.framing import bodies
from referee.record.writer import RecordWriter
from referee.server.deferred import Deferred
from referee.server.host import MatchHost
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.metrics import Metrics
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.session import Session
from referee.server.time_source import FairClock
from tianming_games.match_terms import draw_chance
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2
from tianming_proto.v1 import play_pb2 as pb

_BOT = BotName("bench")
_SEATS = 4
_START = Instant(1_000_000)
_PAUSE = 200_000
"""Nanoseconds of an answer in the layers without a session."""


def counting_clock() -> FairClock:
    """Return a clock that advances by a microsecond with each reading."""
    return FairClock(itertools.count(step=1000).__next__)


class NoJournal(EntryLog):
    """A journal that keeps nothing."""

    @property
    def digest(self) -> bytes:
        return b""

    def write(self, entry: Entry) -> None:
        """Write nothing."""


class Step(NamedTuple):
    """A draw or a choice: its seat, -1 for a draw, its question, and its values or its option."""

    seat: int
    number: int
    values: tuple[int, ...]


class Layers:
    """The matches, and a method for each layer that plays them."""

    def __init__(self, game: str, at_once: int, matches: int, folder: Path) -> None:
        self.game = load(game)
        self.arrived: list[bytes] = []
        self.sent: list[bytes] = []
        self.bodies: list[list[bytes]] = []
        """The bodies of all entries of each record, after `learn`."""
        self._at_once = at_once
        self._matches = matches
        self._folder = folder
        self._steps: list[list[Step]] = []

    async def learn(self) -> None:
        """Play the matches with the bot; keep its frames, the referee's, and the records."""
        await self.host(_Bot(self.arrived, self.sent))
        for number in range(self._matches):
            path = self._path(number)
            self.bodies.append(bodies(path.read_bytes()))
            self._steps.append(_steps(self.bodies[-1]))
            path.unlink()

    @property
    def decisions(self) -> int:
        """The number of answers of the bot."""
        return sum(step.number > 0 for steps in self._steps for step in steps)

    # -- the layers, from the lowest

    def rules(self) -> None:
        """Apply all draws and actions."""
        for steps in self._steps:
            state = self.game.begin(_SEATS, self.game.defaults)
            for seat, _, values in steps:
                if seat < 0:
                    state.apply_draw(values)
                else:
                    state.apply_action(seat, state.legal_actions(seat)[values[0]])

    def draws(self) -> None:
        """Sample the draws from the seed, too."""
        for number, steps in enumerate(self._steps):
            state, seed = self.game.begin(_SEATS, self.game.defaults), _seed(number)
            count = 0
            for seat, _, values in steps:
                if seat < 0:
                    state.apply_draw(state.sample_draw(draw_chance(seed, count)))
                    count += 1
                else:
                    state.apply_action(seat, state.legal_actions(seat)[values[0]])

    def questions(self) -> None:
        """Encode what the seats see, too: positions, draws and actions."""
        for number, steps in enumerate(self._steps):
            state, seed = self.game.begin(_SEATS, self.game.defaults), _seed(number)
            wire, count = self.game.wire(), 0
            for seat, question, values in steps:
                if seat < 0:
                    drawn = state.sample_draw(draw_chance(seed, count))
                    count += 1
                    wire.draw(state, drawn)
                    state.draw_notation(drawn)
                    state.apply_draw(drawn)
                    continue
                options = state.legal_actions(seat)
                if question:
                    wire.position(state, seat, options)
                action = options[values[0]]
                wire.event(state, seat, action)
                self.game.write(action)
                state.apply_action(seat, action)

    def match(self) -> list[tuple[MatchId, list[Question]]]:
        """Play whole matches without records; return their questions."""
        asked = []
        for number, steps in enumerate(self._steps):
            settings = self._settings(number)
            match = Match(settings, self.game, NoJournal())
            asked.append((settings.match_id, _play(match, steps, None)))
        return asked

    def record(self) -> None:
        """Play whole matches with records; each answer is in the file before the next question."""
        for number, steps in enumerate(self._steps):
            settings, file = self._settings(number), RecordFile(self._path(number))
            writer = RecordWriter(file, Instant(0))
            writer.header(settings, self.game, 0.0)
            _play(Match(settings, self.game, writer), steps, writer)
            file.abandon()

    async def host(self, bot: "_Bot | None" = None) -> None:
        """Play with hosts and a session; without a bot, its frames of the first run arrive."""
        clock, limits = counting_clock(), Limits()
        lobby = Lobby(limits, RateLimitedLog(limits, clock))
        session = Session(SessionId("s1"), _BOT, lobby, limits, clock())
        hello = pb.PlayRequest(messages=[pb.BotMessage(hello=pb.Hello(revision_max=1))])
        session.receive(hello.SerializeToString(), clock())
        deferred, metrics, arrived = Deferred(), Metrics(), iter(self.arrived)
        waiting, hosts = list(range(self._matches)), list[tuple[MatchHost, RecordFile]]()
        playing: list[MatchHost] = []
        while waiting or playing:
            while waiting and len(playing) < self._at_once:
                number = waiting.pop(0)
                file = RecordFile(self._path(number))
                host = MatchHost(
                    self._settings(number),
                    self.game,
                    file,
                    clock,
                    0.0,
                    metrics=metrics,
                    deferred=deferred,
                )
                lobby.open(host)
                host.start()
                playing.append(host)
                hosts.append((host, file))
            now = clock()
            frame = session.frame(now)
            session.handed_over(now)
            session.receive(next(arrived) if bot is None else bot.answer(frame), clock())
            await asyncio.sleep(0)
            playing = [host for host in playing if not host.over.is_set()]
        for host, file in hosts:
            await host.done
            if bot is None:
                file.path.unlink()

    # -- inside

    def _path(self, number: int) -> Path:
        return self._folder / f"m{number}.tmr"

    def _settings(self, number: int) -> MatchSettings:
        return MatchSettings(
            match_id=MatchId(f"m{number}"),
            game=self.game.name,
            options=self.game.defaults,
            bots=(_BOT,) * _SEATS,
            seed=_seed(number),
            seed_nonce=bytes(32),
        )


class _Bot:
    """A bot that answers at once, and keeps the frames in both directions."""

    def __init__(self, arrived: list[bytes], sent: list[bytes]) -> None:
        self._arrived = arrived
        self._sent = sent

    def answer(self, frame: bytes) -> bytes:
        """Return the frame of answers to a frame."""
        answers = pb.PlayRequest()
        for one in pb.PlayResponse.FromString(frame).messages:
            if one.HasField("question"):
                choose, asked = answers.messages.add().choose, one.question
                choose.match_id, choose.number = asked.match_id, asked.number
                choose.option = asked.number * 7919 % asked.option_count
            elif one.HasField("ping"):
                answers.messages.add().pong.id = one.ping.id
        self._sent.append(frame)
        self._arrived.append(answers.SerializeToString())
        return self._arrived[-1]


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _steps(entries: Sequence[bytes]) -> list[Step]:
    """Return the draws and choices of a record."""
    steps = []
    for data in entries:
        body: Any = record_pb2.RecordBody.FromString(data)
        if body.HasField("drawn"):
            steps.append(Step(-1, 0, tuple(body.drawn.values)))
        elif body.HasField("chosen"):
            steps.append(Step(body.chosen.seat, body.chosen.number, (body.chosen.option,)))
    return steps


def _play(match: Match, steps: Sequence[Step], writer: RecordWriter | None) -> list[Question]:
    """Play a match; return its questions."""
    questions, now = [], _START
    notices = match.start(now)
    for seat, number, values in steps:
        if not number:
            continue
        if writer is not None:
            writer.flush()
        for notice in notices:
            if isinstance(notice, Question):
                questions.append(notice)
                match.hand_over(notice, now)
        if writer is not None:
            writer.settle()
        now = Instant(now + _PAUSE)
        notices = match.choose(seat, Answer(number, values[0], now))
    if writer is not None:
        writer.flush()
    return questions
