"""Change a field of an observation, named as the error for it names it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Change:
    """A change of an observation, and the field that the error is to name.

    Attributes:
        field: the field of the error, or its beginning.
        apply: makes the change.
    """

    field: str
    apply: Callable[[Any], object]


def put(field: str, value: object, named: str | None = None) -> Change:
    """Give a field or an element of a list another value."""

    def apply(seen: Any) -> None:
        owner, last = _found(seen, field)
        if isinstance(last, int):
            owner[last] = value
        else:
            setattr(owner, last, value)

    return Change(field if named is None else named, apply)


def cleared(field: str, named: str | None = None) -> Change:
    """Leave a field out."""
    return Change(field if named is None else named, lambda seen: seen.ClearField(field))


def added(field: str, *values: object, named: str | None = None) -> Change:
    """Append values to a list."""
    change = Change(field, lambda seen: _value(seen, field).extend(values))
    return change if named is None else Change(named, change.apply)


def shortened(field: str, named: str | None = None) -> Change:
    """Take the last value from a list."""
    return Change(field if named is None else named, lambda seen: _value(seen, field).pop())


def _found(seen: Any, field: str) -> tuple[Any, str | int]:
    """Return what has the last part of a field, and that part."""
    *path, last = (int(part) if part.isdigit() else part for part in re.findall(r"\w+", field))
    for part in path:
        seen = seen[part] if isinstance(part, int) else getattr(seen, part)
    return seen, last


def _value(seen: Any, field: str) -> Any:
    owner, last = _found(seen, field)
    return owner[last] if isinstance(last, int) else getattr(owner, last)
