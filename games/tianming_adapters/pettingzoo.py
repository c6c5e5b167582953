"""The games as PettingZoo environments: one agent after the other, or all at once.

Agents are `seat_0`, `seat_1` and so on. Rewards come at the end, by place: from -1 to 1.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from tianming_adapters.learner_space import RENDER_MODES, LegalIds, observed_space, rendered
from tianming_adapters.numbered_match import NumberedMatch, Observed


def agent_names(seats: int) -> list[str]:
    """Return the names of the agents."""
    return [f"seat_{seat}" for seat in range(seats)]


class TurnEnv(AECEnv[str, Observed, int]):
    """A game in which one agent acts after the other.

    Where several seats choose at once, they act in seat order. None of them sees a choice of the
    others before all have chosen.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tianming",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create an environment; `NumberedMatch` describes the arguments and the errors."""
        super().__init__()
        self.match: Final = NumberedMatch(game, seats, options)
        self.render_mode = render_mode
        self.possible_agents = agent_names(seats)
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        ids = len(self.match.catalogue)
        self.observation_spaces = {
            agent: observed_space(self.match, ids) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalIds(ids, partial(self.match.mask, seat))
            for agent, seat in self._seats.items()
        }
        self._random = seeding.np_random(None)[0]

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.match.begin(self._random.bytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observed:
        """Return the tensor and the mask of an agent."""
        return self.match.observed(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent.

        Raises:
            IllegalAction: for an id that is not legal, with the sentence of the rule.
            UsageError: for a number that is no id.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        match = self.match
        assert action is not None
        match.act(self._seats[agent], action)
        if match.state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, match.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._select()

    def render(self) -> Any:
        """Return the board as text or SVG, or print it."""
        return rendered(self.match, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _select(self) -> None:
        acting = self.match.state.to_act()
        self.agent_selection = self.possible_agents[acting[0] if acting else 0]


class TogetherEnv(ParallelEnv[str, Observed, int]):
    """A game in which all agents step at once.

    The last id, the size of the catalogue, waits: it is the only legal id of a seat that does not
    act.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "tianming", "render_modes": RENDER_MODES}

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create an environment; `NumberedMatch` describes the arguments and the errors."""
        self.match: Final = NumberedMatch(game, seats, options)
        self.wait: Final = len(self.match.catalogue)
        self.render_mode = render_mode
        self.possible_agents = agent_names(seats)
        self.observation_spaces = {
            agent: observed_space(self.match, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalIds(self.wait + 1, partial(self._mask, seat))
            for seat, agent in enumerate(self.possible_agents)
        }
        self._random = seeding.np_random(None)[0]

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the ids, with the one that waits."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin a match."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.match.begin(self._random.bytes(32))
        self.agents = self.possible_agents[:]
        return self._observed(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Carry out the actions of all agents, in seat order.

        Raises:
            IllegalAction: for an id that is not legal, with the sentence of the rule.
            UsageError: for a number that is no id.
        """
        match, agents = self.match, self.agents
        for seat in match.state.to_act():
            match.act(seat, actions[agents[seat]])
        is_over = match.state.is_terminal()
        rewards = dict(zip(agents, match.rewards(), strict=True))
        result = (
            self._observed(),
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            self._infos(),
        )
        if is_over:
            self.agents = []
        return result

    def render(self) -> Any:
        """Return the board as text or SVG, or print it."""
        return rendered(self.match, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Observed]:
        match = self.match
        return {
            agent: {"observation": match.tensor(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.agents)
        }

    def _mask(self, seat: int) -> NDArray[np.int8]:
        waits = seat not in self.match.state.to_act()
        return np.append(self.match.mask(seat), np.int8(waits))
