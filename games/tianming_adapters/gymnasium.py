"""The games as Gymnasium environments: one seat learns, and bots play the others.

The reward comes at the end, by place: from -1 to 1.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tianming_adapters.learner_space import RENDER_MODES, LegalIds, observed_space, rendered
from tianming_adapters.numbered_match import NumberedMatch, Observed
from tianming_adapters.opponent import Policy, policy_of
from tianming_games.action import IllegalAction


class SeatEnv(gymnasium.Env[Observed, int]):
    """One seat of a match; `step` plays until the seat acts again, or the match is over."""

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seat: int = 0,
        opponents: Policy | str | None = None,
        replaces_illegal: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Create an environment.

        Args:
            game: name of the game.
            seats: number of seats.
            options: options of the match.
            seat: the seat that learns.
            opponents: plays the other seats: a policy, or the name of an installed bot that has
                policies, such as `greedy`. Default: random legal actions.
            replaces_illegal: play a random legal action instead of an illegal one, and put the
                sentence of the rule into the info `illegal`; without it, `step` raises an error.
            render_mode: a mode of `metadata`.

        Raises:
            UsageError: for a game that is not installed, or seats or options it does not take; for
                opponents that are not installed, or have no policy of the game.
        """
        self.match: Final = NumberedMatch(game, seats, options)
        self.seat: Final = seat
        self.render_mode = render_mode
        self._opponents: Final = policy_of(game, opponents)
        self._replaces: Final = replaces_illegal
        ids = len(self.match.catalogue)
        self.observation_space = cast("Any", observed_space(self.match, ids))
        self.action_space = cast("Any", LegalIds(ids, self.action_masks))

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask of the legal ids, as MaskablePPO asks for it."""
        return self.match.mask(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a match, and play until the seat acts; a match without its decision is skipped."""
        super().reset(seed=seed)
        while True:
            self.match.begin(self.np_random.bytes(32))
            self._play_others()
            if not self.match.state.is_terminal():
                return self.match.observed(self.seat), {}

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Carry out the action of the seat, and play until it acts again.

        Raises:
            IllegalAction: for an id that is not legal, with the sentence of the rule.
            UsageError: for a number that is no id.
        """
        match = self.match
        info: dict[str, Any] = {}
        try:
            match.act(self.seat, action)
        except IllegalAction as refusal:
            if not self._replaces:
                raise
            info["illegal"] = str(refusal)
            match.act(self.seat, self._random_id(self.seat))
        self._play_others()
        reward = match.rewards()[self.seat]
        return match.observed(self.seat), reward, match.state.is_terminal(), False, info

    def render(self) -> Any:
        """Return the board as text or SVG, or print it."""
        return rendered(self.match, self.render_mode)

    def _play_others(self) -> None:
        match = self.match
        while (acting := match.state.to_act()) and self.seat not in acting[:1]:
            seat = acting[0]
            if self._opponents is None:
                number = self._random_id(seat)
            else:
                number = match.catalogue.ids[self._opponents(match.state, seat)]
            match.act(seat, number)

    def _random_id(self, seat: int) -> int:
        ids = self.match.catalogue.legal_ids(self.match.state, seat)
        return ids[int(self.np_random.integers(len(ids)))]


SeatEnv.metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
gymnasium.register("Tianming-v0", entry_point="tianming_adapters.gymnasium:SeatEnv")
