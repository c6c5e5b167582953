"""Somebody submits a league file that would take minutes to parse."""

from pathlib import Path
from time import process_time

import pytest

from referee.league.configuration.league_file import read_league
from tianming_games.ground.error import UsageError

HEAD = 'name = "s"\ngame = "dragon"\nseats = 2\nseed = "x"\n'

FILES = {
    "a key of 500,000 parts": (
        HEAD + ".".join(["a"] * 500_000) + " = 1\n",
        "toml:5: a line has at most 30 dots outside of quotes",
    ),
    "60,000 unknown keys": (
        "".join(f"k{number} = 1\n" for number in range(60_000)),
        "has 100 errors or more",
    ),
    "a list of 100,000 lines": (
        f"{HEAD}x = [\n" + "1,\n" * 100_000 + "]\n",
        "toml:5: this statement has too many lines",
    ),
    "a text of 200,000 lines": (
        f'{HEAD}x = """\n' + "1\n" * 200_000 + '"""\n',
        "toml:5: this statement has too many lines",
    ),
    "lists in lists": (f"{HEAD}x = {'[' * 500_000}", "its lists nest too deeply"),
    "2 MiB": ("#" * (2 << 20), "has more than 1048576 bytes"),
}


@pytest.mark.parametrize("what", FILES)
def test_it_is_refused_within_seconds_and_in_a_sentence(what: str, tmp_path: Path) -> None:
    text, said = FILES[what]
    file = tmp_path / "league.toml"
    file.write_text(text)
    began = process_time()
    with pytest.raises(UsageError) as refused:
        read_league(file, {}, {}, to_play=False)
    assert process_time() - began < 10
    assert said in str(refused.value)


def test_a_league_of_many_bots_is_read(tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    bots = (f'[[bot]]\nname = "bot {n}"\ncommand = "random"\n' for n in range(500))
    file.write_text(HEAD + "".join(bots))
    assert len(read_league(file, {}, {}, to_play=False).bots) == 500
