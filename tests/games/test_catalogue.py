"""Every game has a catalogue of actions: fixed ids, and masks of exactly the legal options."""

import random
from collections.abc import Iterator
from itertools import compress

import pytest

from referee.game_check.promise_walk import GameCase
from referee.game_check.random_play import random_steps
from tests.errors import raises
from tests.games.variants import variants
from tests.match.toy import TOY
from tianming_games import registry
from tianming_games.action import IllegalAction
from tianming_games.chance import Chance
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.state import CHANCE, State

FROZEN = {
    ("china", 1): "81dc5ad6f47b6bb2",
    ("dragon", 2): "2d3aa10926422b2c",
    ("ming", 2): "cdd9be9b08806dcd",
}
"""The digest of the catalogue of each game, by its version of the rules.

A change of ids needs another `rules_version`, because stored policies know only ids.
"""

GAMES = ("china", "dragon", "ming")


def cases(name: str) -> Iterator[GameCase]:
    """Yield every number of seats with every option set that allows it."""
    game = registry.load(name)
    for options in variants(name):
        for seats in range(game.facts.least_seats, game.facts.most_seats + 1):
            try:
                game.begin(seats, options)
            except UsageError:
                continue
            yield GameCase(game, seats, options)


def hold_masks(case: GameCase, seeds: range) -> int:
    """Check the mask of every seat in every state of random plays; return the number of states."""
    catalogue = case.game.catalogue(case.options)
    seen = 0
    for seed in seeds:
        for state, _, _ in random_steps(case.game, case.seats, case.options, seed):
            for seat in range(case.seats):
                mask = catalogue.mask(state, seat)
                assert set(mask) <= {0, 1}
                legal = list(compress(catalogue.actions, mask))
                assert legal == list(state.legal_actions(seat))
            seen += 1
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_ids_are_frozen_for_each_version_of_the_rules(name: str) -> None:
    game = registry.load(name)
    digests = {game.catalogue(options).digest() for options in variants(name)}
    assert digests == {FROZEN[name, game.rules_version]}


@pytest.mark.parametrize("name", GAMES)
def test_ids_follow_the_order_of_options_and_lead_back(name: str) -> None:
    catalogue = registry.load(name).catalogue()
    assert list(catalogue.actions) == sorted(set(catalogue.actions))
    for number, action in enumerate(catalogue.actions):
        assert catalogue.ids[action] == number
        assert catalogue.action(number) == action


@pytest.mark.parametrize("name", GAMES)
def test_masks_are_the_legal_options(name: str, fresh_seed: int) -> None:
    for case in random.Random(fresh_seed).sample(list(cases(name)), 3):
        assert hold_masks(case, range(fresh_seed, fresh_seed + 1))


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_masks_are_the_legal_options_of_10_000_states(name: str, fresh_seed: int) -> None:
    every, seen, seed = list(cases(name)), 0, fresh_seed
    while seen < 10_000:
        seen += sum(hold_masks(case, range(seed, seed + 1)) for case in every)
        seed += 1


def test_the_catalogue_has_room_for_a_player_who_only_begins_palaces(fresh_seed: int) -> None:
    case = GameCase(registry.load("dragon"), 2, {"great_wall": "yes", "super_event": "charter"})
    catalogue = case.game.catalogue(case.options)
    wanted = ("take build", "card craftsman", "tile craftsman", "charter craftsman", "floor")
    state, chance = case.begin(), Chance(fresh_seed.to_bytes(32, "little"), "palaces")
    while not state.is_terminal():
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(chance))
            continue
        seat = state.to_act()[0]
        ids = catalogue.legal_ids(state, seat)
        texts = {case.game.write(catalogue.actions[number]): number for number in ids}
        liked = [texts[text] for text in texts if text.startswith(wanted)]
        chosen = liked[-1] if liked else ids[chance.below(len(ids))]
        state.apply_action(seat, catalogue.legal_action(state, seat, chosen))


def _first_decision(name: str) -> State:
    state: State = registry.load(name).begin(3)
    while state.current_player == CHANCE:
        state.apply_draw(state.sample_draw(Chance(bytes(32), "draw")))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_id_is_refused_with_the_sentence_of_the_rule(name: str, fresh_seed: int) -> None:
    state, catalogue = _first_decision(name), registry.load(name).catalogue()
    seat = state.to_act()[0]
    legal = catalogue.legal_ids(state, seat)
    others = [number for number in range(len(catalogue)) if number not in legal]
    for number in random.Random(fresh_seed).sample(others, 20):
        with pytest.raises(IllegalAction) as refusal:
            catalogue.legal_action(state, seat, number)
        assert str(refusal.value) == state.violation(seat, catalogue.actions[number])
    with pytest.raises(IllegalAction, match="not this player's turn"):
        catalogue.legal_action(state, (seat + 1) % 3, legal[0])


@pytest.mark.parametrize("number", [-1, 255])
def test_a_number_that_is_no_id_is_refused(number: int) -> None:
    catalogue = registry.load("china").catalogue()
    with raises(UsageError, GameSentence.NO_SUCH_ID, game="china", number=number, last=254):
        catalogue.action(number)


def test_a_game_without_a_list_of_actions_says_what_it_needs() -> None:
    with raises(UsageError, GameSentence.NO_ACTIONS, game="toy"):
        TOY.catalogue()
