"""Faults of streams: what bots learn, send and wait for."""

import random
import time
from itertools import count
from typing import Any

import pytest

from referee.match import match
from referee.match.clock import Instant
from referee.match.entry import Drawn
from referee.match.match import Match
from referee.match.question import Answer
from referee.record.writer import RecordWriter
from referee.server import host, session
from referee.server.event_feed import EventFeed
from referee.server.host import MatchHost
from referee.server.lobby import Lobby
from referee.server.message import ended
from referee.server.outgoing_message import Outgoing
from referee.server.outgoing_question import OutgoingQuestion
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.session import Session
from referee.server.stream import PlayStreams
from referee.server.token_bucket import TokenBucket
from tests.sim.plant import Planted, around, instead, nothing
from tianming_games.china.state import ChinaState
from tianming_games.china.wire import ChinaWire
from tianming_games.ming.state import MingState
from tianming_proto.v1 import play_pb2 as pb


def _strike_everybody(original: Any, self: Lobby, session: Any, fault: Any, *args: Any) -> None:
    for one in self.hosts:
        for bot in one.settings.bots:
            one.report_violation(bot, fault, *args)


def _answer_everywhere(original: Any, self: Lobby, session: Any, choose: Any, now: Any) -> bool:
    for one in self.hosts:
        if one.settings.match_id != choose.match_id:
            for bot in one.settings.bots:
                one.choose(bot, Answer(choose.number, 0, now))
    return bool(original(self, session, choose, now))


def _resign_everywhere(original: Any, self: Lobby, session: Any, match_id: Any, now: Any) -> None:
    for one in self.hosts:
        one.resign(one.settings.bots[0], now)


def _leave_together(original: Any, self: Lobby, session: Any, now: Any) -> None:
    original(self, session, now)
    for one in self.hosts:
        for other in tuple(self._sessions.values()):
            if other.bot in one.settings.bots:
                one.leave(other, now)
                one.enter(other, now, None)


def _shared_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = count()

    def decide(self: Match, now: Instant) -> Any:
        entry = super(Match, self).decide(now)
        if isinstance(entry, Drawn):
            entry.values = tuple((value + next(draws)) % 6 + 1 for value in entry.values)
        return entry

    monkeypatch.setattr(Match, "decide", decide, raising=False)


ISOLATION = (
    Planted(
        "isolation", "a violation strikes everybody", around(Lobby, "violated", _strike_everybody)
    ),
    Planted(
        "isolation", "an answer counts in all matches", around(Lobby, "chose", _answer_everywhere)
    ),
    Planted("isolation", "a bot resigns for others", around(Lobby, "resigned", _resign_everywhere)),
    Planted(
        "isolation", "the end of a stream disconnects all", around(Lobby, "left", _leave_together)
    ),
    Planted("isolation", "matches share their draws", _shared_draws),
)


def _ask_all(self: MatchHost, question: Any) -> None:
    for one in self._sessions.values():
        one.post(OutgoingQuestion(question, one, self._match, self._encoder, self._metrics))


def _send_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    streams: list[Session] = []
    begin, end = Session._hello, MatchHost._end

    def greeted(self: Session, *args: Any) -> None:
        streams.append(self)
        begin(self, *args)

    async def reported(self: MatchHost, result: Any) -> None:
        await end(self, result)
        for one in streams:
            one.send(ended(self.settings, result.outcome, result.digest, ()))

    monkeypatch.setattr(Session, "_hello", greeted)
    monkeypatch.setattr(MatchHost, "_end", reported)


def _show_seed(original: Any, settings: Any, *args: Any, **named: Any) -> bytes:
    message = pb.RefereeMessage.FromString(original(settings, *args, **named))
    message.match_started.bot_seed = settings.seed
    return message.SerializeToString()


def _show_card(original: Any, self: ChinaState, seat: int | None) -> Any:
    seen = original(self, seat)
    other = self.hands[((seat or 0) + 1) % self.seats]
    if seat is not None:
        seen.hand += other[:1]
    return seen


