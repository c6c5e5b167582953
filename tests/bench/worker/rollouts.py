"""Play rollouts for some seconds: in this process, or in a program in Go with the service."""

import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from random import Random

from referee.rules_service.rules_server import serve_rules
from tests.bench.sample import job_of, report
from tests.languages import BOTS
from tianming_games.registry import load
from tianming_games.rollout import draw, rollout
from tianming_games.state import CHANCE

SEATS = 3


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The job of the worker: a game, seconds, and the language of the caller."""

    game: str
    seconds: float
    language: str


def in_python(job: Rollouts) -> float:
    """Return rollouts a second, from each option of the first decision in turn."""
    state, random = load(job.game).begin(SEATS), Random(1)
    while state.current_player == CHANCE:
        draw(state, random)
    (seat, *_), count = state.to_act(), 0
    began = time.perf_counter()
    while time.perf_counter() - began < job.seconds:
        for action in state.legal_actions(seat):
            copy = state.clone()
            copy.apply_action(seat, action)
            rollout(copy, random)
            count += 1
    return count / (time.perf_counter() - began)


def in_go(job: Rollouts) -> float:
    """Return rollouts a second of the benchmark in Go."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = serve_rules(f"unix:{folder}/socket", {})
        words = f"go test -run=^$ -bench=Rollouts -benchtime={job.seconds}s ./cmd/search"
        environment = {**os.environ, "TIANMING_RULES": address, "TIANMING_GAME": job.game}
        done = subprocess.run(
            words.split(),
            cwd=BOTS / "go",
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        server.stop(None).wait()
    found = re.search(r"([\d.]+) rollouts/s", done.stdout)
    assert found is not None, done.stdout
    return float(found[1])


if __name__ == "__main__":
    JOB = job_of(Rollouts)
    report({"rate": in_go(JOB) if JOB.language == "go" else in_python(JOB)})
