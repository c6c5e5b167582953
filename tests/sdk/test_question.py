"""A question of a recorded frame, with which a bot is tested."""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tianming
from tianming_proto.v1 import play_pb2 as pb

PROTO = Path(__file__).parents[2] / "proto"
QUESTIONS = PROTO / "vectors/questions"
GAMES = [file.stem for file in sorted(QUESTIONS.glob("*.bin"))]


def recorded(game: str) -> tianming.Question:
    """Return a recorded question of a game."""
    return tianming.Question.of_frame((QUESTIONS / f"{game}.bin").read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_frame_is_a_question_of_its_game(game: str) -> None:
    question = recorded(game)
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


class TestState:
    """A question makes states for a search."""

    @pytest.mark.parametrize("game", GAMES)
    def test_a_state_offers_the_options_of_the_question(self, game: str) -> None:
        question = recorded(game)
        for _ in range(3):
            state = question.state(question.match.random)
            assert len(state.legal_actions(question.seat)) == question.option_count

    @pytest.mark.parametrize("game", GAMES)
    def test_the_state_of_one_call_is_independent_of_the_next(self, game: str) -> None:
        question = recorded(game)
        state = question.state(Random(1))
        state.apply_action(question.seat, state.legal_actions(question.seat)[0])
        again, fresh = question.state(Random(2)), recorded(game)
        assert fresh.state(Random(3)).observation(fresh.seat) == again.observation(fresh.seat)

    def test_other_rules_than_those_of_the_match_are_named(self) -> None:
        question = recorded("dragon")
        question.match = replace(question.match, rules_version=99)
        with pytest.raises(ValueError, match="played by version 99 of the rules of dragon"):
            question.state(Random(1))

    def test_without_the_rules_it_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in [name for name in sys.modules if name.startswith("tianming_games")]:
            monkeypatch.delitem(sys.modules, module)
        monkeypatch.setitem(sys.modules, "tianming_games", None)
        with pytest.raises(ModuleNotFoundError, match="install tianming-games"):
            recorded("dragon").state(Random(1))
