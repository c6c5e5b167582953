"""One mistake has one exit code, whichever command it is made with."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from referee.cli.main import main
from tests.wording.help import pages

ALSO = {"export": ["--to", "jsonl", "--output", "out.jsonl"], "rehearse": ["--seat", "0"]}
"""What commands need besides their arguments."""

WORDS = {"BOT": ["ann"], "BOT...": ["random"], "MATCH": ["m"], "[MATCH] [FILE]": ["m", "nowhere"]}
"""What stands for the arguments that are no mistake."""


def arguments(page: click.Command) -> list[str]:
    """The names of the arguments of a command, as its help has them."""
    return [one.metavar or "" for one in page.params if isinstance(one, click.Argument)]


def readers(kind: str) -> Iterator[list[str]]:
    """The command lines of all commands that read a record or a league file, called nowhere."""
    for name, page in pages().items():
        found = arguments(page)
        if name != "league new" and any(one.startswith(kind) for one in found):
            words = [WORDS.get(one, ["nowhere"]) for one in found]
            yield [*name.split(), *ALSO.get(name, []), *(word for each in words for word in each)]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where there is nothing."""
    monkeypatch.chdir(tmp_path)


def codes(*kinds: str) -> dict[str, int]:
    """The exit codes of all commands that read files of that kind, which are not there."""
    return {" ".join(words): main(words) for kind in kinds for words in readers(kind)}


def test_a_record_that_is_not_there_is_bad_data_for_every_command() -> None:
    found = codes("RECORD")
    assert len(found) >= 4
    assert set(found.values()) == {65}, found


def test_a_league_that_is_not_there_is_wrong_usage_for_every_command() -> None:
    found = {
        line: code
        for line, code in codes("[FILE]", "[MATCH] [FILE]").items()
        if line.startswith("league ")
    }
    assert len(found) >= 8
    assert set(found.values()) == {2}, found


def test_a_word_that_is_no_option_is_wrong_usage_for_every_command() -> None:
    names = [name for name, page in pages().items() if not isinstance(page, click.Group)]
    assert {name: main([*name.split(), "--nonsense"]) for name in names} == dict.fromkeys(names, 2)
