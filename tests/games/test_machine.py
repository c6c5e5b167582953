"""Every game as a state machine: whatever is chosen, what is conserved stays the same."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from referee.game_check.random_play import seed_bytes
from tests.games.variants import variants
from tests.golden.write import seat_numbers
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load, names
from tianming_games.state import CHANCE, State

CASES = [
    (name, seats, options)
    for name in names()
    for options in variants(name)
    for seats in seat_numbers(load(name), options)
]


class GameMachine(RuleBasedStateMachine):
    """One play, in which Hypothesis chooses; it shrinks what it finds to the fewest steps."""

    @initialize(case=st.sampled_from(CASES), seed=st.integers(0, 2**32))
    def begin(self, case: tuple[str, int, dict[str, str]], seed: int) -> None:
        """Take a game, a number of seats and a set of options."""
        name, seats, options = case
        self.game: Game[Any] = load(name)
        self.state: State = self.game.begin(seats, options)
        self.counts = dict(self.game.conserved(self.state))
        self.seed, self.draws = seed_bytes(seed), 0

    @precondition(lambda self: not self.state.is_terminal())
    @rule(pick=st.integers(0, 1 << 16), who=st.integers(0, 1 << 16))
    def step(self, pick: int, who: int) -> None:
        """Draw what is to be drawn, or do any option of any seat that is to act."""
        if self.state.current_player == CHANCE:
            values = self.state.sample_draw(Chance(self.seed, f"draw {self.draws}"))
            self.draws += 1
            assert self.state.draw_violation(values) is None
            self.state.apply_draw(values)
            return
        actors = self.state.to_act()
        seat = actors[who % len(actors)]
        options = self.state.legal_actions(seat)
        self.state.apply_action(seat, options[pick % len(options)])

    @invariant()
    def nothing_is_lost_or_made(self) -> None:
        """Tiles, cards, pieces and figures are where they were, or somewhere else."""
        assert dict(self.game.conserved(self.state)) == self.counts

    @invariant()
    def points_stay_within_what_the_game_declares(self) -> None:
        """The bounds are facts."""
        facts = self.game.facts
        assert all(facts.least <= points <= facts.most for points in self.state.returns())

    @invariant()
    def somebody_can_go_on(self) -> None:
        """Until the end there is a draw, or a seat with an option."""
        if not self.state.is_terminal() and self.state.current_player != CHANCE:
            assert all(self.state.legal_actions(seat) for seat in self.state.to_act())


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=30, stateful_step_count=80, deadline=None)
