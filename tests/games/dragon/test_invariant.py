"""What is true after every step of every play."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_check.random_play import random_steps
from tests.games.variants import variants
from tianming_games.dragon import GAME
from tianming_games.dragon.box import HAND
from tianming_games.dragon.expansion_box import CORNER_MONTH, Corner
from tianming_games.dragon.province import Province
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER

PLAYS = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32 - 1)
tables = st.integers(2, 5)
choices = st.sampled_from(variants("dragon"))


def states(seats: int, seed: int, options: dict[str, str]) -> list[DragonState]:
    """Copies of all states of a random play."""
    result = []
    for state, _, _ in random_steps(GAME, seats, options, seed):
        copy = state.clone()
        assert isinstance(copy, DragonState)
        result.append(copy)
    return result


def in_task(state: DragonState, *names: str) -> bool:
    """Whether one of these is being decided."""
    return state.task is not None and state.task.kind.name in names


def corner(state: DragonState) -> int | None:
    """The super event, if there is one."""
    return CORNER.of(state).corner if CORNER.name in state.extras else None


def assert_sound(province: Province, *, crowded: bool) -> None:
    """A province that the rules allow; only in an earthquake may it be crowded."""
    assert min(province.yuan, province.rice, province.fireworks, province.dragons) >= 0
    assert list(province.hand) == sorted(province.hand)
    for floors, persons in province.palaces:
        assert 1 <= floors <= 3
        assert len(persons) <= floors or crowded
        assert list(persons) == sorted(persons)


@PLAYS
@given(tables, seeds, choices)
def test_tiles_are_conserved_and_provinces_stay_sound(
    seats: int, seed: int, options: dict[str, str]
) -> None:
    for state in states(seats, seed, options):
        conserved = GAME.conserved(state)
        assert conserved["person tiles"] == 18 * seats
        assert conserved.get("wall tiles", 6 * seats) == 6 * seats
        assert min(state.display) >= 0
        assert sum(state.display) > 0
        shaken = in_task(state, "earthquake", "release")
        for province in state.provinces:
            assert_sound(province, crowded=shaken and state.month == CORNER_MONTH)


@PLAYS
@given(tables, seeds, choices)
def test_markers_and_points_never_go_back(seats: int, seed: int, options: dict[str, str]) -> None:
    for before, after in pairwise(states(seats, seed, options)):
        for old, new in zip(before.provinces, after.provinces, strict=True):
            assert new.track >= old.track or (
                new.track == 0 and corner(after) == Corner.VOLCANIC_ERUPTION
            )
            assert new.score >= old.score
            assert new.arrival >= old.arrival


@PLAYS
@given(tables, seeds, choices)
def test_no_two_neighbours_of_the_event_row_are_equal(
    seats: int, seed: int, options: dict[str, str]
) -> None:
    events = states(seats, seed, options)[-1].events
    assert len(events) == 12
    assert events[:2] == (0, 0)
    assert all(one != other for one, other in pairwise(events[1:]))


@PLAYS
@given(tables, seeds, choices)
def test_everybody_acts_once_in_every_phase_of_every_month(
    seats: int, seed: int, options: dict[str, str]
) -> None:
    asked: Counter[tuple[int, str, int]] = Counter()
    year = states(seats, seed, options)
    for state in year:
        if state.task is not None and in_task(state, "action", "card", "draft"):
            asked[state.month, state.task.kind.name, state.task.seat] += 1
    person_months = 9 if corner(year[-1]) == Corner.TORNADO else 11
    assert set(asked.values()) == {1}
    assert len(asked) == seats * (1 + 12 + person_months)


@PLAYS
@given(tables, seeds, choices)
def test_a_card_is_played_in_every_month_while_there_are_any(
    seats: int, seed: int, options: dict[str, str]
) -> None:
    for state in states(seats, seed, options):
        if in_task(state, "action"):
            blown = 2 if state.month > 7 and corner(state) == Corner.TORNADO else 0
            for province in state.provinces:
                assert len(province.hand) == max(0, len(HAND) - (state.month - 1) - blown)


@PLAYS
@given(tables, seeds, choices)
def test_the_order_of_a_phase_may_be_frozen_or_live(
    seats: int, seed: int, options: dict[str, str]
) -> None:
    """Who acts only moves farther ahead of those who have not acted yet."""
    acted: list[int] = []
    where = (0, "")
    for state in states(seats, seed, options):
        if state.task is None or not in_task(state, "action", "card"):
            continue
        here = (state.month, state.task.kind.name)
        acted = acted if here == where else []
        where = here
        waiting = [seat for seat in state.turn_order() if seat not in acted]
        assert state.task.seat == waiting[0]
        acted.append(state.task.seat)
