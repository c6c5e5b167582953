"""The keys of a bot's face: what `referee league check` says about them."""

from pathlib import Path

import pytest

from referee.error import Sentence
from referee.league.configuration.sentence import LeagueFileSentence as Wrong
from tests.league.configuration.test_league_file import problems, read

LEAGUE = """
name = "spring"
game = "ming"
seats = 2
seed = "x"

[[bot]]
name = "greedy"
command = "greedy"

[[bot]]
name = "xm"
command = "random"
"""


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ('title = "Greedy"', Wrong.BOT_TITLE_TAKEN),
        ('title = "\\uff47reedy"', Wrong.BOT_TITLE_TAKEN),
        ('title = " x"', Wrong.WRONG_FORM),
        (f'title = "{"x" * 41}"', Wrong.WRONG_FORM),
        ('title = "a\\u202eb"', Wrong.HIDDEN_CHARACTER),
        ('title = "a\\tb"', Wrong.HIDDEN_CHARACTER),
        ('initial = "\\u200b"', Wrong.HIDDEN_CHARACTER),
        ('initial = "abc"', Wrong.WRONG_FORM),
        ('colour = "red"', Wrong.WRONG_FORM),
        ('colour = "#12345"', Wrong.WRONG_FORM),
        ("title = 7", Wrong.WRONG_TYPE),
    ],
)
def test_each_problem_has_a_sentence(key: str, sentence: Sentence, tmp_path: Path) -> None:
    found = problems(tmp_path, LEAGUE + key + "\n")
    assert [error.sentence for error in found.values()] == [sentence]


def test_two_bots_cannot_have_one_title(tmp_path: Path) -> None:
    text = LEAGUE.replace('command = "greedy"', 'command = "greedy"\ntitle = "Müller"')
    found = problems(tmp_path, text + 'title = "MU\\u0308LLER"\n')
    assert {error.sentence for error in found.values()} == {Wrong.BOT_TITLE_TAKEN}


@pytest.mark.parametrize("title", ["小明", "محمد", "José", "Ρωξάνη", "😀 cat", "<b>x</b>"])
def test_a_title_can_be_in_any_script(title: str, tmp_path: Path) -> None:
    settings = read(tmp_path, f'{LEAGUE}title = "{title}"\ncolour = "#a23a27"\n')
    assert settings.bots[1].title == title
