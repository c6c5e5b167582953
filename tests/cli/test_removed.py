"""A name that a command or an option had once is answered with the new one."""

import pytest

from referee.cli.removed import NEW_NAMES
from tests.cli.shell import referee, refused
from tests.wording.help import pages


@pytest.mark.parametrize(("old", "new"), NEW_NAMES.items())
def test_an_old_name_gets_one_sentence_with_the_new_one(old: str, new: str) -> None:
    error, line = refused(*old.split(), "a", "b")
    assert (error["code"], error["exit_code"]) == ("renamed", 2)
    assert error["fields"] == {"old": f"referee {old}", "new": f"referee {new}"}
    assert line.endswith(f": `referee {old}` is now `referee {new}`.\n")


@pytest.mark.parametrize(("old", "new"), NEW_NAMES.items())
def test_the_old_name_is_gone_and_the_new_one_is_there(old: str, new: str) -> None:
    found = pages()
    words, _, option = new.partition("--")
    assert old not in found
    named = {name for param in found[words.strip()].params for name in param.opts}
    assert not option or f"--{option}" in named | {"--help"}


def test_the_value_of_an_old_option_may_follow_an_equals_sign() -> None:
    done = referee("table", "--html=report.html")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "referee table: `referee table --html` is now `referee site`.\n"


def test_an_old_name_within_a_group_is_only_unknown() -> None:
    assert "there is no command 'match'" in referee("league", "match").stderr
