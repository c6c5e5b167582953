"""No name of the public contract is a reserved word of a language that bots are written in."""

import importlib
import pkgutil
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tianming_proto

WORDS = tomllib.loads(Path(__file__).with_name("keywords.toml").read_text())
RESERVED = {language: frozenset(words.split()) for language, words in WORDS["reserved"].items()}
EVERYDAY_TYPES = frozenset(WORDS["types"]["names"].split())

PRIVATE = "tianming.internal."
"""The packages that no bot reads."""


def files() -> list[Any]:
    """The public files of the contract."""
    modules = pkgutil.walk_packages(tianming_proto.__path__, "tianming_proto.")
    names = [module.name for module in modules if module.name.endswith("_pb2")]
    found = [importlib.import_module(name).DESCRIPTOR for name in names]
    return [file for file in found if not file.package.startswith(PRIVATE)]


def with_nested(messages: Iterable[Any]) -> Iterator[Any]:
    """Messages, and those that are declared in them."""
    for message in messages:
        yield message
        yield from with_nested(message.nested_types)


def messages() -> list[Any]:
    """Every public message."""
    return [
        message
        for file in files()
        for message in with_nested(file.message_types_by_name.values())
        if not message.GetOptions().map_entry
    ]


def enums() -> list[Any]:
    """Every public enum."""
    nested = [enum for message in messages() for enum in message.enum_types]
    return nested + [enum for file in files() for enum in file.enum_types_by_name.values()]


def written(name: str) -> set[str]:
    """A name of the contract as languages write it: as it is, and in camel case."""
    first, *rest = name.split("_")
    return {name, first + "".join(part.title() for part in rest)}


def member(enum: Any, value: Any) -> str:
    """The name of an enum's value in languages that drop the prefix, such as `OldMonk`."""
    prefix = "".join(f"_{letter}" if letter.isupper() else letter for letter in enum.name)
    short = value.name.removeprefix(f"{prefix[1:].upper()}_")
    return "".join(part.title() for part in short.split("_"))


def names() -> dict[str, set[str]]:
    """What generated code writes, by the full name in the contract."""
    found = {part: {part} for file in files() for part in file.package.split(".")}
    for message in messages():
        found[message.full_name] = {message.name}
        found |= {field.full_name: written(field.name) for field in message.fields}
        found |= {choice.full_name: written(choice.name) for choice in message.oneofs}
    for enum in enums():
        found[enum.full_name] = {enum.name}
        found |= {f"{enum.full_name}.{value.name}": {member(enum, value)} for value in enum.values}
    return found


@pytest.mark.parametrize("language", RESERVED)
def test_no_name_is_a_keyword(language: str) -> None:
    assert [where for where, words in names().items() if words & RESERVED[language]] == []


def test_no_type_has_the_name_of_an_everyday_type() -> None:
    types = [*messages(), *enums()]
    assert [one.full_name for one in types if one.name in EVERYDAY_TYPES] == []


def test_the_files_of_the_contract_are_looked_at() -> None:
    assert {"Position", "Setup", "Question"} <= {message.name for message in messages()}
