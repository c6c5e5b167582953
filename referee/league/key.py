"""A key of `league.toml`: what a field of the settings means, and what it may be.

A field is `name: Annotated[type, Key("what it is", ...)] = default`. From these the file
is read and checked, its JSON Schema made, and a new file written.
"""

import json
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Key:
    """What a key is for, and its bounds.

    `least` and `most` bound a number, `pattern` a text; `form` says in words what the
    pattern wants. `example` is what a new file shows where there is no default.
    """

    help: str
    least: float | None = None
    most: float | None = None
    pattern: str = ""
    form: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class KeySpec:
    """A key with its name, its type and its default; `required` when it has none.

    `type` is str, int, float or bool; `choices` are all values a text may have, unless
    there are none.
    """

    name: str
    key: Key
    type: type[Value]
    default: Any
    required: bool
    choices: tuple[str, ...] = ()

    @property
    def sample(self) -> str:
        """A value as TOML writes it: the default, or an example where there is none."""
        value = self.default
        if self.required:
            value = self.key.example if self.type is str else int(self.key.least or 1)
        if isinstance(value, bool):
            return str(value).lower()
        return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else f"{value}"


def specs(settings: type) -> tuple[KeySpec, ...]:
    """The keys of a class of settings, in its order; fields without a `Key` are left out."""
    hints = get_type_hints(settings, include_extras=True)
    found = []
    for field in fields(settings):
        hint = hints[field.name]
        if get_origin(hint) is Annotated and isinstance(hint.__metadata__[0], Key):
            found.append(_spec(field.name, hint, field.default))
    return tuple(found)


def _spec(name: str, hint: Any, default: Any) -> KeySpec:
    kind, key = get_args(hint)[:2]
    kind = getattr(kind, "__supertype__", kind)
    choices: tuple[str, ...] = ()
    if get_origin(kind) is Literal:
        choices, kind = get_args(kind), str
    return KeySpec(name, key, kind, default, default is MISSING, choices)
