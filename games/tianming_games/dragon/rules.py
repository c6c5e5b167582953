"""The rules of one set of options: action cards, phases and extras.

The base game is a value of `Rules`. An expansion is a function that takes rules and returns them
with its own cards, phases and extra.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from operator import itemgetter
from typing import Generic, TypeVar

from tianming_games.action import Action
from tianming_games.dragon.box import MONTHS
from tianming_games.dragon.extra import Extra

S = TypeVar("S")

Phase = Callable[[S], None]
"""Begins a phase: changes the state at once, or puts tasks on the agenda."""

Offer = tuple[Action, int, int, Callable[[S, int], str | None] | None]
"""A choice of an action card, its card, its price without the toll, and the card's `violation`."""


class PhaseKind(IntEnum):
    """The kinds of phases in which seats decide."""

    NONE = 0
    """A phase without decisions."""
    PREPARATION = 1
    ACTION = 2
    PERSON = 3
    EVENT = 4
    WALL = 5
    """The wall is scored after the Mongols of the month."""
    WHOLE_WALL = 6
    SUPER_EVENT = 7
    EVENT_AGAIN = 8
    WALL_AGAIN = 9


REPEATED = {PhaseKind.EVENT: PhaseKind.EVENT_AGAIN, PhaseKind.WALL: PhaseKind.WALL_AGAIN}
"""The kinds of phases that the solar eclipse repeats, with the kind of the repetition."""


@dataclass(frozen=True, slots=True)
class ActionRule(Generic[S]):
    """An action card: its choices, its effect, and its price without the toll.

    `price` returns the price of a choice; it is None for an action without a price. `violation`
    returns the rule that forbids the action to a seat; it is None if every seat may take the
    action.
    """

    choices: tuple[Action, ...]
    effect: Callable[[S, int, Action], None]
    price: "Callable[[Rules[S], Action], int] | None" = None
    violation: Callable[[S, int], str | None] | None = None

    def price_of(self, rules: "Rules[S]", action: Action) -> int:
        """Return the price of a choice without the toll."""
        return 0 if self.price is None else self.price(rules, action)


@dataclass(frozen=True)
class Rules(Generic[S]):
    """The rules of one set of options.

    The phases of `preparation` run once, those of `month` twelve times, and those of `end` once.
    `event` are the phases of a month's event, which the solar eclipse repeats. `kinds` are the
    kinds of the phases in which seats decide. `actions` are the rules of the action cards that are
    dealt. `extras` are functions that return the initial extra of an expansion for a number of
    players.
    """

    large_price: int
    actions: Mapping[int, ActionRule[S]]
    preparation: tuple[Phase[S], ...]
    month: tuple[Phase[S], ...]
    event: tuple[Phase[S], ...]
    end: tuple[Phase[S], ...]
    kinds: Mapping[Phase[S], PhaseKind]
    extras: Mapping[str, Callable[[int], Extra]] = field(default_factory=dict)

    @cached_property
    def offers(self) -> tuple[Offer[S], ...]:
        """All choices of the action cards, in the documented order."""
        offers = [
            (choice, card, rule.price_of(self, choice), rule.violation)
            for card, rule in self.actions.items()
            for choice in rule.choices
        ]
        return tuple(sorted(offers, key=itemgetter(0)))

    @cached_property
    def phases(self) -> tuple[tuple[int, Phase[S]], ...]:
        """All phases in the order of the game, each with its month."""
        preparation = [(0, phase) for phase in self.preparation]
        months = [(month, phase) for month in range(1, MONTHS + 1) for phase in self.month]
        end = [(MONTHS, phase) for phase in self.end]
        return (*preparation, *months, *end)

    @cached_property
    def moments(self) -> tuple[tuple[int, PhaseKind], ...]:
        """The month and the kind of each phase."""
        return tuple((month, self.kinds.get(phase, PhaseKind.NONE)) for month, phase in self.phases)

    def with_action(self, card: int, rule: ActionRule[S]) -> "Rules[S]":
        """Return these rules with one more action card."""
        return replace(self, actions={**self.actions, card: rule})

    def with_extra(self, name: str, make: Callable[[int], Extra]) -> "Rules[S]":
        """Return these rules with one more extra."""
        return replace(self, extras={**self.extras, name: make})

    def with_kinds(self, kinds: Mapping[Phase[S], PhaseKind]) -> "Rules[S]":
        """Return these rules with the kinds of more phases."""
        return replace(self, kinds={**self.kinds, **kinds})

    def before(self, phase: Phase[S], phases: Mapping[Phase[S], PhaseKind]) -> "Rules[S]":
        """Return these rules with more phases of the month, inserted before one of its phases."""
        at = self.month.index(phase)
        month = (*self.month[:at], *phases, *self.month[at:])
        return replace(self, month=month).with_kinds(phases)
