"""Check the setup and the position of another program, and name the field that is wrong."""

from collections.abc import Sequence
from typing import Any, TypeVar

from google.protobuf.message import DecodeError, Message

from tianming_games.ground.error import DataError
from tianming_games.ground.sentence import GameSentence

M = TypeVar("M", bound=Message)


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


def require(holds: bool, field: str, sentence: str) -> None:
    """Raise `PositionError` with the sentence unless the condition holds."""
    if not holds:
        raise PositionError(field, sentence)


def require_range(value: int, least: int, most: int, field: str) -> int:
    """Return the value, if it is from `least` to `most`.

    Raises:
        PositionError: if it is not.
    """
    require(least <= value <= most, field, f"{value} is not from {least} to {most}.")
    return value


def require_same(given: Message, expected: Message, path: str) -> None:
    """Raise `PositionError` for the first field in which two messages of the same type differ."""
    for field in given.DESCRIPTOR.fields:
        one, other = getattr(given, field.name), getattr(expected, field.name)
        here = f"{path}.{field.name}"
        if field.is_repeated:
            _require_same_items(one, other, here)
        elif field.has_presence and given.HasField(field.name) != expected.HasField(field.name):
            word = "set" if expected.HasField(field.name) else "not set"
            raise PositionError(here, f"The rest of the position says that it is {word}.")
        else:
            _require_same_value(one, other, here)


def _require_same_items(given: Sequence[object], expected: Sequence[object], path: str) -> None:
    for index, (one, other) in enumerate(zip(given, expected, strict=False)):
        _require_same_value(one, other, f"{path}[{index}]")
    if len(given) != len(expected):
        sentence = f"The rest of the position says {len(expected)} items, not {len(given)}."
        raise PositionError(path, sentence)


def _require_same_value(given: object, expected: object, path: str) -> None:
    if isinstance(given, Message) and isinstance(expected, Message):
        require_same(given, expected, path)
    elif given != expected:
        raise PositionError(path, f"The rest of the position says {expected}, not {given}.")
