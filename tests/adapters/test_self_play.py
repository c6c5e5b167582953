"""Many matches at once are the same matches as one after the other, on any number of processes."""

import numpy as np
import pytest

from referee.game_check.promise_walk import GameCase
from referee.game_check.random_play import seed_bytes
from tests.adapters.sample import sampled
from tianming_adapters.numbered_match import NumberedMatch
from tianming_adapters.self_play import SelfPlay
from tianming_games.action import IllegalAction

MATCHES = 3


def hold(case: GameCase, seed: int, processes: int, steps: int) -> int:
    """Compare every step with matches of their own; return the number of matches that ended."""
    random = np.random.default_rng(seed)
    alone = [NumberedMatch(case.game, case.seats, case.options) for _ in range(MATCHES)]
    for row, match in enumerate(alone):
        match.begin(seed_bytes(seed + row))
    begun, ended = [1] * MATCHES, 0
    with SelfPlay(
        case.game.name, case.seats, case.options, matches=MATCHES, seed=seed, processes=processes
    ) as play:
        for _ in range(steps):
            for row, match in enumerate(alone):
                seat = match.state.to_act()[0]
                assert play.seats[row] == seat
                assert play.masks[row].tobytes() == match.mask(seat).tobytes()
                assert play.observations[row].tobytes() == match.tensor(seat).tobytes()
            actions = play.random_actions(random)
            play.step(actions)
            for row, match in enumerate(alone):
                match.act(match.state.to_act()[0], actions[row])
                is_over = match.state.is_terminal()
                assert play.is_over[row] == is_over
                assert play.rewards[row].tolist() == pytest.approx(match.rewards())
                if is_over:
                    match.begin(seed_bytes(seed + row + MATCHES * begun[row]))
                    begun[row] += 1
                    ended += 1
        _hold_refusal(play, random)
    return ended


def _hold_refusal(play: SelfPlay, random: np.random.Generator) -> None:
    """Check that an illegal id in the last match is refused with the sentence of the rule."""
    wrong = play.random_actions(random)
    wrong[-1] = np.flatnonzero(play.masks[-1] == 0)[0]
    with pytest.raises(IllegalAction, match=r"[A-Z].*\."):
        play.step(wrong)


def test_the_matches_of_one_process_are_those_played_alone(fresh_seed: int) -> None:
    case = sampled(fresh_seed)[0]
    assert hold(case, fresh_seed, processes=1, steps=400)


def test_the_matches_of_several_processes_are_those_played_alone(fresh_seed: int) -> None:
    hold(sampled(fresh_seed)[1], fresh_seed, processes=2, steps=20)


@pytest.mark.full
def test_the_matches_of_all_games_are_those_played_alone(fresh_seed: int) -> None:
    for case in sampled(fresh_seed):
        assert hold(case, fresh_seed, processes=2, steps=800) >= MATCHES


def test_random_actions_are_legal_and_reach_every_option(fresh_seed: int) -> None:
    random = np.random.default_rng(fresh_seed)
    with SelfPlay("ming", 3, matches=MATCHES, processes=1) as play:
        chosen = np.array([play.random_actions(random) for _ in range(500)])
        for row in range(MATCHES):
            assert set(chosen[:, row]) == set(np.flatnonzero(play.masks[row]))


def test_an_illegal_id_is_refused_with_the_sentence_of_the_rule() -> None:
    with SelfPlay("ming", 3, matches=MATCHES, processes=1) as play:
        wrong = play.random_actions(np.random.default_rng(1))
        wrong[-1] = np.flatnonzero(play.masks[-1] == 0)[0]
        with pytest.raises(IllegalAction, match="not what is being decided"):
            play.step(wrong)
