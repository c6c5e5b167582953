"""The course of a match from its record: questions with their answers, and faults."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.record.reader import Record
from referee.record.replay import Replay
from tests.sim.witness import Event
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(slots=True)
class Question:
    """A question of a record, with its answer and the events that are sent with it.

    Attributes:
        since: the events after the seat's previous question.
        told_by: the offset in the record at which the entry of the last of these events ends.
    """

    asked: pb.RecordAsked
    since: tuple[Event, ...]
    told_by: int
    chosen: pb.RecordChosen | None = None
    fault: pb.RecordFault | None = None


@dataclass(slots=True)
class Story:
    """The questions and faults of a record, in order."""

    record: Record
    questions: dict[int, Question] = field(default_factory=dict)
    faults: list[pb.RecordFault] = field(default_factory=list)


def story(record: Record) -> Story:
    """Return the story of a verified record; it uses the rules only for the notation of events."""
    told = Story(record)
    history: list[Event] = []
    seen: dict[int, int] = {}
    told_by = 0
    for step, after in zip(Replay(record).steps(), _ends(record), strict=True):
        body = step.entry.body
        match step.kind:
            case "asked":
                asked = body.asked
                since = tuple(history[seen.get(asked.seat, 0) :])
                seen[asked.seat] = len(history)
                told.questions[asked.number] = Question(asked, since, told_by)
            case "drawn" | "chosen":
                history.append((step.seat if step.kind == "chosen" else None, step.text))
                told_by = after
                if step.kind == "chosen" and body.chosen.number in told.questions:
                    told.questions[body.chosen.number].chosen = body.chosen
            case "fault":
                told.faults.append(body.fault)
                if body.fault.number in told.questions:
                    told.questions[body.fault.number].fault = body.fault
    return told


def _ends(record: Record) -> Sequence[int]:
    """Return the offsets of the ends of the entries after the header."""
    return [*(entry.offset for entry in record.entries[2:]), record.good]
