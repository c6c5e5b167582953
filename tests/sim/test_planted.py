"""The promises of `docs/guarantees.md` notice when the referee breaks them.

Each test plants one fault, and runs the check of the promise's class in `test_promises.py`.
"""

from collections import Counter
from pathlib import Path

import pytest

from tests.sim import test_promises, test_same_again
from tests.sim.faults_of_matches import FAIR_CLOCK, LEGAL_ONLY, ONE_VERDICT, TRUTHFUL
from tests.sim.faults_of_records import DURABLE, ONCE
from tests.sim.faults_of_streams import BOUNDED, ISOLATION, NO_LEAK, SAME_AGAIN
from tests.sim.plant import Planted
from tests.sim.promise_check import PROBES, breaches

FAULTS = 5
"""Minimum number of faults of each promise."""

PLANTED = (
    *ONE_VERDICT,
    *LEGAL_ONLY,
    *FAIR_CLOCK,
    *ISOLATION,
    *DURABLE,
    *ONCE,
    *NO_LEAK,
    *BOUNDED,
    *SAME_AGAIN,
    *TRUTHFUL,
)


class TestPlanted:
    """Each planted fault is found."""

    @pytest.mark.parametrize(
        "planted", PLANTED, ids=lambda planted: f"{planted.promise}: {planted.fault}"
    )
    def test_the_check_of_its_promise_finds_it(
        self, planted: Planted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        with monkeypatch.context() as patched:
            planted.patch(patched)
            assert breaches(planted.promise, tmp_path, planted.seeds)

    def test_the_classes_play_the_seasons_that_show_the_faults(self) -> None:
        assert {seed for planted in PLANTED for seed in planted.seeds} <= set(PROBES)

    def test_every_promise_has_a_class_and_enough_faults(self) -> None:
        classes = {
            name
            for module in (test_promises, test_same_again)
            for name in vars(module)
            if name.startswith("Test")
        }
        faults = Counter(planted.promise for planted in PLANTED)
        assert {f"Test{name.title().replace(' ', '')}" for name in faults} == classes
        assert min(faults.values()) >= FAULTS
