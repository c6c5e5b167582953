"""What every game promises, held against thousands of random plays.

A new game is tested by being installed; its option sets are listed in `variants.py`.
"""

from itertools import pairwise
from typing import Any

import pytest

from referee.error import UsageError
from tests.games.play import apply, digest, random_steps, seed_bytes
from tests.games.variants import label, variants
from tianming_games.action import Action, IllegalAction, NotationError
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load, names
from tianming_games.state import CHANCE, TERMINAL, State

PLAYS = 40
"""Random plays of each game and number of seats, shared by its option sets."""

FEWEST = 2
"""Random plays of each option set, however many there are."""

Case = tuple[Game[Any], int, dict[str, str]]


def every_case() -> list[Any]:
    """Every game with every option set and every number of seats it takes."""
    cases = []
    for name in names():
        game = load(name)
        for options in variants(name):
            for seats in range(game.facts.least_seats, game.facts.most_seats + 1):
                try:
                    game.begin(seats, options)
                except UsageError:
                    continue
                cases.append(
                    pytest.param((game, seats, options), id=f"{name}-{seats}-{label(options)}")
                )
    return cases


@pytest.fixture(params=every_case())
def case(request: pytest.FixtureRequest) -> Case:
    """One game with one option set and one number of seats."""
    result: Case = request.param
    return result


@pytest.fixture
def seeds(fresh_seed: int, case: Case) -> range:
    """Seeds of random plays, other ones in every run."""
    plays = PLAYS // len(variants(case[0].name))
    return range(fresh_seed, fresh_seed + max(FEWEST, plays))


def actors(state: State) -> tuple[int, ...]:
    """The seats to act; nobody while a draw is pending or after the end."""
    return state.to_act()


class TestOptions:
    """What is on offer."""

    def test_options_are_sorted_unique_legal_and_only_for_those_to_act(
        self, case: Case, seeds: range
    ) -> None:
        game, seats, options = case
        for seed in seeds:
            for state, _, _ in random_steps(game, seats, options, seed):
                for seat in range(seats):
                    legal = list(state.legal_actions(seat))
                    assert legal == sorted(set(legal))
                    assert bool(legal) == (seat in state.to_act())
                    for action in legal:
                        state.verify_action(seat, action)

    def test_an_option_of_another_moment_is_refused_with_a_sentence(
        self, case: Case, seeds: range
    ) -> None:
        game, seats, options = case
        for seed in seeds[:10]:
            seen: dict[Action, None] = {}
            for state, _, _ in random_steps(game, seats, options, seed):
                for seat in state.to_act():
                    legal = state.legal_actions(seat)
                    for action in [action for action in seen if action not in legal][-5:]:
                        assert not state.can_apply(seat, action)
                        with pytest.raises(IllegalAction, match=r"^[A-Z\"].*\.$"):
                            state.verify_action(seat, action)
                    seen |= dict.fromkeys(legal)

    def test_options_lead_to_different_states(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:6]:
            for state, seat, _ in random_steps(game, seats, options, seed):
                if seat < 0:
                    continue
                reached = []
                for action in state.legal_actions(seat):
                    after = state.clone()
                    after.apply_action(seat, action)
                    reached.append(after.canonical_bytes())
                assert len(set(reached)) == len(reached)

    def test_notation_reads_back(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:10]:
            for state, _, _ in random_steps(game, seats, options, seed):
                for seat in state.to_act():
                    for action in state.legal_actions(seat):
                        text = game.write(action)
                        assert game.read(text) == action
                        assert text.isprintable()

    def test_a_text_that_is_no_action_is_refused(self, case: Case) -> None:
        game = case[0]
        for text in ("", "?", "resign", "0", "place", "place x", "place -1", "place 01", "é 1"):
            with pytest.raises(NotationError, match=r"is no action of"):
                game.read(text)


class TestCopies:
    """What a clone promises."""

    def test_a_clone_is_independent_and_goes_the_same_way(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:20]:
            twin: State | None = None
            for state, seat, step in random_steps(game, seats, options, seed):
                before = state.canonical_bytes()
                if twin is not None:
                    assert twin.canonical_bytes() == before
                twin = state.clone()
                if seat == TERMINAL:
                    break
                apply(twin, seat, step)
                assert state.canonical_bytes() == before

    def test_no_earlier_copy_is_ever_changed(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:20]:
            kept = [
                (state.clone(), state.canonical_bytes(), state.to_text())
                for state, _, _ in random_steps(game, seats, options, seed)
            ]
            for copy, state_bytes, text in kept:
                assert copy.canonical_bytes() == state_bytes
                assert copy.to_text() == text

    def test_every_step_changes_the_canonical_bytes(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:20]:
            prints = [
                state.canonical_bytes() for state, _, _ in random_steps(game, seats, options, seed)
            ]
            assert all(one != other for one, other in pairwise(prints))


