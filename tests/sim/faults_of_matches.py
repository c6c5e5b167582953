"""Faults of matches: their verdicts, rules, clocks, and strikes."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.match.clock import Instant, SeatClock, Span, seconds
from referee.match.entry import Asked, Drawn, Faulted, Sealed
from referee.match.fault import Fault
from referee.match.match import Match
from referee.match.question import Answer, Question
from referee.record.file import RecordFile
from referee.record.writer import RecordWriter
from referee.server import host
from referee.server.deadline_timer import DeadlineTimer
from referee.server.host import MatchHost
from referee.server.message import draining
from referee.server.outgoing_question import OutgoingQuestion
from referee.server.session import Session
from referee.server.time_source import FairClock
from tests.sim.plant import Patch, Planted, around, instead, nothing, sometimes


async def _never(*_: object) -> None:
    """Do nothing."""


def _end_otherwise(original: Any, settings: Any, outcome: Any, digest: bytes, since: Any) -> bytes:
    worse = tuple(replace(each, place=each.place + 1) for each in outcome.results)
    return bytes(original(settings, replace(outcome, results=worse), digest, since))


def _deadline(more: Callable[[SeatClock], int]) -> Patch:
    right = SeatClock.deadline

    def wrong(self: SeatClock) -> Instant:
        return Instant(right.__get__(self) + more(self))

    return instead(SeatClock, "deadline", property(wrong))


ONE_VERDICT = (
    Planted("one verdict", "a match never ends", instead(MatchHost, "_end", _never)),
    Planted(
        "one verdict",
        "no bot is told the result",
        instead(host, "ended", lambda *_: draining(seconds(1))),
    ),
    Planted(
        "one verdict",
        "bots are told another result than the record has",
        around(host, "ended", _end_otherwise),
    ),
    Planted("one verdict", "a record keeps its open name", instead(RecordFile, "finish", nothing)),
    Planted(
        "one verdict",
        "a deadline is four budgets later",
        _deadline(lambda clock: 4 * clock.budget),
        seeds=(2,),
    ),
    Planted(
        "one verdict",
        "nobody watches the deadlines",
        instead(DeadlineTimer, "set", nothing),
        seeds=(1,),
    ),
)


def _decided(kind: type, change: Callable[[Any], None]) -> Patch:
    """Return a patch that changes the entries of a kind in running matches, not in `verify`."""

    def decide(self: Match, now: Instant) -> Any:
        entry = super(Match, self).decide(now)
        if type(entry) is kind:
            change(entry)
        return entry

    return lambda monkeypatch: monkeypatch.setattr(Match, "decide", decide, raising=False)


def _draw_otherwise(drawn: Drawn) -> None:
    drawn.values = tuple(value % 6 + 1 for value in drawn.values)


def _ask_longer(asked: Asked) -> None:
    asked.budget = Span(asked.budget + 1)


def _seal_otherwise(sealed: Sealed) -> None:
    results = tuple(replace(each, place=1) for each in sealed.outcome.results)
    sealed.outcome = replace(sealed.outcome, results=results)


def _no_strike(self: Match, *args: Any) -> Faulted:
    entry = super(Match, self).fault(*args)
    entry.strikes -= 1
    return entry


def _other_option(original: Any, self: RecordWriter, chosen: Any) -> bytes:
    chosen.option += 1
    try:
        return bytes(original(self, chosen))
    finally:
        chosen.option -= 1


LEGAL_ONLY = (
    Planted("legal only", "draws do not follow from the seed", _decided(Drawn, _draw_otherwise)),
    Planted("legal only", "a budget is a nanosecond longer", _decided(Asked, _ask_longer)),
    Planted("legal only", "every seat wins", _decided(Sealed, _seal_otherwise)),
    Planted(
        "legal only",
        "a substitute choice does not follow from the seed",
        lambda monkeypatch: monkeypatch.setattr(
            Match, "_seeded", lambda self, number, options: number % options, raising=False
        ),
    ),
    Planted(
        "legal only",
        "a strike is not counted",
        lambda monkeypatch: monkeypatch.setattr(Match, "fault", _no_strike, raising=False),
    ),
    Planted(
        "legal only",
        "the record has another choice than the match",
        around(RecordWriter, "_chosen", _other_option),
    ),
)


def _handed(self: Match, question: Any, now: Instant) -> None:
    question.handed_over = True


def _handed_late(original: Any, self: Match, question: Any, now: Instant) -> None:
    original(self, question, Instant(now + 1_000_000))


def _answered_late(original: Any, self: Match, seat: int, answer: Answer) -> Any:
    at = Instant(answer.at + 1_000_000)
    return original(self, seat, Answer(answer.number, answer.option, at, answer.note))


def _delay_again(original: Any, self: MatchHost, notice: Any) -> None:
    if isinstance(notice, Question) and notice.handed_over and self.pace:
        asyncio.get_running_loop().call_later(self.pace, original, self, notice)
    else:
        original(self, notice)


def _stop_free(self: SeatClock, now: Instant) -> None:
    self.bank = Span(self.bank + self._settings.increment)
    self._free = self._settings.decision


FAIR_CLOCK = (
    Planted(
        "fair clock",
        "every clock starts when its question is asked",
        instead(Match, "hand_over", _handed),
        seeds=(8,),
    ),
    Planted(
        "fair clock",
        "a question that is asked again waits for spectators, under the clock",
        around(MatchHost, "_emit", _delay_again),
        seeds=(19,),
    ),
    Planted("fair clock", "a clock starts late", around(Match, "hand_over", _handed_late)),
    Planted(
        "fair clock",
        "a bot that blocks its stream stops its clock",
        instead(Session, "clock_start", lambda self, asked_at, now: now),
        seeds=(16,),
    ),
    Planted(
        "fair clock", "a clock stops late", around(Match, "choose", _answered_late), seeds=(2,)
    ),
    Planted(
        "fair clock", "a bank is never used", instead(SeatClock, "stop", _stop_free), seeds=(2,)
    ),
    Planted(
        "fair clock",
        "the grace is ignored",
        _deadline(lambda clock: -clock._settings.grace),
        seeds=(2,),
    ),
    Planted(
        "fair clock",
        "a stall of the host counts",
        instead(FairClock, "__call__", lambda self: Instant(self._read())),
        seeds=(10,),
    ),
    Planted(
        "fair clock",
        "an answer is lost",
        sometimes(Match, "choose", lambda *_, **__: []),
    ),
    Planted(
        "fair clock",
        "a bot that blocked its stream sees its whole budget",
        instead(OutgoingQuestion, "count_down", lambda *_: None),
        seeds=(16,),
    ),
)


def _fail(*_: object, **__: object) -> None:
    raise RuntimeError("a planted error")


def _strike(original: Any, self: Match, *args: Any) -> Any:
    notices = original(self, *args)
    return notices + self.report_violation(0, Fault.MALFORMED, "A planted strike.", args[-1])


def _strike_absent(original: Any, self: Match, now: Instant, patience: Span) -> Any:
    notices = original(self, now, patience)
    for seat in self.seats:
        notices += self.report_violation(seat.index, Fault.DISCONNECTED, "It was away.", now)
    return notices


TRUTHFUL = (
    Planted(
        "truthful",
        "a stall of the host counts against a bot",
        instead(FairClock, "__call__", lambda self: Instant(self._read())),
        seeds=(192,),
    ),
    Planted("truthful", "the referee hangs", instead(DeadlineTimer, "set", nothing), seeds=(1,)),
    Planted("truthful", "a stream fails", sometimes(Session, "frame", _fail)),
    Planted("truthful", "a match fails", sometimes(Match, "choose", _fail)),
    Planted(
        "truthful", "a bot is struck for nothing", sometimes(Match, "tick", _strike), seeds=(3,)
    ),
    Planted(
        "truthful",
        "a bot is struck because the referee was away",
        around(Match, "resume", _strike_absent),
        seeds=(25,),
    ),
)
