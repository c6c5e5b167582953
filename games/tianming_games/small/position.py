"""Build the state of a small game from the setup of a match and a position."""

from collections.abc import Callable
from typing import Any, Final

from tianming_games.chance import Chance
from tianming_games.position import (
    PositionError,
    begin_match,
    parse,
    require,
    require_range,
    require_same,
)
from tianming_games.small.state import SmallState
from tianming_games.small.wire import SmallWire
from tianming_proto.games.small.v1 import small_pb2 as pb

_SEEN: Final = "position.observation"
_MOST_SEATS: Final = 1 << 16


def read_position(
    begin: Callable[[int], SmallState], setup: bytes, position: bytes, chance: Chance
) -> SmallState:
    """Return a state of a position, in which unknown numbers are dealt at random.

    Args:
        begin: returns a new match for a number of seats.
        setup: the serialised `Setup` of the match.
        position: the serialised `Position` of a question.
        chance: the random stream that deals.

    Raises:
        PositionError: if the position contradicts itself or the rules.
    """
    constant, given = parse(pb.Setup, setup, "setup"), parse(pb.Position, position, "position")
    state = begin_match(begin, require_range(constant.seats, 1, _MOST_SEATS, "setup.seats"))
    seat = require_range(given.observation.seat, 0, state.seats - 1, f"{_SEEN}.seat")
    _read_fields(state, given.observation)
    try:
        state.check()
        state.deal(chance)
        turn = f"{_SEEN}.seat"
        require(seat in state.to_act(), turn, "It is not this player's turn.")
        options = state.legal_actions(seat)
        encoded = SmallWire().position(state, seat, options)
    except PositionError:
        raise
    except Exception as error:
        why = f"The rules fail on these fields ({type(error).__name__}: {error})."
        raise PositionError(f"{_SEEN}.fields", why) from error
    require(bool(options), f"{_SEEN}.fields", "The rules offer no option here.")
    own = pb.Position.FromString(encoded)
    for name, value in own.observation.fields.items():
        require_same(given.observation.fields[name], value, _path(name))
    given.observation.ClearField("fields")
    own.observation.ClearField("fields")
    require_same(given, own, "position")
    return state


def _read_fields(state: SmallState, seen: pb.Observation) -> None:
    """Set the fields of a new state to those of an observation."""
    fields = state.fields()
    for name in [*fields, *seen.fields]:
        require(name in seen.fields, _path(name), "This field is missing.")
        require(name in fields, _path(name), "The game has no such field.")
    for name, first in fields.items():
        setattr(state, name, _value(seen.fields[name], first, _path(name)))


def _value(given: pb.Numbers, first: Any, path: str) -> Any:
    """Return the value of a field, which has the type of its first value."""
    if isinstance(first, int):
        is_number = len(given.numbers) == 1 and not given.lists
        require(is_number, path, "This field has one number.")
        return given.numbers[0]
    if given.lists or (first and isinstance(first[0], list)):
        require(not given.numbers, path, "This field has lists of numbers.")
        return [list(one.numbers) for one in given.lists]
    return list(given.numbers)


def _path(name: str) -> str:
    return f"{_SEEN}.fields[{name!r}]"
