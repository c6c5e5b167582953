"""Change a message at random, for tests of code that reads foreign messages."""

import random
from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message

NUMBERS = (0, 1, 2, 3, 5, 9, 12, 16, 99, 2**31 - 1)
"""The values to which numbers and enums are set."""

Place = tuple[Any, Any]
"""A message, and one of its fields."""


def places(message: Message) -> Iterator[Place]:
    """Yield every field that can be changed, also in submessages."""
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.message_type is None or (field.is_repeated and len(value)):
            yield message, field
        if field.message_type is not None:
            below = value if field.is_repeated else [value] if message.HasField(field.name) else []
            for one in below:
                yield from places(one)


def mutate(message: Message, dice: random.Random) -> None:
    """Change one field, or add or remove an item of it."""
    owner, field = dice.choice(list(places(message)))
    value = getattr(owner, field.name)
    if not field.is_repeated:
        _set(owner, field, dice)
    elif not len(value) or dice.random() < 0.3:
        _add(value, field, dice)
    elif field.message_type is not None or dice.random() < 0.5:
        del value[dice.randrange(len(value))]
    else:
        value[dice.randrange(len(value))] = dice.choice(NUMBERS)


def _set(owner: Any, field: Any, dice: random.Random) -> None:
    if field.cpp_type == field.CPPTYPE_BOOL:
        setattr(owner, field.name, not getattr(owner, field.name))
    elif field.cpp_type == field.CPPTYPE_STRING:
        setattr(owner, field.name, b"?" if field.type == field.TYPE_BYTES else "?")
    elif field.has_presence and dice.random() < 0.3:
        owner.ClearField(field.name)
    else:
        setattr(owner, field.name, dice.choice(NUMBERS))


def _add(value: Any, field: Any, dice: random.Random) -> None:
    if field.message_type is None:
        value.append("?" if field.cpp_type == field.CPPTYPE_STRING else dice.choice(NUMBERS))
    elif len(value):
        value.add().CopyFrom(dice.choice(list(value)))
