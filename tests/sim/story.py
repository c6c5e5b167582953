"""The story of a match, as its record tells it: questions with their answers, and faults."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.record.reader import Record
from referee.record.replay import Replay
from tests.sim.witness import Event
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(slots=True)
class Question:
    """A question of a record, how it was answered, and what a bot is told with it.

    `since` is what happened between the seat's question before this one and this one;
    `told_by` is the end of the last entry of the record that this shows.
    """

    asked: pb.RecordAsked
    since: tuple[Event, ...]
    told_by: int
    chosen: pb.RecordChosen | None = None
    fault: pb.RecordFault | None = None


@dataclass(slots=True)
class Story:
    """Everything that a record tells, in its order."""

    record: Record
    questions: dict[int, Question] = field(default_factory=dict)
    faults: list[pb.RecordFault] = field(default_factory=list)


def story(record: Record) -> Story:
    """Read a record that was verified; the rules only lend their words for what happened."""
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
    """The offsets at which the entries behind the header end."""
    return [*(entry.offset for entry in record.entries[2:]), record.good]
