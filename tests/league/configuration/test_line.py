"""Every value of a TOML file is found on its line."""

import tomllib
from collections.abc import Iterator
from typing import Any

from referee.league.configuration.line import line_of, lines
from referee.league.configuration.template import sample
from tianming_games.ground.plain_file import KeyPath

FILE = '''\
# a comment
name = "x"
text = """
[not.a.table]
key = 1
"""
"quoted key".inner = 2

[format] # with a comment
kind = "swiss"
list = [
  1,
  2, # two
]

[[bot]]
name = "a"
  [bot.more]
  deep = {one = 1, two = [2]}
[[bot]]
name = "b"
[bot.more]
deep = 3
'''


def places(value: Any, place: KeyPath = ()) -> Iterator[KeyPath]:
    """Every place of a value."""
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        if isinstance(one, dict | list):
            yield from places(one, (*place, key))
        else:
            yield (*place, key)


class TestLines:
    """Where values are."""

    def test_every_value_has_its_line(self) -> None:
        found = lines(FILE)
        assert {place: found[place] for place in places(tomllib.loads(FILE)) if place} == {
            ("name",): 2,
            ("text",): 3,
            ("quoted key",): 7,
            ("quoted key", "inner"): 7,
            ("format",): 9,
            ("format", "kind"): 10,
            ("format", "list"): 11,
            ("format", "list", 0): 11,
            ("format", "list", 1): 11,
            ("bot",): 16,
            ("bot", 0): 16,
            ("bot", 0, "name"): 17,
            ("bot", 0, "more"): 18,
            ("bot", 0, "more", "deep"): 19,
            ("bot", 0, "more", "deep", "one"): 19,
            ("bot", 0, "more", "deep", "two"): 19,
            ("bot", 0, "more", "deep", "two", 0): 19,
            ("bot", 1): 20,
            ("bot", 1, "name"): 21,
            ("bot", 1, "more"): 22,
            ("bot", 1, "more", "deep"): 23,
        }

    def test_a_missing_key_is_on_the_line_of_its_table(self) -> None:
        found = lines(FILE)
        assert line_of(found, ("bot", 1, "token")) == 20
        assert line_of(found, ("format", "rounds")) == 9
        assert line_of(found, ("game",)) == 1

    def test_every_value_of_a_new_file_is_on_a_line_with_its_key(self) -> None:
        text = sample()
        rows = text.splitlines()
        found = lines(text)
        for place in places(tomllib.loads(text)):
            keys = [key for key in place if isinstance(key, str)]
            assert not keys or keys[-1] in rows[found[place] - 1]
