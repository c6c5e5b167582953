"""Whatever stands in `league.toml`, it is a league or is refused in words."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.error import UsageError
from referee.league.configuration.file_problem import LeagueFileError
from referee.league.configuration.league_file import read_league
from referee.league.configuration.override import names
from referee.league.configuration.settings import SECTIONS
from tests.league.configuration.test_league_file import BOTS, HEAD

LITERALS = st.sampled_from(
    [
        *('"x"', '""', "'a b'", '"\\u0000"', '"""\nlong\n"""', "0", "-1", "1", "3", "1e400", "nan"),
        *(f"1{'0' * 400}", "inf", "true", "[]", "[1, [2]]", "{}", "{a = 1}", "[{}]", "2020-01-01"),
        *('"comparison"', '"gauntlet"', '"dask"', '"dragon"', '"ming"', '"random"', '"b0"'),
    ]
)
KEYS = st.sampled_from(
    sorted(
        {name.rpartition(".")[2] for name in names()}
        | {"command", "token", "enabled", "edition", "board", "bot", "clock", "a.b", '"q k"'}
    )
)
HEADERS = st.sampled_from(
    ["", "[[bot]]", "[[variant]]", *(f"[{name}]" for name in (*SECTIONS, "format", "odd", "bot"))]
)
TABLES = st.tuples(HEADERS, st.dictionaries(KEYS, LITERALS, max_size=5))


def refusal(folder: Path, text: str) -> UsageError | None:
    """Why a text is no league; None when it is one."""
    path = folder / "league.toml"
    path.write_text(text, encoding="utf-8")
    try:
        read_league(path, {}, {})
    except UsageError as error:
        return error
    return None


def assert_read_or_refused(folder: Path, text: str) -> None:
    """A text is a league, or what is wrong with it stands on one of its lines."""
    error = refusal(folder, text)
    if isinstance(error, LeagueFileError):
        assert error.problems
        count = max(1, len(text.splitlines()))
        assert all(1 <= (problem.line or 0) <= count for problem in error.problems)
    elif error is not None:
        assert "league.toml is no " in str(error)


class TestAnything:
    """Whatever stands in a file, it is a league or is refused in words."""

    @settings(deadline=None, max_examples=150)
    @given(st.lists(TABLES, max_size=6), st.booleans())
    def test_every_file_is_a_league_or_is_refused(
        self, tables: list[tuple[str, dict[str, str]]], whole: bool
    ) -> None:
        lines = (HEAD + BOTS if whole else "").splitlines()
        for header, keys in tables:
            lines += [header, *(f"{key} = {value}" for key, value in keys.items())]
        with tempfile.TemporaryDirectory() as folder:
            assert_read_or_refused(Path(folder), "\n".join(lines))

    @given(st.text(max_size=200))
    def test_every_text_is_refused(self, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            assert_read_or_refused(Path(folder), text)

    @pytest.mark.parametrize("value", ["[" * 100_000, "1" * 5_000, f"1{'0' * 400}"])
    def test_what_is_too_much_for_a_reader_is_refused(self, value: str, tmp_path: Path) -> None:
        assert refusal(tmp_path, f"{HEAD}{BOTS}[clock]\nbank = {value}\n") is not None
