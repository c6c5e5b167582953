"""In a copy with a fault for cheats: play a match with one, verify it and show it."""

import json

from referee.identifier import MatchId
from referee.league.season.seat_table import SEAT_COLUMNS
from referee.match.fault import Fault
from referee.match.match import Refusal
from referee.match.question import Answer
from referee.record.reader import parse
from referee.record.replay import Replay
from referee.record.verify import verify
from referee.server.message import refused
from referee.server.metrics import CountingWriter, Metrics
from referee.web.disclosure import Disclosure
from referee.web.steps import steps_of
from tests.match.driver import START, Driver, questions
from tianming_games.chance import Chance
from tianming_games.registry import load
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb


def main() -> None:
    """Print what became of the fault."""
    driver, metrics, match_id = Driver(load("dragon"), seats=2), Metrics(), MatchId("m1")
    driver.writer.flush()
    driver.writer = CountingWriter(metrics, driver.file, START, driver.writer.digest)
    driver.match._journal = driver.writer
    received = driver.start()
    asked = questions(received)[0]
    answer = Answer(asked.number, 0, driver.now, note="cheat")
    (refusal,) = driver.match.choose(asked.seat, answer)
    assert isinstance(refusal, Refusal)
    notice = pb.RefereeMessage.FromString(refused(match_id, refusal)).fault_notice
    driver.play_out(received, Chance(bytes(32), "answers"))
    driver.writer.flush()
    record = parse(bytes(driver.file.data), "cheated")
    (replayed,) = (step for step in Replay(record).steps() if step.kind == "fault")
    hidden, step = (
        next(step for step in steps_of(match_id, record, view).steps if step.kind == "fault")
        for view in (Disclosure(), Disclosure(is_open=True))
    )
    found = {
        "notice": match_pb2.Fault.Name(notice.fault),
        "outcome": verify(record).outcome.termination.name,
        "replay": replayed.text,
        "hidden": hidden.words,
        "step": {"kind": step.kind, "fault": step.fault, "words": step.words},
        "column": "cheated" in SEAT_COLUMNS,
        "counted": metrics.faults[Fault["CHEATED"]],
    }
    print(json.dumps(found))


main()