class TestPlay:
    """What a whole play promises."""

    def test_facts_hold(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        facts = game.facts
        for seed in seeds:
            decisions = 0
            counts = dict(game.conserved(game.begin(seats, options)))
            for state, seat, _ in random_steps(game, seats, options, seed):
                decisions += seat >= 0
                assert all(facts.least <= points <= facts.most for points in state.returns())
                assert dict(game.conserved(state)) == counts
            assert decisions <= facts.longest

    def test_the_same_steps_lead_to_the_same_states(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:20]:
            again = game.begin(seats, options)
            for state, seat, step in random_steps(game, seats, options, seed):
                assert again.canonical_bytes() == state.canonical_bytes()
                assert again.to_text() == state.to_text()
                if seat == CHANCE:
                    assert isinstance(step, tuple)
                    assert again.draw_objection(step) is None
                if seat != TERMINAL:
                    apply(again, seat, step)

    def test_an_impossible_draw_is_refused(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for state, seat, step in random_steps(game, seats, options, seeds[0]):
            if seat == CHANCE:
                assert state.draw_objection((*step, 0)) is not None
                assert state.draw_objection(step[:-1]) is not None
                assert state.draw_objection((99, *step[1:])) is not None

    def test_places_agree_with_points(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds:
            *_, (state, _, _) = random_steps(game, seats, options, seed)
            places, points = state.places(), state.returns()
            assert min(places) == 1
            for place in places:
                assert place == 1 + sum(other < place for other in places)
            for one in range(seats):
                for other in range(seats):
                    if points[one] > points[other]:
                        assert places[one] < places[other]

    def test_a_game_over_offers_nothing(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        *_, (state, _, _) = random_steps(game, seats, options, seeds[0])
        assert state.current_player == TERMINAL
        assert state.is_terminal()
        assert state.to_act() == ()


class TestTwins:
    """What a seat cannot know makes no difference to what it sees (the twin-state test)."""

    def test_a_resampled_state_looks_the_same_to_the_seat(self, case: Case, seeds: range) -> None:
        game, seats, options = case
        for seed in seeds[:10]:
            for number, (state, _, _) in enumerate(random_steps(game, seats, options, seed)):
                if state.current_player == CHANCE:
                    continue
                seat = number % seats
                twin = state.resample(seat, Chance(seed_bytes(seed), f"twin {number}"))
                legal = state.legal_actions(seat)
                assert twin.observation(seat) == state.observation(seat)
                assert list(twin.legal_actions(seat)) == list(legal)
                assert twin.to_text(seat) == state.to_text(seat)
                assert game.wire().question(twin, seat, legal) == game.wire().question(
                    state, seat, legal
                )

    def test_only_hidden_things_are_dealt_anew(self, case: Case, seeds: range) -> None:
        """Many plays are looked at until something hidden is met, few when nothing is."""
        game, seats, options = case
        plays = range(seeds.start, seeds.start + (400 if game.facts.hidden else 2))
        assert any(dealt_anew(game, seats, options, seed) for seed in plays) == game.facts.hidden


def dealt_anew(game: Game[Any], seats: int, options: dict[str, str], seed: int) -> bool:
    """Whether any seat, at any moment of a play, does not know something."""
    for number, (state, _, _) in enumerate(random_steps(game, seats, options, seed)):
        if state.current_player != CHANCE:
            chance = Chance(seed_bytes(seed), f"twin {number}")
            twin = state.resample(number % seats, chance)
            if twin.canonical_bytes() != state.canonical_bytes():
                return True
    return False


class TestWire:
    """What the encoder of a match promises."""

    def test_an_encoder_that_remembers_says_the_same_as_a_fresh_one(
        self, case: Case, seeds: range
    ) -> None:
        game, seats, options = case
        for seed in seeds[:5]:
            wire = game.wire()
            for state, _, _ in random_steps(game, seats, options, seed):
                for seat in state.to_act():
                    legal = state.legal_actions(seat)
                    assert wire.question(state, seat, legal) == game.wire().question(
                        state, seat, legal
                    )


class TestBadInput:
    """What `begin` refuses."""

    def test_wrong_numbers_of_seats_and_unknown_options_are_named(self, case: Case) -> None:
        game = case[0]
        facts = game.facts
        with pytest.raises(UsageError, match=rf"{game.name} is for .* seats, not 99\."):
            game.begin(99)
        with pytest.raises(UsageError, match="has no option 'colour'"):
            game.begin(facts.least_seats, {"colour": "red"})
        for spec in game.options:
            if spec.choices:
                with pytest.raises(UsageError, match=f"option {spec.name} of {game.name} cannot"):
                    game.begin(facts.least_seats, {spec.name: "purple"})


class TestDeterminism:
    """One seed is one game, everywhere."""

    def test_digests_are_the_committed_ones(
        self, case: Case, golden_digests: dict[str, str]
    ) -> None:
        """Every process, hash seed and Python version comes to the same digests."""
        game, seats, options = case
        key = f"{game.name}-{seats}-{label(options)}"
        assert digest(game, seats, options, seed=7) == golden_digests[key]
