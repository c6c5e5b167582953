"""The rules that the options of a game come to: action cards, phases and extras.

The base game is a value of `Rules`; an expansion is a function that returns the rules
with its own cards and phases put between the others.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

from tianming_games.action import Action
from tianming_games.dragon.extra import Extra

S = TypeVar("S")

Phase = Callable[[S], None]
"""What a phase does when it begins: at once, or by putting tasks on the agenda."""


@dataclass(frozen=True, slots=True)
class ActionRule(Generic[S]):
    """An action card: how it is chosen, what it does, what it costs beside a toll.

    `price` is None for an action that is free, `objection` for one that anybody may take.
    """

    choices: tuple[Action, ...]
    effect: Callable[[S, int, Action], None]
    price: Callable[[S, Action], int] | None = None
    objection: Callable[[S, int], str | None] | None = None


@dataclass(frozen=True)
class Rules(Generic[S]):
    """The rules of one set of options.

    `preparation` is gone through once, `month` twelve times, `end` once. `event` are
    those phases of a month that are its event. `actions` are the action cards that are
    dealt, each with its rule; `extras` makes what expansions keep, for so many players.
    """

    large_price: int
    actions: Mapping[int, ActionRule[S]]
    preparation: tuple[Phase[S], ...]
    month: tuple[Phase[S], ...]
    event: tuple[Phase[S], ...]
    end: tuple[Phase[S], ...]
    extras: Mapping[str, Callable[[int], Extra]] = field(default_factory=dict)

    @cached_property
    def choices(self) -> tuple[Action, ...]:
        """How the action cards can be chosen, in the documented order."""
        return tuple(sorted(choice for rule in self.actions.values() for choice in rule.choices))

    def with_action(self, card: int, rule: ActionRule[S]) -> "Rules[S]":
        """These rules with one more action card."""
        return replace(self, actions={**self.actions, card: rule})

    def with_extra(self, name: str, make: Callable[[int], Extra]) -> "Rules[S]":
        """These rules with something more on the table."""
        return replace(self, extras={**self.extras, name: make})

    def before(self, phase: Phase[S], *phases: Phase[S]) -> "Rules[S]":
        """These rules with more phases of the month, put before one of them."""
        at = self.month.index(phase)
        return replace(self, month=(*self.month[:at], *phases, *self.month[at:]))
