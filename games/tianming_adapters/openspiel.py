"""The games as OpenSpiel games, with a chance node for each card or tile of a draw.

The import registers them: `pyspiel.load_game("tianming_dragon", {"players": 3})`. The parameter
`options` has the options of the match, such as `great_wall:yes+super_event:random`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from tianming_adapters.numbered_match import NumberedMatch
from tianming_games.chance import Chance
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.match_terms import place_rewards
from tianming_games.registry import load, names
from tianming_games.state import CHANCE, TERMINAL, State

_MOST_OUTCOMES: Final = 64
"""Upper bound of the values of a drawn item: kinds of cards, action cards, events."""

_MOST_CHANCE_NODES: Final = 1000


def read_options(text: str) -> dict[str, str]:
    """Return the options of a match from the parameter `options`."""
    pairs = (pair.partition(":") for pair in text.split("+") if pair)
    return {name: value for name, _, value in pairs}


class RulesGame(pyspiel.Game):
    """A game with a number of seats and its options."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: Any = None) -> None:
        """Create a game; `pyspiel.load_game` does it.

        Raises:
            UsageError: for seats or options that the game does not take.
        """
        given = params or {}
        game = load(self.name)
        seats = given.get("players", game.facts.least_seats)
        self.match: Final = NumberedMatch(game, seats, read_options(given.get("options", "")))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.match.catalogue),
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.facts.longest,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "RulesState":
        """Return the state before the first draw."""
        return RulesState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the chance nodes of a match."""
        return _MOST_CHANCE_NODES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SeatObserver":
        """Return an observer of what a seat sees now."""
        return SeatObserver(self.match)


class _Play:
    """The rules' state and the items drawn so far; OpenSpiel copies it with a state."""

    __slots__ = ("drawn", "state")

    def __init__(self, state: State, drawn: tuple[int, ...] = ()) -> None:
        self.state = state
        self.drawn = drawn

    def __deepcopy__(self, memo: object) -> "_Play":
        return _Play(self.state.clone(), self.drawn)


class RulesState(pyspiel.State):
    """A state of a match, or a state within a draw."""

    def __init__(self, game: RulesGame) -> None:
        """Create the state before the first draw."""
        super().__init__(game)
        match = game.match
        self._play = _Play(match.game.begin(match.seats, match.options))

    def current_player(self) -> int:
        """Return the seat that acts, or that a draw is due, or that the match is over."""
        state = self._play.state
        player = state.current_player
        if player == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if player == TERMINAL:
            return int(pyspiel.PlayerId.TERMINAL)
        return state.to_act()[0]

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self._play.state.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next item of a draw, with their probabilities."""
        left = self._left()
        total = left.total()
        return [(value, count / total) for value, count in sorted(left.items()) if count]

    def returns(self) -> list[float]:
        """Return the rewards by place at the end, from -1 to 1."""
        state = self._play.state
        if not state.is_terminal():
            return [0.0] * state.seats
        return place_rewards(state.places())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RulesState":
        """Return a copy in which all that is hidden from a seat is dealt again."""
        other: RulesState = self.clone()
        seed = int(sampler() * (1 << 53)).to_bytes(32, "little")
        other._play.state = self._play.state.resample(player, Chance(seed, "resample"))
        return other

    def observation_string(self, player: int) -> str:
        """Return the board with the view of a seat."""
        return self._play.state.to_text(player)

    def __str__(self) -> str:
        return self._play.state.to_text() + ",".join(map(str, self._play.drawn))

    def _legal_actions(self, player: int) -> list[int]:
        ids: list[int] = self._catalogue().legal_ids(self._play.state, player)
        return ids

    def _apply_action(self, action: int) -> None:
        play = self._play
        state = play.state
        if state.current_player != CHANCE:
            seat = state.to_act()[0]
            state.apply_action(seat, self._catalogue().legal_action(state, seat, action))
            return
        drawn = (*play.drawn, action)
        play.drawn = drawn if len(drawn) < self._urn()[1] else ()
        if not play.drawn:
            state.apply_draw(drawn)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        match = self.get_game().match
        return str(match.game.write(match.catalogue.actions[action]))

    def _catalogue(self) -> Any:
        return self.get_game().match.catalogue

    def _urn(self) -> tuple[Sequence[int], int]:
        urn = self._play.state.draw_urn()
        if urn is None:
            raise UsageError(GameSentence.NO_URN, game=self.get_game().name)
        return urn

    def _left(self) -> Counter[int]:
        left = Counter(self._urn()[0])
        left.subtract(self._play.drawn)
        return left


class SeatObserver:
    """What a seat sees now, as a tensor and as text."""

    def __init__(self, match: NumberedMatch) -> None:
        """Create an observer."""
        self._layout = match.layout
        self.tensor = np.zeros(match.layout.length, np.float32)
        self.dict = {
            field.name: self.tensor[start : start + len(field)]
            for start, field in zip(match.layout.starts, match.layout.fields, strict=False)
        }

    def set_from(self, state: RulesState, player: int) -> None:
        """Put the view of a seat into the tensor."""
        seen = state._play.state.observation(player)
        self.tensor[:] = np.frombuffer(self._layout.encode(seen), np.float32)

    def string_from(self, state: RulesState, player: int) -> str:
        """Return the board with the view of a seat."""
        return state.observation_string(player)


def _register(name: str) -> None:
    game = load(name)
    information = pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=f"tianming_{name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if game.facts.hidden
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.facts.most_seats,
        min_num_players=game.facts.least_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.facts.least_seats, "options": ""},
    )
    # A class outlives the interpreter, in whose end OpenSpiel would free anything else.
    made = type(f"{name.title()}Game", (RulesGame,), {"name": name, "kind": kind})
    pyspiel.register_game(kind, made)


for _name in names():
    _register(_name)
