"""Resume: what a killed referee leaves behind goes on as if nothing had happened."""

from typing import Any

import pytest

from referee.record.reader import parse
from referee.record.verify import verify
from tests.record.revival import Script, decisions, revived

TERMS: list[dict[str, Any]] = [
    {"strikes": 2},
    {"strikes": 3, "options": {"together": "yes"}},
    {"strikes": 1, "options": {"together": "yes"}},
    {"strikes": 3, "options": {"together": "yes"}, "seats": 4},
]


def cuts(data: bytes) -> list[int]:
    """Where a record can be cut between two entries, behind its header."""
    entries = parse(data, "memory").entries
    return [*(entry.offset for entry in entries[1:]), len(data)]


def check_cuts(data: bytes, script: Script, places: list[int]) -> None:
    """Cut a record at each of those bytes, go on, and compare."""
    for cut in places:
        whole = revived(data[:cut], script)
        assert decisions(whole) == decisions(data), cut
        verify(parse(whole, "memory"))


class TestEveryCut:
    """Wherever the referee was killed, the same answers give the same match."""

    @pytest.mark.parametrize("terms", TERMS, ids=str)
    @pytest.mark.parametrize("seed", range(6))
    def test_a_match_goes_on_after_every_entry(self, terms: dict[str, Any], seed: int) -> None:
        script = Script(seed)
        data = script.record(**terms)
        check_cuts(data, script, cuts(data))

    @pytest.mark.parametrize("terms", TERMS, ids=str)
    def test_so_does_one_with_answers_that_are_new_in_every_run(
        self, terms: dict[str, Any], fresh_seed: int
    ) -> None:
        script = Script(fresh_seed)
        data = script.record(**terms)
        check_cuts(data, script, cuts(data))
