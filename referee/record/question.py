"""The questions of a record, as they were put: to see what a bot was asked, and to ask again."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.error import DataError
from referee.match.clock import Span
from referee.match.journal import Origin
from referee.match.match import Event
from referee.record import chain
from referee.record.entry import Entry
from referee.record.reader import Record
from referee.record.replay import Replay
from tianming_games.game import Wire
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was put, and what was played on it.

    `options` are in notation, `since` is what happened after the seat's last question,
    `budget` and `spent` are in nanoseconds. `choice` is the index that was played, with
    its `origin`; both are None where the record ends before.
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


def questions(record: Record) -> Iterator[Asked]:
    """Every question of a record, in the order in which they were put.

    Raises:
        DataError: when the record does not fit its rules.
    """
    replay = Replay(record)
    wire = replay.game.wire()
    chosen = {
        entry.body.chosen.number: entry for entry in record.entries if entry.body.HasField("chosen")
    }
    history: list[Event] = []
    told = [0] * len(replay.settings.bots)
    for step in replay.steps():
        if step.kind in ("drawn", "chosen"):
            history.append(Event(step.seat, step.text))
        elif step.kind == "asked":
            asked = step.entry.body.asked
            since = tuple(history[told[asked.seat] :])
            told[asked.seat] = len(history)
            payload = _payload(replay, wire, asked, replay.place(step.entry))
            yield _asked(replay, asked, chosen.get(asked.number), since, payload)


def last_question(record: Record, seat: int) -> Asked | None:
    """The question a seat stopped at: the first that it has not answered since it last did.

    Where it answered its last one, it is the last that it had not; else the very last.

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


def _payload(replay: Replay, wire: Wire, asked: pb.RecordAsked, place: str) -> bytes:
    """The bytes that were sent.

    Raises:
        DataError: when the state would give others.
    """
    options = replay.state.legal_actions(asked.seat)
    payload = wire.question(replay.state, asked.seat, options)
    same = replay.game.wire_version == replay.record.header.wire_version
    if same and chain.digest(payload) != asked.question_digest:
        raise DataError(
            f"{place}the rules give another question here: `referee verify` says where the "
            "record goes wrong."
        )
    return payload


def _asked(
    replay: Replay,
    asked: pb.RecordAsked,
    entry: Entry | None,
    since: tuple[Event, ...],
    payload: bytes,
) -> Asked:
    game, state = replay.game, replay.state
    chosen = entry.body.chosen if entry else None
    spent = max(0, chosen.at_ns - chosen.handed_at_ns) if chosen else 0
    return Asked(
        seat=asked.seat,
        number=asked.number,
        options=tuple(game.write(action) for action in state.legal_actions(asked.seat)),
        budget=Span(asked.budget_ns),
        since=since,
        payload=payload,
        choice=chosen.option if chosen else None,
        origin=replay.origin(entry) if entry else None,
        spent=Span(spent),
    )
