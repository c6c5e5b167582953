"""The oracle: checks the result of a season against the guarantees.

It reads the records and the witness's notes. Except in `verify`, it uses neither the clocks nor the
matches of the referee. Every broken promise is a `Breach`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import grpc

from referee.error import TianmingError
from referee.match.clock import seconds
from referee.match.fault import Fault
from referee.record.durability import Durability
from referee.record.reader import Record, match_settings_of, parse
from referee.record.verify import Verified, verify
from referee.server.host import RETURN
from referee.server.message import outcome_message
from referee.server.time_source import BEAT, STALL
from tests.match.driver import longest
from tests.sim.course import Course
from tests.sim.life import Ending
from tests.sim.season import AMPLE, CALM, Planned
from tests.sim.story import Story, story
from tests.sim.system import FOLDER
from tests.sim.timing import CERTAIN, SYNC, Timing
from tianming_proto.record.v1 import record_pb2 as pb

ROUNDS = 2
"""Number of times that a question can be asked if the referee is killed or stalls."""

AHEAD = seconds(0.5)
"""Nanoseconds before a match by which a bot must arrive, for the promises to cover it."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A broken promise: its name, the id of its match or an empty text, and the details."""

    promise: str
    match_id: str
    text: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.match_id or 'the referee'}: {self.text}"


def judge(course: Course) -> list[Breach]:
    """Return all broken promises of a season."""
    breaches = [Breach("truthful", "", text) for text in _incidents(course)]
    for planned in course.season.matches:
        for promise, text in _Bench(course, planned).breaches():
            breaches.append(Breach(promise, planned.settings.match_id, text))
    return breaches


def _incidents(course: Course) -> Iterator[str]:
    """Yield errors of the referee that no simulated failure explains."""
    if Ending.HUNG in course.endings:
        yield f"it hung in life {len(course.endings)}"
    for closing in course.witness.closings.values():
        if closing.status is grpc.StatusCode.INTERNAL:
            yield f"a stream ended with {closing.reason}"
    broken = {one.settings.match_id for one in course.season.matches if one.broken}
    for error in course.witness.errors:
        kind, _, rest = error.partition(" ")
        excused = (kind == "match_failed" and rest.split()[0] in broken) or (
            kind == "record_failed" and course.disk.happened
        )
        if not excused:
            yield f"the log has {error}"


