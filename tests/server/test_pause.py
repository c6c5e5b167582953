"""A referee whose process is paused and continued."""

import os
import signal
import time
from pathlib import Path

from referee.match.clock import SECOND
from referee.match.outcome import Termination
from referee.record.reader import Record, read
from referee.record.verify import verify
from tests.cli.play.test_serve import Serving, serving

PONDERING = ("-m", "tests.zoo.faulty", "pondering")
CLOCK = ("--decision", "5", "--bank", "0", "--first", "30", "--matches", "1")
PAUSE = 6.0
"""Seconds: longer than the bots have for a decision."""


def pause(server: Serving, seconds: float) -> None:
    """Stop the referee in the middle of a match, and let it go on."""
    server.wait_for("*.part")
    (part,) = server.records.glob("*.part")
    with part.open("rb") as record:  # a match that a busy machine has made void is renamed
        size = os.fstat(record.fileno()).st_size
        while os.fstat(record.fileno()).st_size < size + 3000 and part.exists():
            time.sleep(0.01)
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    server.process.send_signal(signal.SIGCONT)


def the_record(server: Serving) -> Record:
    """The record of the first match, and of its first attempt: a void one is repeated."""
    return read(server.records / "serve-r001-s00001-1.tianming")


class TestPause:
    """A paused referee costs no bot anything."""

    def test_the_pause_is_credited_and_written_down(self, tmp_path: Path) -> None:
        with serving(tmp_path, PONDERING, *CLOCK, "--stall", "3600") as server:
            pause(server, PAUSE)
            code, _, _ = server.end()
            assert code == 0
            record = the_record(server)
            outcome = verify(record).outcome
            assert outcome.termination is Termination.FINISHED
            assert [result.strikes for result in outcome.results] == [0, 0]
            stalls = [entry.body.stall.span_ns for entry in record.entries]
            assert sum(stalls) > (PAUSE - 1) * SECOND

    def test_a_pause_over_the_limit_makes_the_match_void(self, tmp_path: Path) -> None:
        with serving(tmp_path, PONDERING, *CLOCK, "--stall", "2") as server:
            pause(server, 3)
            code, _, _ = server.end()
            assert code == 0
            outcome = verify(the_record(server)).outcome
            assert outcome.termination is Termination.VOID
            assert outcome.reason.startswith("The referee's machine stalled for ")
            assert outcome.reason.endswith(" s in total; the limit is 2 s.")
