"""Check the setup and the position of another program, and name the field that is wrong."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from google.protobuf.message import DecodeError, Message

from tianming_games.game import Game
from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.state import State

M = TypeVar("M", bound=Message)
S = TypeVar("S")

_MATCHES: Final = 16
"""Maximum first states that are kept."""

_MOST_SHOWN: Final = 80
"""Maximum characters of a value that an error shows."""


class PositionError(DataError):
    """The setup or the position is impossible in a match.

    `field` is the path of the wrong field, such as `position.observation.players[1].yuan`; `why` is
    the reason, as a sentence.
    """

    def __init__(self, field: str, why: str) -> None:
        super().__init__(GameSentence.WRONG_FIELD, field=field, why=why)
        self.field = field
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return PositionError, (self.field, self.why)


def parse(kind: type[M], data: bytes, field: str) -> M:
    """Parse a message.

    Raises:
        PositionError: for bytes that are not such a message; it names `field`.
    """
    try:
        return kind.FromString(data)
    except DecodeError:
        name = kind.DESCRIPTOR.full_name
        raise PositionError(field, f"These bytes are not a {name}.") from None


def first_state(game: Game[Any], options: Mapping[str, str], setup: bytes, kind: Any) -> Any:
    """Return a new match with a setup, which the options of the match must agree with.

    The last first states are kept, because a bot reads many positions of a match.

    Args:
        game: the game.
        options: options of the match.
        setup: the serialised setup of the match.
        kind: the type of the setup, a message.

    Raises:
        PositionError: if the setup contradicts the options or the rules.
    """
    return _first_state(game, tuple(sorted(options.items())), setup, kind).clone()


@lru_cache(maxsize=_MATCHES)
def _first_state(
    game: Game[Any], options: tuple[tuple[str, str], ...], setup: bytes, kind: Any
) -> State:
    constant: Any = parse(kind, setup, "setup")
    least, most = game.facts.least_seats, game.facts.most_seats
    seats = require_range(constant.seats, least, most, "setup.seats")
    state: State = begin_match(lambda seats: game.begin(seats, dict(options)), seats)
    expected = game.wire().setup(state)
    if expected != setup:
        require_same(constant, kind.FromString(expected), "setup")
    return state


def require_rest(game: Game[Any], state: State, seat: int, given: Any, position: bytes) -> None:
    """Check that a state which was built from a position gives the same position.

    Args:
        game: the game.
        state: the state.
        seat: the seat that the position is for.
        given: the position.
        position: the same position, serialised.

    Raises:
        PositionError: for an option that is not legal, or a field that contradicts others.
    """
    options = state.legal_actions(seat)
    field = "position.observation.decision"
    require(bool(options), field, "The rules offer no option here.")
    encoded = game.wire().position(state, seat, options)
    if encoded != position:
        require_same(given, type(given).FromString(encoded), "position")


def begin_match(begin: Callable[[int], S], seats: int) -> S:
    """Return a new match for the number of seats of a setup.

    Raises:
        PositionError: if the options of the match exclude this number of seats.
    """
    try:
        return begin(seats)
    except UsageError as error:
        raise PositionError("setup.seats", str(error)) from None


def require(holds: bool, field: str, sentence: str) -> None:
    """Raise `PositionError` with the sentence unless the condition holds."""
    if not holds:
        raise PositionError(field, sentence)


def require_range(value: int, least: int, most: int, field: str) -> int:
    """Return the value, if it is from `least` to `most`.

    Raises:
        PositionError: if it is not.
    """
    if not least <= value <= most:
        raise PositionError(field, f"{value} is not from {least} to {most}.")
    return value


def require_each(values: Sequence[int], least: int, most: int, field: str) -> tuple[int, ...]:
    """Return the values of a list, if each is from `least` to `most`.

    Raises:
        PositionError: if one is not; it names the first of them.
    """
    result = tuple(values[:])  # the slice copies a list of a message at once
    if result and not (least <= min(result) and max(result) <= most):
        for index, value in enumerate(result):
            require_range(value, least, most, f"{field}[{index}]")
    return result


def require_same(given: Message, expected: Message, path: str) -> None:
    """Raise `PositionError` for the first field in which two messages of the same type differ.

    `path` begins with "setup" or "position": a setup follows from the options of the match, and a
    field of a position from the other fields. Fields that this version does not know are dropped.
    """
    given.DiscardUnknownFields()
    if given == expected:
        return
    source = "options of the match" if path.startswith("setup") else "rest of the position"
    for field in given.DESCRIPTOR.fields:
        one, other = getattr(given, field.name), getattr(expected, field.name)
        here = f"{path}.{field.name}"
        if field.is_repeated:
            _require_same_items(one, other, here, source)
        elif field.has_presence and given.HasField(field.name) != expected.HasField(field.name):
            word = "is set" if expected.HasField(field.name) else "is not set"
            raise PositionError(here, f"By the {source}, it {word}.")
        else:
            _require_same_value(one, other, here, source)


def _require_same_items(
    given: Sequence[object], expected: Sequence[object], path: str, source: str
) -> None:
    for index, (one, other) in enumerate(zip(given, expected, strict=False)):
        _require_same_value(one, other, f"{path}[{index}]", source)
    if len(given) != len(expected):
        sentence = f"By the {source}, it has {len(expected)} items, not {len(given)}."
        raise PositionError(path, sentence)


def _require_same_value(given: object, expected: object, path: str, source: str) -> None:
    if isinstance(given, Message) and isinstance(expected, Message):
        require_same(given, expected, path)
    elif given != expected:
        sentence = f"By the {source}, it is {_short(expected)}, not {_short(given)}."
        raise PositionError(path, sentence)


def _short(value: object) -> str:
    """Return a value as text for an error, shortened."""
    text = str(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
