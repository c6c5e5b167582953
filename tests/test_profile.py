"""The profile of a decision: its stages add up, and each of its programs runs."""

from pathlib import Path

from tests.bench.profile import STAGES, counts, stages
from tests.bench.sample import take
from tests.bench.wire import SHIPPED
from tests.bench.worker.referee import Load
from tests.bench.worker.stages import Stages, measured

CALLGRIND = """\
fn=(1) main
0 5
cfn=(2) PyObject_Malloc
calls=3 0
0 90
cfn=(3) PyMem_Malloc'2
calls=2 0
0 10
cfn=(4) other
calls=7 0
0 10
fn=(2)
cfn=(2)
calls=1 0
0 10
totals: 120
"""


def test_the_stages_add_up_to_the_host(tmp_path: Path) -> None:
    programs = measured(Stages("dragon", at_once=2, matches=2, rounds=1), tmp_path)
    assert {whole for whole, _ in STAGES.values()} <= set(programs)
    assert programs["decisions"] > 100
    assert abs(sum(stages(programs).values()) - programs["host"]) < 1e-6


def test_the_referee_of_the_benchmarks_plays_with_a_bot() -> None:
    result = take("referee", Load("dragon", at_once=2, seconds=0.2), SHIPPED)
    assert result["rate"] > 0
    assert result["cpu"] > 0


def test_instructions_and_allocations_are_read_from_valgrind(tmp_path: Path) -> None:
    (tmp_path / "counts").write_text(CALLGRIND)
    assert counts(tmp_path / "counts") == (120, 6)
