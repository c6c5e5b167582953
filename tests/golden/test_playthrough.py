"""Golden games are read and replayed, line by line."""

from pathlib import Path

import pytest

from tests.games.variants import label, variants
from tests.golden.write import FOLDER, state_digest
from tianming_games.registry import load, names
from tianming_games.state import State

INSTALLED = names()
FILES = sorted(FOLDER.glob("*.txt"))


def follow(state: State, word: str, rest: str, game: str) -> None:
    """Apply the step in a line to the state, or compare the state with the line."""
    numbers = [int(part) for part in rest.split()] if word in ("points", "places") else []
    match word:
        case "state" | "end":
            assert state_digest(state) == rest
            assert word == "state" or state.is_terminal()
        case "points":
            assert state.returns() == numbers
        case "places":
            assert state.places() == numbers
        case "chance":
            values = tuple(int(part) for part in rest.split())
            assert state.draw_violation(values) is None
            state.apply_draw(values)
        case _:
            action = load(game).read(rest)
            state.verify_action(int(word), action)
            state.apply_action(int(word), action)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_written_game_is_played_the_same_way_again(path: Path) -> None:
    first, second, third, *lines = path.read_text().splitlines()
    name = first.removeprefix("game ")
    options = dict(option.split("=", 1) for option in third.split()[1:])
    state = load(name).begin(int(second.removeprefix("seats ")), options)
    for number, line in enumerate(lines, start=4):
        word, _, rest = line.partition(" ")
        try:
            follow(state, word, rest, name)
        except Exception as error:
            error.add_note(f"{path.name}, line {number}: {line}")
            raise
    assert state.is_terminal()


def test_every_option_set_has_a_written_game_and_no_other_is_kept() -> None:
    wanted = {f"{name}-{label(options)}.txt" for name in INSTALLED for options in variants(name)}
    assert wanted == {path.name for path in FILES}
