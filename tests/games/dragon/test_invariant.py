"""What is true after every step of every play."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.dragon import GAME
from referee.games.dragon.box import HAND
from referee.games.dragon.province import Province
from referee.games.dragon.state import DragonState
from tests.games.play import random_steps

PLAYS = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32 - 1)
tables = st.integers(2, 5)


def states(seats: int, seed: int) -> list[DragonState]:
    """Copies of all states of a random play."""
    result = []
    for state, _, _ in random_steps(GAME, seats, {}, seed):
        copy = state.clone()
        assert isinstance(copy, DragonState)
        result.append(copy)
    return result


def assert_sound(province: Province) -> None:
    """A province that the rules allow."""
    assert min(province.yuan, province.rice, province.fireworks, province.dragons) >= 0
    assert list(province.hand) == sorted(province.hand)
    for floors, persons in province.palaces:
        assert 1 <= floors <= 3
        assert len(persons) <= floors
        assert list(persons) == sorted(persons)


@PLAYS
@given(tables, seeds)
def test_tiles_are_conserved_and_provinces_stay_sound(seats: int, seed: int) -> None:
    for state in states(seats, seed):
        assert GAME.conserved(state) == {"person tiles": 18 * seats}
        assert min(state.display) >= 0
        assert sum(state.display) > 0
        for province in state.provinces:
            assert_sound(province)


@PLAYS
@given(tables, seeds)
def test_markers_and_points_never_go_back(seats: int, seed: int) -> None:
    for before, after in pairwise(states(seats, seed)):
        for old, new in zip(before.provinces, after.provinces, strict=True):
            assert new.track >= old.track
            assert new.score >= old.score
            assert new.arrival >= old.arrival


@PLAYS
@given(tables, seeds)
def test_no_two_neighbours_of_the_event_row_are_equal(seats: int, seed: int) -> None:
    events = states(seats, seed)[-1].events
    assert len(events) == 12
    assert events[:2] == (0, 0)
    assert all(one != other for one, other in pairwise(events[1:]))


@PLAYS
@given(tables, seeds)
def test_everybody_acts_once_in_every_phase_of_every_month(seats: int, seed: int) -> None:
    asked: Counter[tuple[int, str, int]] = Counter()
    for state in states(seats, seed):
        if state.task is not None and state.task.kind.name in ("action", "card", "draft"):
            asked[state.month, state.task.kind.name, state.task.seat] += 1
    assert set(asked.values()) == {1}
    assert len(asked) == seats * (1 + 12 + 11)


@PLAYS
@given(tables, seeds)
def test_a_card_is_played_in_every_month_but_the_last(seats: int, seed: int) -> None:
    for state in states(seats, seed):
        if state.task is not None and state.task.kind.name == "action":
            for province in state.provinces:
                assert len(province.hand) == len(HAND) - (state.month - 1)


@PLAYS
@given(tables, seeds)
def test_the_order_of_a_phase_may_be_frozen_or_live(seats: int, seed: int) -> None:
    """Who acts only moves farther ahead of those who have not acted yet."""
    acted: list[int] = []
    where = (0, "")
    for state in states(seats, seed):
        if state.task is None or state.task.kind.name not in ("action", "card"):
            continue
        here = (state.month, state.task.kind.name)
        acted = acted if here == where else []
        where = here
        waiting = [seat for seat in state.turn_order() if seat not in acted]
        assert state.task.seat == waiting[0]
        acted.append(state.task.seat)
