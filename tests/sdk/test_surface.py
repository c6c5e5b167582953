"""The Python SDK has the names of `clients/surface.json`, and the page has its table."""

import dataclasses
from typing import Any

import pytest

import tianming
from tests.conformance import surface
from tianming.bot import AnsweringBot

NAMES = surface.column("python")


def has(owner: Any, member: str) -> bool:
    """Whether a class has a member: a method, a property, a slot or a field.

    A bot needs only `choose`; the client calls its other methods if it has them.
    """
    if owner is tianming.Bot and hasattr(AnsweringBot, member):
        return True
    fields = dataclasses.fields(owner) if dataclasses.is_dataclass(owner) else ()
    return hasattr(owner, member) or member in {field.name for field in fields}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_table_is_in_the_sdk(name: str) -> None:
    owner, _, member = name.partition(".")
    assert owner in tianming.__all__
    assert not member or has(getattr(tianming, owner), member)


def test_the_table_has_all_public_names() -> None:
    assert {name.partition(".")[0] for name in NAMES} == {*tianming.__all__}


def test_each_row_has_a_cell_for_each_language_and_a_subject_of_its_own() -> None:
    rows = surface.rows()
    assert all(list(row) == ["what", *surface.LANGUAGES] for row in rows)
    assert all(any(row[language] for language in surface.LANGUAGES) for row in rows)
    assert len({row["what"] for row in rows}) == len(rows)


def test_the_porting_page_has_the_table() -> None:
    assert surface.main(["--check"]) == 0