def _share_events(monkeypatch: pytest.MonkeyPatch) -> None:
    following: dict[str, Session] = {}
    begin = EventFeed.__init__

    def init(self: EventFeed, *args: Any) -> None:
        begin(self, *args)
        self.sessions = following

    def join(self: EventFeed, session: Session, *_: Any) -> None:
        following[session.bot] = session

    monkeypatch.setattr(EventFeed, "__init__", init)
    monkeypatch.setattr(EventFeed, "join", join)


def _show_next(original: Any, self: MingState, seat: int | None) -> Any:
    return original(self, seat if seat is None else (seat + 1) % self.seats)


def _show_hand(original: Any, self: ChinaWire, state: ChinaState, *args: Any) -> bytes:
    return (
        bytes(original(self, state, *args)) + b"\xfa\x7f\x01" + bytes(sum(state.hands[0][:1]) + 1)
    )


NO_LEAK = (
    Planted(
        "no leak", "a question goes to the bots of all seats", instead(MatchHost, "_ask", _ask_all)
    ),
    Planted("no leak", "bystanders are told a result", _send_to_all),
    Planted("no leak", "a bot is shown the seed", around(host, "started", _show_seed)),
    Planted("no leak", "a view has one hidden card", around(ChinaState, "observation", _show_card)),
    Planted("no leak", "events go to the bots of other matches", _share_events),
    Planted(
        "no leak",
        "a view has the hidden card of the next seat",
        around(MingState, "observation", _show_next),
    ),
    Planted("no leak", "an event depends on a hidden hand", around(ChinaWire, "event", _show_hand)),
)


def _post_more(self: Session, message: Outgoing) -> None:
    self._outbox.append(message)


BOUNDED = (
    Planted("bounded", "a queue has no bound", instead(Session, "post", _post_more)),
    Planted("bounded", "messages have no rate", instead(TokenBucket, "take", lambda *_: True)),
    Planted("bounded", "notes have no bound", instead(match, "MOST_NOTES", 1 << 30)),
    Planted("bounded", "the log has no bound", instead(RateLimitedLog, "_may", lambda *_: True)),
    Planted(
        "bounded", "a message has any size", instead(session, "is_too_large", lambda *_: False)
    ),
    Planted("bounded", "a frame may stay unread", instead(Session, "overdue", lambda *_: None)),
    Planted(
        "bounded", "a bot names any number of matches", instead(Session, "_check_points", nothing)
    ),
)


def _by_chance(self: Match, number: int, options: int) -> int:
    return random.SystemRandom().randrange(options)


def _today(
    original: Any, self: RecordWriter, settings: Any, game: Any, wall: float, *args: Any
) -> Any:
    return original(self, settings, game, time.time(), *args)


def _names_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    begin, names = PlayStreams.__init__, count(1)

    def init(self: PlayStreams, *args: Any) -> None:
        begin(self, *args)
        self._names = names

    monkeypatch.setattr(PlayStreams, "__init__", init)


def _numbered(original: Any, self: Match, seat: int, now: Instant, text: str) -> None:
    original(self, seat, now, f"{text} {id(self)}")


def _shuffled(original: Any, bots: Any) -> dict[str, list[int]]:
    seats = list(original(bots).items())
    random.SystemRandom().shuffle(seats)
    return dict(seats)


SAME_AGAIN = (
    Planted(
        "same again",
        "a substitute choice is random",
        lambda monkeypatch: monkeypatch.setattr(Match, "_seeded", _by_chance, raising=False),
    ),
    Planted("same again", "a record has the time of day", around(RecordWriter, "header", _today)),
    Planted("same again", "streams are numbered in the process", _names_of_all),
    Planted("same again", "a note has an address in memory", around(Match, "_note", _numbered)),
    Planted("same again", "bots are told in a random order", around(host, "_seats", _shuffled)),
)
