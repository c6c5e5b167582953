"""The recorded questions are what the script records: one of each game."""

import subprocess
import sys
from pathlib import Path

import pytest

from tianming_proto.v1 import play_pb2 as pb

SCRIPT = Path(__file__).parents[2] / "proto/vectors/questions.py"
FOLDER = SCRIPT.parent / "questions"
GAMES = [file.stem for file in sorted(FOLDER.glob("*.bin"))]


def test_the_committed_questions_are_what_the_script_records() -> None:
    check = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False
    )
    assert check.stdout + check.stderr == ""
    assert check.returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_has_the_start_of_a_match_and_a_question_of_it(game: str) -> None:
    frame = pb.PlayResponse.FromString((FOLDER / f"{game}.bin").read_bytes())
    started, asked = frame.messages[0].match_started, frame.messages[1].question
    assert (started.game, started.match_id, started.seat) == (game, asked.match_id, asked.seat)
    assert asked.option_count > 1
    assert len(asked.since) > 0
