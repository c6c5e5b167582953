"""The machine that played the other matches of a set, from their records.

A run on a cluster asks this for the sets that an earlier run began.
"""

from collections.abc import Iterator
from pathlib import Path

from referee.error import DataError
from referee.identifier import MatchId
from referee.league.attempt import AttemptName
from referee.league.pairing import Pairing
from referee.league.running.attempts import MOST_ATTEMPTS
from referee.record.outline import read_machine


def machine_of_set(folder: Path, pairing: Pairing) -> str:
    """Return the name of the machine that played another match of a set; empty if none did."""
    for path in _records(folder, pairing):
        if path.exists():
            try:
                machine = read_machine(path)
            except DataError:
                continue
            if machine is not None:
                return machine.name
    return ""


def _records(folder: Path, pairing: Pairing) -> Iterator[Path]:
    """Yield where the records of the other matches of a set are, if they were played."""
    base, dash, turn = pairing.match_id.rpartition("-")
    for other in range(1, len(pairing.bots) + 1):
        if dash and str(other) != turn:
            match_id = MatchId(f"{base}-{other}")
            for number in range(1, MOST_ATTEMPTS + 1):
                yield AttemptName(match_id, number).record(folder)
