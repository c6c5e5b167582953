"""The programs of `docs/adapters.md` run as they stand there."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"
PROGRAMS = [part.partition("```")[0] for part in PAGE.read_text().split("```python\n")[1:]]


@pytest.mark.parametrize(
    ("number", "what"),
    [
        (0, "draft "),
        pytest.param(1, "seat_0", marks=pytest.mark.needs("pettingzoo")),
        pytest.param(2, "", marks=pytest.mark.needs("pettingzoo")),
        pytest.param(3, "[", marks=pytest.mark.needs("openspiel")),
        (4, "["),
    ],
)
def test_a_program_of_the_page_runs(number: int, what: str, tmp_path: Path) -> None:
    program = tmp_path / "example.py"
    program.write_text(PROGRAMS[number])
    words = (sys.executable, "-W", "error", program)
    run = subprocess.run(
        words, capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=tmp_path
    )
    assert what in run.stdout.strip() != ""


def test_all_programs_of_the_page_are_tested() -> None:
    assert len(PROGRAMS) == 5
