"""Pydantic models of `league.toml`, built from the settings and their keys.

Importing Pydantic would add half to the start-up time of a command. So the settings stay plain
dataclasses, and only the modules that read a league file import this one.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    Tag,
    create_model,
)

from referee.league.configuration.notify_settings import NotifySettings
from referee.league.configuration.settings import (
    SECTIONS,
    BotSettings,
    LeagueSettings,
    OwnerSettings,
)
from referee.league.format.kind import KINDS
from referee.league.format.round_robin import RoundRobin
from referee.league.key import KeySpec, specs

_CLOSED = ConfigDict(extra="forbid")


def _without_nul(value: str) -> str:
    if "\0" in value:
        raise ValueError("the system takes no text with U+0000")
    return value


_TYPES: Mapping[type, Any] = {
    str: Annotated[str, Strict(), AfterValidator(_without_nul)],
    int: Annotated[int, Strict()],
    float: Annotated[float, Strict(), Field(allow_inf_nan=False)],
    bool: Annotated[bool, Strict()],
}


def _fields(settings: type) -> dict[str, Any]:
    """Return the fields of a model: the type and the bounds of every key of a table."""
    return {spec.name: _field(spec) for spec in specs(settings)}


def _field(spec: KeySpec) -> tuple[Any, Any]:
    key = spec.key
    bounds = Field(
        ... if spec.required else spec.default,
        description=key.help,
        ge=key.least,
        le=key.most,
        pattern=f"^(?:{key.pattern})$" if key.pattern else None,
    )
    return (Literal[spec.key.choices] if spec.key.choices else _TYPES[spec.type]), bounds


def _format(kind: str) -> type[BaseModel]:
    """Return the model of `[format]` for one kind. Only the default kind may be omitted."""
    default = kind if kind == RoundRobin.kind else ...
    fields: dict[str, Any] = {"kind": (Literal[kind], default), **_fields(KINDS[kind])}
    return create_model(kind, __config__=_CLOSED, __doc__=KINDS[kind].about, **fields)


def _kind(table: object) -> object:
    """Return the kind that a table `[format]` names; None if it is no table."""
    return table.get("kind", RoundRobin.kind) if isinstance(table, dict) else None


_SECTIONS = {
    name: create_model(name, __config__=_CLOSED, **_fields(table))
    for name, table in SECTIONS.items()
}
_FORMATS = {kind: _format(kind) for kind in KINDS}
_BOT = create_model(
    "bot",
    __config__=ConfigDict(
        extra="forbid",
        json_schema_extra={
            "oneOf": [{"required": [key]} for key in ("command", "token", "address")],
            "dependentRequired": {"token_env": ["address"]},
        },
    ),
    **_fields(BotSettings),
)
_OWNER = create_model("owner", __config__=_CLOSED, **_fields(OwnerSettings))
_NOTIFY = create_model("notify", __config__=_CLOSED, **_fields(NotifySettings))
_ANY_FORMAT: Any = reduce(or_, (Annotated[model, Tag(kind)] for kind, model in _FORMATS.items()))
_TABLES: dict[str, Any] = {
    "format": (
        Annotated[_ANY_FORMAT, Discriminator(_kind)],
        Field(default_factory=_FORMATS[RoundRobin.kind], description="who meets whom"),
    ),
    "variant": (
        list[dict[str, Annotated[str, Strict()]]],
        Field(default_factory=list, description="sets of the game's options, played in turn"),
    ),
    **{name: (model, Field(default_factory=model)) for name, model in _SECTIONS.items()},
    "bot": (
        GenericAlias(list, _BOT),
        Field(
            default_factory=list, description="the bots: each has a command, a token or an address"
        ),
    ),
    "owner": (
        GenericAlias(list, _OWNER),
        Field(default_factory=list, description="the owners of bots"),
    ),
    "notify": (
        GenericAlias(list, _NOTIFY),
        Field(default_factory=list, description="where the season sends webhooks"),
    ),
}

LeagueFile: type[BaseModel] = create_model(
    "league",
    __config__=ConfigDict(extra="forbid", title="A league of bots"),
    **_fields(LeagueSettings),
    **_TABLES,
)
"""The model of a whole file."""

Route = tuple[str, ...]
"""The keys that lead to a value in the models; the kind follows after `format`."""

MODELS: Mapping[Route, type[BaseModel]] = {
    (): LeagueFile,
    ("bot",): _BOT,
    ("owner",): _OWNER,
    ("notify",): _NOTIFY,
    **{(name,): model for name, model in _SECTIONS.items()},
    **{("format", kind): model for kind, model in _FORMATS.items()},
}
"""The model of every table."""

SPECS: Mapping[Route, KeySpec] = {
    (*route, spec.name): spec
    for route, settings in (
        ((), LeagueSettings),
        (("bot",), BotSettings),
        (("owner",), OwnerSettings),
        (("notify",), NotifySettings),
        *(((name,), table) for name, table in SECTIONS.items()),
        *((("format", kind), table) for kind, table in KINDS.items()),
    )
    for spec in specs(settings)
}
"""Every key of every table."""


def settings_of(file: BaseModel, path: Path) -> LeagueSettings:
    """Return the settings in a valid file at a path."""
    values = dict(file)
    for name, table in SECTIONS.items():
        values[name] = table(**dict(values[name]))
    keys = dict(values["format"])
    values["format"] = KINDS[keys.pop("kind")](**keys)
    variants = tuple(values.pop("variant")) or ({},)
    bots = tuple(BotSettings(**dict(bot)) for bot in values.pop("bot"))
    owners = tuple(OwnerSettings(**dict(owner)) for owner in values.pop("owner"))
    values["notify"] = tuple(NotifySettings(**dict(target)) for target in values["notify"])
    return LeagueSettings(
        **values,
        variants=variants,
        bots=bots,
        owners=owners,
        folder=path.parent,
        file=path.name,
    )
