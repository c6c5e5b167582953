"""What is true after every step of every play."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_check.random_play import random_steps
from tests.games.variants import variants
from tianming_games.china import GAME
from tianming_games.china.box import DISPLAY, EMISSARIES, EMPTY, HAND, HOUSES
from tianming_games.china.region import Player, Region
from tianming_games.china.state import ChinaState
from tianming_games.state import CHANCE

PLAYS = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32 - 1)
option_sets = st.sampled_from(variants("china"))


def states(options: dict[str, str], seed: int) -> list[ChinaState]:
    """Copies of all states of a random play of four seats."""
    result = []
    for state, _, _ in random_steps(GAME, 4, options, seed):
        copy = state.clone()
        assert isinstance(copy, ChinaState)
        result.append(copy)
    return result


def assert_sound_region(region: Region) -> None:
    """A region that the rules allow."""
    for seat, count in enumerate(region.houses):
        assert region.owners.count(seat) == count
    assert region.limit == max(region.houses)
    assert sum(region.emissaries) <= region.limit
    assert list(region.forts) == sorted(set(region.forts))
    assert region.is_empty() == (
        not any(region.houses) and not region.forts and not any(region.emissaries)
    )
    if EMPTY not in region.owners:
        assert region.scored


def assert_sound_player(player: Player, hand: tuple[int, ...]) -> None:
    """A player whom the rules allow."""
    assert 0 <= player.houses <= HOUSES
    assert 0 <= player.emissaries <= EMISSARIES
    assert 0 <= player.fortifications <= 1
    assert player.cards == len(hand) <= HAND
    assert list(hand) == sorted(hand)


@PLAYS
@given(option_sets, seeds)
def test_regions_and_players_stay_sound(options: dict[str, str], seed: int) -> None:
    for state in states(options, seed):
        for region in state.regions:
            assert_sound_region(region)
        for player, hand in zip(state.players, state.hands, strict=True):
            assert_sound_player(player, hand)


@PLAYS
@given(option_sets, seeds)
def test_supplies_and_boards_add_up_for_each_player(options: dict[str, str], seed: int) -> None:
    for state in states(options, seed):
        for seat, player in enumerate(state.players):
            regions = state.regions
            assert player.houses + sum(each.houses[seat] for each in regions) == HOUSES
            assert player.emissaries + sum(each.emissaries[seat] for each in regions) == EMISSARIES


@PLAYS
@given(option_sets, seeds)
def test_every_turn_begins_with_full_hand_and_display_until_the_pile_ends(
    options: dict[str, str], seed: int
) -> None:
    """So nobody is ever without a choice: a card can be exchanged."""
    for state in states(options, seed):
        if state.task is not None and state.task.kind.name == "turn":
            assert state.players[state.turn].cards == HAND
            if state.exhausted < 2:
                assert len(state.display) == DISPLAY


@PLAYS
@given(option_sets, seeds)
def test_points_never_go_back_and_pieces_stay(options: dict[str, str], seed: int) -> None:
    for before, after in pairwise(states(options, seed)):
        for old, new in zip(before.players, after.players, strict=True):
            assert new.score >= old.score
            assert new.houses <= old.houses
            assert new.emissaries <= old.emissaries
        for was, now in zip(before.regions, after.regions, strict=True):
            assert sum(was.houses) <= sum(now.houses) <= sum(was.houses) + 1
            assert now.scored >= was.scored


@PLAYS
@given(option_sets, seeds)
def test_a_turn_places_at_most_two_pieces_into_one_region(
    options: dict[str, str], seed: int
) -> None:
    """3-2-1: up to 3 cards, up to 2 pieces, 1 region; 1 piece into an empty one."""
    played = states(options, seed)
    begins = [state for state in played if state.task and state.task.kind.name == "turn"]
    for before, after in pairwise([*begins, played[-1]]):
        changed = [
            (was, now)
            for was, now in zip(before.regions, after.regions, strict=True)
            if _pieces(was) != _pieces(now)
        ]
        assert len(changed) <= 1
        for was, now in changed:
            assert _pieces(now) - _pieces(was) <= (1 if was.is_empty() else 2)


def _pieces(region: Region) -> int:
    return sum(region.houses) + sum(region.emissaries) + len(region.forts)


@PLAYS
@given(option_sets, seeds)
def test_the_pile_is_shuffled_twice_and_the_last_round_is_complete(
    options: dict[str, str], seed: int
) -> None:
    played = states(options, seed)
    assert sum(state.current_player == CHANCE for state in played) == 2
    assert played[-1].exhausted == 2
    assert played[-1].turn == played[-1].seats - 1
