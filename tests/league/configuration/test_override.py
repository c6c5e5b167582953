"""The table of what goes before a league's file: every key, as a flag and as a variable."""

from typing import Any

import pytest

from referee.error import UsageError
from referee.league.configuration.override import given, names, override, variable
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import SECTIONS, LeagueSettings
from referee.league.format.kind import KINDS
from referee.league.key import specs
from tests.errors import raises

TEXTS: dict[type, tuple[str, object]] = {
    str: ("word", "word"),
    int: ("12", 12),
    float: ("2.5", 2.5),
    bool: ("true", True),
}


class TestNames:
    """Which keys there are."""

    def test_every_key_of_every_table_has_a_name(self) -> None:
        wanted = {spec.name for spec in specs(LeagueSettings)} | {"format.kind"}
        for section, table in (*SECTIONS.items(), *(("format", kind) for kind in KINDS.values())):
            wanted |= {f"{section}.{spec.name}" for spec in specs(table)}
        assert names().keys() == wanted

    def test_no_two_names_have_one_variable(self) -> None:
        assert len({variable(name) for name in names()}) == len(names())


class TestOverride:
    """Where values go."""

    @pytest.mark.parametrize("name", sorted(names()))
    def test_a_flag_and_a_variable_of_every_name_reach_its_key(self, name: str) -> None:
        spec = names()[name]
        text, value = TEXTS[str if spec is None else spec.type]
        *table, key = name.split(".")
        for flags, environment, origin in (
            ({name: text}, {}, f"--set {name}"),
            ({}, {variable(name): text}, f"the environment's {variable(name)}"),
        ):
            data: dict[str, Any] = {}
            assert override(data, flags, environment) == {(*table, key): origin}
            assert (data[table[0]] if table else data) == {key: value}

    def test_other_variables_are_nobody_s_business(self) -> None:
        data: dict[str, Any] = {"seats": 3}
        assert override(data, {}, {"TIANMING_TOKEN": "x", "SEATS": "4"}) == {}
        assert data == {"seats": 3}

    def test_a_number_that_is_none_is_left_for_the_check(self) -> None:
        data: dict[str, Any] = {}
        override(data, {"seats": "four", "clock.bank": "long", "server.plaintext": "maybe"}, {})
        assert data == {
            "seats": "four",
            "clock": {"bank": "long"},
            "server": {"plaintext": "maybe"},
        }


class TestGiven:
    """What `--set` takes."""

    def test_keys_and_values_are_parted_at_the_first_sign(self) -> None:
        assert given(["seed=a=b", "limits.matches=4"]) == {"seed": "a=b", "limits.matches": "4"}

    @pytest.mark.parametrize(
        ("words", "sentence", "fields"),
        [
            (["seats"], LeagueFileSentence.NO_KEY_VALUE, {"word": "seats"}),
            (["=4"], LeagueFileSentence.NO_KEY_VALUE, {"word": "=4"}),
            (
                ["seats=3", "seats=4"],
                LeagueFileSentence.SET_TWICE,
                {"name": "seats", "one": "3", "other": "4"},
            ),
        ],
    )
    def test_an_invalid_override_is_refused(
        self, words: list[str], sentence: LeagueFileSentence, fields: dict[str, object]
    ) -> None:
        with raises(UsageError, sentence, **fields):
            given(words)
