"""Positions that no match can have are refused by the name of a field."""

import random
from typing import Any

import pytest

from referee.game_check.random_play import random_steps, seed_bytes
from referee.game_check.wire_promise import parse
from tests.games.mutation import mutate
from tests.games.variants import variants
from tests.golden.write import seat_numbers
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.position import PositionError
from tianming_games.registry import load, names
from tianming_games.state import CHANCE, State

EVERY = 9
"""Questions of a play from one that is changed to the next."""

Shown = tuple[bytes, bytes]
"""A setup and a position."""


def shown(game: Game[Any], seats: int, options: dict[str, str], seed: int) -> list[Shown]:
    """Some positions of a play, with their setup."""
    wire = game.wire()
    result = []
    for number, (state, seat, _) in enumerate(random_steps(game, seats, options, seed)):
        if seat >= 0 and number % EVERY == 0:
            position = wire.position(state, seat, state.legal_actions(seat))
            result.append((wire.setup(state), position))
    return result


def play_on(state: State, dice: random.Random) -> None:
    """Play to the end at random: nothing gets stuck."""
    draws = 0
    while not state.is_terminal():
        state.canonical_bytes()
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(seed_bytes(draws), "draw")))
            draws += 1
        else:
            seat = state.to_act()[0]
            state.apply_action(seat, dice.choice(list(state.legal_actions(seat))))


def read(
    game: Game[Any], options: dict[str, str], setup: bytes, position: bytes
) -> State | PositionError:
    """The state of a position, or why there is none."""
    try:
        state: State = game.from_position(options, setup, position, Chance(bytes(32), "deal"))
    except PositionError as refusal:
        return refusal
    return state


def hold(read: State | PositionError, dice: random.Random) -> None:
    """A state can be played to its end, and a refusal names a field in a sentence."""
    if isinstance(read, State):
        play_on(read, dice)
        return
    assert read.field.partition(".")[0] in ("position", "setup")
    assert str(read) == f"{read.field}: {read.why}"
    assert read.why.endswith(".")


class TestPosition:
    """A position is one of a match, or refused by the name of a field."""

    @pytest.mark.parametrize("name", names())
    def test_a_position_that_was_changed_names_a_field_or_can_be_played_on(self, name: str) -> None:
        game, dice = load(name), random.Random(name)
        for options in variants(name):
            for seats in seat_numbers(game, options)[::2]:
                for setup, position in shown(game, seats, options, 1):
                    changed = parse(game, "Position", position)
                    mutate(changed, dice)
                    hold(read(game, options, setup, changed.SerializeToString()), dice)

    @pytest.mark.parametrize("name", names())
    def test_random_bytes_name_a_field_or_can_be_played_on(self, name: str) -> None:
        game, dice = load(name), random.Random(name)
        for options in variants(name):
            for setup, position in shown(game, seat_numbers(game, options)[0], options, 2):
                data = bytearray(position)
                for _ in range(3):
                    data[dice.randrange(len(data))] = dice.randrange(256)
                hold(read(game, options, setup, bytes(data)), dice)

    @pytest.mark.parametrize("name", names())
    def test_the_error_of_an_invalid_message_names_the_argument(self, name: str) -> None:
        game = load(name)
        (setup, position), *_ = shown(game, game.facts.most_seats, {}, 1)
        for given, field in (((b"\xff", position), "setup"), ((setup, b"\xff"), "position")):
            with pytest.raises(PositionError) as refusal:
                game.from_position({}, *given, Chance(bytes(32), "deal"))
            assert refusal.value.field == field

    @pytest.mark.parametrize("name", names())
    def test_the_setup_of_another_number_of_seats_is_refused(self, name: str) -> None:
        game = load(name)
        seats = seat_numbers(game, {})
        (_, position), *_ = shown(game, seats[0], {}, 1)
        (setup, _), *_ = shown(game, seats[-1], {}, 1)
        with pytest.raises(PositionError):
            game.from_position({}, setup, position, Chance(bytes(32), "deal"))


@pytest.mark.parametrize("name", names())
def test_states_of_one_match_do_not_change_each_other(name: str, fresh_seed: int) -> None:
    game = load(name)
    (setup, one), (_, other), *_ = shown(game, game.facts.most_seats, {}, fresh_seed)
    state = read(game, {}, setup, one)
    assert isinstance(state, State)
    before = state.canonical_bytes()
    read(game, {}, setup, other)
    assert state.canonical_bytes() == before


@pytest.mark.parametrize("name", names())
def test_fields_of_a_later_version_are_ignored(name: str, fresh_seed: int) -> None:
    game, unknown = load(name), b"\xc0\x3e\x01"  # 1 as field 1000
    setup, position = shown(game, game.facts.most_seats, {}, fresh_seed)[0]
    state = read(game, {}, setup + unknown, position + unknown)
    assert isinstance(state, State)
    assert game.wire().setup(state) == setup
