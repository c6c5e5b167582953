"""A person plays with lines of text, as a script does."""

import io
import os
import sys
from pathlib import Path
from typing import TextIO

import pytest

from referee.record.reader import match_settings_of, read
from tests.cli.shell import Done, referee
from tests.patience import PATIENCE
from tests.preloaded_python import run_preloaded

_FIRST = "1\n\n" * 400
"""Takes the first option of each question, and confirms it."""

_FEW = "1\n\n" * 5 + "resign\n\n"
"""Takes the first option of five questions, and gives up."""


def _typed(source: str | TextIO, *words: str) -> Done:
    """Run a command with lines on its standard input."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(source) if isinstance(source, str) else source)
        return referee(*words)


@pytest.mark.parametrize(("game", "typed"), [("dragon", _FIRST), ("china", _FEW), ("ming", _FEW)])
def test_a_match_of_a_person_is_verified_marked_and_never_rated(
    game: str, typed: str, tmp_path: Path
) -> None:
    record = tmp_path / "match.tianming"
    words = ("play", game, "human", "random", "random", "--seed", "7", "--record", str(record))
    done = _typed(typed, *words, "--guided")
    assert "greedy would take option" in done.stdout
    assert done.stdout.count(f"`referee games rules {game}` explains the notation.") == 1
    assert "3. " in done.stdout
    settings = match_settings_of(read(record).header)
    assert settings.people == (0,)
    assert settings.clock.decision == 86_400 * 10**9
    assert referee("verify", str(record)).returncode == 0
    assert "human" not in referee("table", str(tmp_path)).stdout


def test_words_find_options_and_an_answer_counts_only_when_it_is_confirmed() -> None:
    lines = "0\nnonsense\nlady\n15\ncraftsman healer\n?\n? 15\n15\n\nresign\nno\nresign\n\n"
    done = _typed(lines, "play", "dragon", "human", "random", "--seed", "7")
    assert "No option is '0': give a number from 1 to 36, or words of one." in done.stdout
    assert "No option is 'nonsense'" in done.stdout
    assert "Choose one of these by its number:" in done.stdout
    assert "You choose 6: begins with a craftsman and a young healer." in done.stdout
    assert "Before the first month" in done.stdout
    assert "human: draft court-lady+scholar" in done.stdout
    assert "human: draft craftsman+healer" not in done.stdout
    assert "random won. The house played" not in done.stderr


def test_a_person_whose_input_ends_has_left_and_can_come_back_with_resume(tmp_path: Path) -> None:
    record = str(tmp_path / "match.tianming")
    words = ("play", "dragon", "human", "random", "--record", record, "--resume")
    left = run_preloaded(  # a new process, because the end of the process frees the record
        [sys.executable, "-m", "referee.cli.main", *words],
        input="1\n\n1\n\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert left.returncode == 130
    assert "--resume continues the match" in left.stderr
    done = _typed(_FEW, *words)
    assert "random: " in done.stdout
    assert referee("verify", record).returncode == 0


def test_leave_stops_the_match() -> None:
    assert _typed("1\n\nleave\n", "play", "dragon", "human", "random").returncode == 130


def test_a_person_who_asked_for_a_clock_is_told_of_a_missed_answer() -> None:
    words = ("play", "dragon", "human", "random", "--strikes", "1")
    clock = ("--decision", "0.05", "--bank", "0", "--first", "0", "--grace", "0")
    reader, writer = os.pipe()
    with os.fdopen(reader) as silent, os.fdopen(writer, "w"):
        done = _typed(silent, *words, *clock)
    assert "0 strikes left" in done.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("compare", "human", "random"), "only `referee play` has one"),
        (("play", "dragon", "human", "random", "--watch"), "--watch shows what the seat"),
        (("play", "dragon", "human", "random", "--json"), "--json would mix"),
        (("play", "dragon", "human", "human"), "2 people cannot share this terminal"),
        (("play", "dragon", "random", "random", "--guided"), "--guided is for a person"),
        (("play", "dragon", "human", "random", "--output"), "--output would write over"),
        (("play", "dragon", "human --fast", "random"), "only `referee play` has one"),
    ],
)
def test_what_does_not_fit_a_person_is_refused_in_one_sentence(
    words: tuple[str, ...], why: str
) -> None:
    done = referee(*words)
    assert done.returncode == 2
    assert why in done.stderr