class _Bench:
    """Judges one match. `breaches` yields the name of each broken promise, with the details."""

    def __init__(self, course: Course, planned: Planned) -> None:
        self.course = course
        self.planned = planned
        self.settings = planned.settings
        match_id = planned.settings.match_id
        self.shown = course.witness.shown.get(match_id, [])
        self.sent_results = course.witness.sent_results.get(match_id, [])

        self._good = {
            entrant.name
            for entrant in course.season.entrants
            if entrant.species.honest
            and entrant.road == CALM
            and entrant.arrives + AHEAD < planned.begins
        }

    def breaches(self) -> Iterator[tuple[str, str]]:
        """Yield the broken promises of the match."""
        record = self._record()
        if f"{FOLDER}/{self.settings.match_id}.tianming.part" in self.course.disk.names:
            yield "once", "a second record was left open"
        if record is None:
            yield "one verdict", "there is no sealed record"
            return
        try:
            verified = verify(record)
        except TianmingError as error:
            yield "legal only", str(error)
            return
        if match_settings_of(record.header) != self.settings:
            yield "once", "the record is of another match than the planned one"
        if self.planned.broken:
            yield from self._results(verified)
            return
        played = story(record)
        yield from self._results(verified)
        yield from self._questions(played)
        yield from self._bound(played)
        yield from self._strikes(played)
        yield from self._stalls(played)
        others = self.course.witness.parties[self.settings.match_id] - {*self.settings.bots}
        for bot in sorted(others):
            yield "no leak", f"{bot} was sent a message about the match and has no seat"
        if self.settings.match_id in self.course.witness.leaks:
            yield "no leak", "a bot was shown the seed before the end"
        if self.course.season.undisturbed:
            season, witness = self.course.season, self.course.witness
            pace = seconds(season.pace)
            sync = SYNC if season.durability is Durability.POWER else 0
            judge = Timing(witness, self.settings, season.limits, played, pace, sync)
            yield from judge.breaches()

    def _record(self) -> Record | None:
        file = self.course.disk.names.get(f"{FOLDER}/{self.settings.match_id}.tianming")
        if file is None:
            return None
        try:
            return parse(bytes(file.data), self.settings.match_id)
        except TianmingError:
            return None

    def _results(self, verified: Verified) -> Iterator[tuple[str, str]]:
        """Check that bots were told the recorded result, and only when it was durable."""
        outcome = outcome_message(verified.outcome).SerializeToString(deterministic=True)
        for sent in self.sent_results:
            if sent.bot not in self.settings.bots:
                yield "no leak", f"{sent.bot} was told the result and has no seat"
            if not sent.kept:
                yield "durable", f"{sent.bot} was told a result that was not on disk"
            if sent.digest != verified.digest:
                yield "durable", f"{sent.bot} was told the result of another record"
            if sent.outcome != outcome:
                yield "one verdict", f"{sent.bot} was told another outcome than the recorded one"
        informed = {sent.bot for sent in self.sent_results}
        if self.course.season.undisturbed:
            for bot in sorted((self._good & set(self.settings.bots)) - informed):
                yield "one verdict", f"{bot} was never told the result"

    def _questions(self, played: Story) -> Iterator[tuple[str, str]]:
        """Check that each question is recorded, was recorded before, and went to its seat's bot."""
        power = self.course.season.durability is Durability.POWER
        for shown in self.shown:
            what = f"question {shown.number} to seat {shown.seat}"
            if self.settings.bots[shown.seat] != shown.bot:
                yield "no leak", f"{what} was shown to {shown.bot}"
            if self.course.forgot(shown.life):
                continue
            question = played.questions.get(shown.number)
            if question is None or question.asked.seat != shown.seat:
                yield "durable", f"{what} was shown and is not in the record"
                continue
            if question.asked.question_digest != shown.payload:
                yield "durable", f"{what} was shown otherwise than it is recorded"
            if question.since != shown.since:
                yield "durable", f"{what} told of {shown.since}, the record of {question.since}"
            if question.sent_until > shown.written:
                yield "durable", f"{what} was shown before what it tells was written"
            if power and question.sent_until > shown.durable:
                yield "durable", f"{what} was shown before what it tells was on disk"

    def _bound(self, played: Story) -> Iterator[tuple[str, str]]:
        """Check that the match has ended within the time that its clock allows."""
        asked = Counter(question.asked.seat for question in played.questions.values())
        rounds = 1 if self.course.season.undisturbed else ROUNDS
        bound = rounds * sum(longest(self.settings.clock, number) for number in asked.values())
        bound += CERTAIN * len(played.questions)
        bound += RETURN * (len(self.course.endings) - 1)
        bound += seconds(self.course.season.pace) * len(played.record.entries)
        if self.course.season.durability is Durability.POWER:
            bound += SYNC * len(played.record.entries)
        seal = played.record.seal
        if seal is not None and seal.at_ns > bound:
            yield "one verdict", f"the match took {seal.at_ns} ns, more than {bound}"

    def _stalls(self, played: Story) -> Iterator[tuple[str, str]]:
        """Check that the record has the stalls of the referee during the match, which no clock had.

        It was open at least from its first question to the last one that a bot answered.
        Each stall may be shorter by a beat at both ends.
        """
        season, answered = self.course.season, self._answered_at(played)
        if season.crashes or season.troubles or not answered:
            return
        stalls = [
            (start, end)
            for start, end in self.course.witness.stalls
            if self.shown[0].at < start and end < answered[-1] and end - start > STALL + BEAT
        ]
        due = sum(end - start for start, end in _merged(stalls)) - 2 * BEAT * len(stalls)
        bodies = [entry.body for entry in played.record.entries]
        recorded = sum(body.stall.span_ns for body in bodies)
        if recorded < due:
            yield "fair clock", f"stalls of {recorded} ns are recorded, and there were {due} ns"

    def _answered_at(self, played: Story) -> list[int]:
        """Return when the questions were shown that their bot answered."""
        return [
            shown.at
            for shown in self.shown
            if (question := played.questions.get(shown.number)) is not None
            and question.chosen is not None
            and question.chosen.origin == pb.RECORD_ORIGIN_BOT
        ]

    def _strikes(self, played: Story) -> Iterator[tuple[str, str]]:
        """Check that correct bots get no strike, whatever failures the referee has."""
        if self.settings.clock.decision < AMPLE:
            return
        for fault in played.faults:
            bot = self.settings.bots[fault.seat]
            if bot in self._good:
                name = Fault(fault.fault).name.lower()
                yield "truthful", f"{bot} did nothing wrong and was struck for {name}"


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return start and end of the spans, with those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
