"""Extract the questions of a record, to inspect them or to ask them again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.error import DataError
from referee.match.clock import Span
from referee.match.entry import Chosen, Origin
from referee.match.question import Event, Question
from referee.record import chain
from referee.record.framing import StoredEntry
from referee.record.reader import Record
from referee.record.replay import Replay
from referee.record.sentence import RecordSentence
from tianming_games.action import Action
from tianming_games.game import Wire


@dataclass(frozen=True, slots=True)
class RecordedQuestion:
    """A question of a record, with the choice that was played.

    `options` are in notation, `since` are the events after the seat's last question, `payload` is
    the game's serialised `Position`. `budget` and `spent` are in nanoseconds. `choice` is the index
    of the played option, with its `origin`; both are None if the record ends before the choice.
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
    """Yield every question of a record, in the order in which they were asked.

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
            asked = step.question
            payload = position_of(replay, wire, asked.seat, asked.options, step.entry)
            answer = chosen.get(step.question.number)
            yield _asked(replay, step.question, payload, answer)


def last_question(record: Record, seat: int) -> RecordedQuestion | None:
    """Return the question at which a seat's bot stopped answering; None if it was never asked.

    It is the first question after the bot's last answer. If the bot answered the last question, it
    is the last question that the bot did not answer, or else the last question.

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


def position_of(
    replay: Replay, wire: Wire, seat: int, options: Sequence[Action], entry: StoredEntry
) -> bytes:
    """Return the serialised position that the bot was sent with the question of an entry.

    Raises:
        DataError: when its digest is not the recorded one.
    """
    machine = replay.machine
    payload = wire.position(machine.state, seat, options)
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
        spent=chosen.took if chosen else Span(0),
    )
