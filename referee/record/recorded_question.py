"""The questions of a record, to inspect them or to ask them again."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.error import DataError
from referee.match.clock import Span
from referee.match.entry import Chosen, Origin
from referee.match.question import Event, Question
from referee.record import chain
from referee.record.framing import StoredEntry
from referee.record.reader import Record
from referee.record.replay import Replay
from referee.sentence.record import RecordSentence
from tianming_games.game import Wire


@dataclass(frozen=True, slots=True)
class RecordedQuestion:
    """A question that was put, and what was played on it.

    `options` are in notation, `since` is what happened after the seat's last question, `budget` and
    `spent` are in nanoseconds. `choice` is the played index, with its `origin`; both are None if
    the record ends before.
    """

    seat: int
    number: int
    options: tuple[str, ...]
    budget: Span
    since: tuple[Event, ...]
    payload: bytes
    choice: int | None
    origin: Origin | None
    spent: Span


def questions(record: Record) -> Iterator[RecordedQuestion]:
    """Every question of a record, in the order in which they were put.

    Raises:
        DataError: when the record does not fit its rules.
    """
    replay = Replay(record)
    wire = replay.machine.game.wire()
    chosen = {
        entry.body.chosen.number: entry for entry in record.entries if entry.body.HasField("chosen")
    }
    for step in replay.steps():
        if step.kind == "asked" and step.question is not None:
            payload = _payload(replay, wire, step.question, step.entry)
            answer = chosen.get(step.question.number)
            yield _asked(replay, step.question, payload, answer)


def last_question(record: Record, seat: int) -> RecordedQuestion | None:
    """The question a seat stopped at: the first that it has not answered since it last did.

    The last question without an answer of the bot, or the last one.

    Raises:
        DataError: when the record does not fit its rules.
    """
    last = missed = stopped = None
    for asked in questions(record):
        if asked.seat != seat:
            continue
        last = asked
        if asked.origin is Origin.BOT:
            stopped = None
        else:
            missed = asked
            stopped = stopped or asked
    return stopped or missed or last


def _payload(replay: Replay, wire: Wire, question: Question, entry: StoredEntry) -> bytes:
    """The bytes that were sent.

    Raises:
        DataError: when the state would give others.
    """
    machine = replay.machine
    payload = wire.position(machine.state, question.seat, question.options)
    same = machine.game.wire_version == replay.record.header.wire_version
    if same and chain.digest(payload) != entry.body.asked.question_digest:
        raise DataError(
            RecordSentence.OTHER_QUESTION,
            source=replay.record.source,
            entry=entry.index,
            byte=entry.offset,
        )
    return payload


def _asked(
    replay: Replay, question: Question, payload: bytes, answer: StoredEntry | None
) -> RecordedQuestion:
    game = replay.machine.game
    entry = replay.read(answer) if answer else None
    chosen = entry if isinstance(entry, Chosen) else None
    return RecordedQuestion(
        seat=question.seat,
        number=question.number,
        options=tuple(game.write(action) for action in question.options),
        budget=question.budget,
        since=tuple(question.since),
        payload=payload,
        choice=chosen.option if chosen else None,
        origin=chosen.origin if chosen else None,
        spent=_spent(chosen) if chosen else Span(0),
    )


def _spent(chosen: Chosen) -> Span:
    """The time from the hand-over of a question to its answer."""
    return Span(max(0, chosen.at - (chosen.handed_at or 0)))
