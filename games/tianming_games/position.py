"""Check the setup and the position of another program, and name the field that is wrong."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from google.protobuf.message import DecodeError, Message

from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.sentence import GameSentence

M = TypeVar("M", bound=Message)
S = TypeVar("S")

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
    """Parse a message, and drop fields that this version does not know.

    Raises:
        PositionError: for bytes that are not such a message; it names `field`.
    """
    try:
        message = kind.FromString(data)
    except DecodeError:
        name = kind.DESCRIPTOR.full_name
        raise PositionError(field, f"These bytes are not a {name}.") from None
    message.DiscardUnknownFields()
    return message


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
    result = tuple(values)
    if result and not (least <= min(result) and max(result) <= most):
        for index, value in enumerate(result):
            require_range(value, least, most, f"{field}[{index}]")
    return result


def require_same(given: Message, expected: Message, path: str) -> None:
    """Raise `PositionError` for the first field in which two messages of the same type differ.

    `path` begins with "setup" or "position": a setup follows from the options of the match, and a
    field of a position from the other fields.
    """
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
