"""Count the bytes that a browser loads: whole matches, live steps, and the scripts."""

import gzip
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import brotli

from referee.identifier import MatchId
from referee.record.folder import SUFFIX
from referee.record.reader import Record, read
from referee.web.assets import Assets
from referee.web.disclosure import Disclosure
from referee.web.encoded_response import EncodedResponse
from referee.web.server_sent import event
from referee.web.steps import steps_of
from tests.bench.sample import Result, job_of, report

_OPEN = Disclosure(is_open=True)
_KILO = 1024


@dataclass(frozen=True, slots=True)
class PageSizes:
    """The job of the worker: a match of a game with `seats` random bots."""

    game: str
    seats: int


def main(job: PageSizes) -> None:
    """Play a match, and count its bytes and those of scripts and styles."""
    report({**_match(_played(job)), **_assets()})


def _played(job: PageSizes) -> Record:
    """Return the record of a match that `referee play` has played with random bots."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name:
        path = Path(name) / f"m1{SUFFIX}"
        words = ["play", job.game, *["random"] * job.seats, "--seed", "7", "--record", str(path)]
        subprocess.run(
            [sys.executable, "-m", "referee.cli.main", *words],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return read(path)


def _match(record: Record) -> Result:
    """Return kilobytes of the match as one response, and bytes of its steps as live events."""
    steps = steps_of(MatchId("m1"), record, _OPEN)
    answer = EncodedResponse.of(steps)
    deltas = [step.model_dump_json(exclude_defaults=True) for step in steps.steps]
    events = sorted(len(event("step", step, step.n)) for step in steps.steps)
    return {
        "steps": len(steps.steps),
        "raw": len(answer.body) / _KILO,
        "brotli": len(answer.packed["br"]) / _KILO,
        "popular": len(brotli.compress(answer.body, quality=11)) / _KILO,
        "gzip": len(answer.packed["gzip"]) / _KILO,
        "deltas": len(brotli.compress("\n".join(deltas).encode(), quality=11)) / _KILO,
        "event": median(events),
        "event_99": events[len(events) * 99 // 100],
    }


def _assets() -> Result:
    """Return kilobytes of all scripts and styles, compressed."""
    assets = Assets().files
    sizes = {
        kind: sum(len(one.packed["br"]) for name, one in assets.items() if name.endswith(kind))
        for kind in (".js", ".css")
    }
    packed = [gzip.compress(one.body, 9) for name, one in assets.items() if name.endswith(".js")]
    return {
        "script": sizes[".js"] / _KILO,
        "style": sizes[".css"] / _KILO,
        "script_gzip": sum(map(len, packed)) / _KILO,
    }


if __name__ == "__main__":
    main(job_of(PageSizes))
