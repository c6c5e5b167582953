"""The keys of `league.toml`: the meaning and the bounds of each setting.

A key is a field of the form `name: Annotated[type, Key("what it is", ...)] = default`. The reader,
the checks, the JSON Schema and the template of a league file are all built from these fields.
"""

import json
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Key:
    """The help text and the bounds of a key.

    Attributes:
        help: what the key means.
        least: the least allowed number; None for no bound.
        most: the greatest allowed number; None for no bound.
        pattern: a regular expression for the whole text; empty for any text.
        form: the pattern in words.
        example: the value in a new file if there is no default.
        choices: the allowed texts; empty for any text.
    """

    help: str
    least: float | None = None
    most: float | None = None
    pattern: str = ""
    form: str = ""
    example: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeySpec:
    """A key with its name and type.

    Attributes:
        name: its name.
        key: its help text and bounds.
        type: str, int, float or bool.
        default: its default value; meaningless if `required`.
        required: whether it has no default.
    """

    name: str
    key: Key
    type: type[Value]
    default: Any
    required: bool

    @property
    def sample(self) -> str:
        """The default in TOML, or an example if there is no default."""
        value = self.default
        if self.required:
            value = self.key.example if self.type is str else int(self.key.least or 1)
        if isinstance(value, bool):
            return str(value).lower()
        return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else f"{value}"


def specs(settings: type) -> tuple[KeySpec, ...]:
    """Return the keys of a class of settings, in order, without fields that have no `Key`."""
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
    return KeySpec(name, key, kind, default, default is MISSING)
