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
        sent_until: the offset in the record at which the entry of the last of these events ends.
    """

    asked: pb.RecordAsked
    since: tuple[Event, ...]
    sent_until: int
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
    found = Story(record)
    history: list[Event] = []
    seen: dict[int, int] = {}
    sent_until = 0
    for step, after in zip(Replay(record).steps(), _ends(record), strict=True):
        body = step.entry.body
        match step.kind:
            case "asked":
                asked = body.asked
                since = tuple(history[seen.get(asked.seat, 0) :])
                seen[asked.seat] = len(history)
                found.questions[asked.number] = Question(asked, since, sent_until)
            case "drawn" | "chosen":
                history.append((step.seat if step.kind == "chosen" else None, step.text))
                sent_until = after
                if step.kind == "chosen" and body.chosen.number in found.questions:
                    found.questions[body.chosen.number].chosen = body.chosen
            case "fault":
                found.faults.append(body.fault)
                if body.fault.number in found.questions:
                    found.questions[body.fault.number].fault = body.fault
    return found


def _ends(record: Record) -> Sequence[int]:
    """Return the offsets of the ends of the entries after the header."""
    return [*(entry.offset for entry in record.entries[2:]), record.good]
