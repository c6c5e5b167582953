"""A question of a recorded frame, with which a bot is tested."""

from pathlib import Path

import pytest

import tianming
from tianming_proto.v1 import play_pb2 as pb

PROTO = Path(__file__).parents[2] / "proto"
QUESTIONS = PROTO / "vectors/questions"
GAMES = [file.stem for file in sorted(QUESTIONS.glob("*.bin"))]


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_frame_is_a_question_of_its_game(game: str) -> None:
    question = tianming.Question.of_frame((QUESTIONS / f"{game}.bin").read_bytes())
    assert (question.game, len(question.options)) == (game, question.option_count)
    assert question.match.setup is not None
    assert question.since[0].detail is not None


@pytest.mark.parametrize(
    "frame",
    [b"", b"\xff", pb.PlayResponse(messages=[{"question": {"number": 1}}]).SerializeToString()],
)
def test_a_frame_without_a_question_and_its_match_is_named(frame: bytes) -> None:
    with pytest.raises(ValueError, match="the frame has no question: give a PlayResponse with"):
        tianming.Question.of_frame(frame)
