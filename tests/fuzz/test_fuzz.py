"""Run every fuzz target briefly: it must survive any input."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.change import CHANGES, Change, changed
from tests.fuzz.targets import CORPUS, MODULES, corpus, target_of

BRIEF = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

targets = pytest.mark.parametrize("what", sorted(MODULES))


class TestCorpus:
    """The seeds of each target, and inputs that once found a fault."""

    @targets
    def test_every_input_of_the_corpus_is_survived(self, what: str) -> None:
        for data in corpus(what):
            target_of(what)(data)

    def test_every_folder_of_the_corpus_has_a_target(self) -> None:
        assert {path.name for path in CORPUS.iterdir() if path.is_dir()} <= MODULES.keys()


class TestTargets:
    """Random inputs, and random changes of known inputs."""

    @targets
    @BRIEF
    @given(data=st.binary(max_size=600))
    def test_any_bytes_are_survived(self, what: str, data: bytes) -> None:
        target_of(what)(data)

    @targets
    @BRIEF
    @given(which=st.integers(0, 1000), changes=CHANGES)
    def test_sound_inputs_with_changes_are_survived(
        self, what: str, which: int, changes: list[Change]
    ) -> None:
        inputs = list(corpus(what))
        target_of(what)(changed(inputs[which % len(inputs)], changes))
