"""Positions for the tests: what lies on the table, and the phases that are gone through.

A test says what the players own and which phases follow; after them the game stops.
Choices are given and options are read in the game's own notation.
"""

from collections.abc import Sequence
from dataclasses import replace

from tianming_games.chance import Chance
from tianming_games.decision import Draw, Task
from tianming_games.dragon import GAME
from tianming_games.dragon.box import HAND
from tianming_games.dragon.extra import Extra
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.rules import Phase
from tianming_games.dragon.state import DragonState
from tianming_games.state import CHANCE

CARDS = ((0, 1, 2, 3), (4, 5, 6))
"""Groups of the seven action cards, when a test does not say otherwise."""


class _Stop(Draw[DragonState]):
    """Where a test's position stops: a draw that nobody makes."""

    name = "stop"

    def sample(self, state: DragonState, chance: Chance) -> tuple[int, ...]:
        return ()

    def violation(self, state: DragonState, values: tuple[int, ...]) -> str | None:
        return None

    def do(self, state: DragonState, values: tuple[int, ...]) -> None:
        """Nothing."""

    def notation(self, values: tuple[int, ...]) -> str:
        return "stop"


_STOP = _Stop()


def _stop(state: DragonState) -> None:
    state.next_tasks([Task(_STOP, CHANCE)])


def palace(floors: int, *tiles: int) -> Palace:
    """A palace with persons."""
    return Palace(floors, tuple(sorted(int(tile) for tile in tiles)))


def housed(*tiles: int) -> tuple[Palace, ...]:
    """Palaces that are just large enough for the persons, three to a palace."""
    rows = [tiles[at : at + 3] for at in range(0, len(tiles), 3)]
    return tuple(palace(len(row), *row) for row in rows)


def table(
    *phases: Phase[DragonState],
    players: Sequence[Province],
    month: int = 1,
    events: Sequence[int] = (0,) * 12,
    display: dict[int, int] | None = None,
    groups: tuple[tuple[int, ...], ...] = CARDS,
    dragons: tuple[int, ...] = (0, 0),
    options: dict[str, str] | None = None,
    extras: dict[str, Extra] | None = None,
) -> DragonState:
    """A state at the first decision of the phases."""

    def lay(state: DragonState) -> None:
        state.provinces = list(players)
        state.arrivals = max(10, *(province.arrival for province in players))
        state.month = month
        state.events = tuple(int(event) for event in events)
        state.groups = groups
        state.dragons = dragons
        state.extras = {**state.extras, **(extras or {})}
        for tile, count in (display or {}).items():
            state.display[tile] = count

    rules = GAME.begin(len(players), options).rules
    return DragonState(replace(rules, preparation=(lay, *phases, _stop))).set_up(len(players))


def in_month(month: int, event: int) -> tuple[int, ...]:
    """Events of a year with that event in that month, and peace in all others."""
    return tuple(int(event) if at == month else 0 for at in range(1, 13))


def stopped(state: DragonState) -> bool:
    """Whether all phases of the test are over."""
    return state.task is not None and state.task.kind is _STOP


def offered(state: DragonState) -> list[str]:
    """What the player to act may choose, in notation."""
    return [GAME.write(action) for action in state.legal_actions(state.current_player)]


def choose(state: DragonState, *texts: str) -> None:
    """Let whoever is to act choose, one after the other."""
    for text in texts:
        seat, action = state.current_player, GAME.read(text)
        state.verify_action(seat, action)
        assert text in offered(state)
        state.apply_action(seat, action)


def refusal(state: DragonState, text: str) -> str:
    """The rule's sentence against a choice of the player to act."""
    sentence = state.violation(state.current_player, GAME.read(text))
    assert sentence is not None
    return sentence


def hand(*cards: int) -> tuple[int, ...]:
    """A hand of those cards."""
    return tuple(sorted(int(card) for card in cards))


def without(*cards: int) -> tuple[int, ...]:
    """A full hand without those cards."""
    left = list(HAND)
    for card in cards:
        left.remove(card)
    return tuple(left)
