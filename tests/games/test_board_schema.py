"""Board files are checked by models: all errors at once, each with its line and a suggestion."""

import json
from pathlib import Path

import pytest

from referee.error import DataError
from tests.errors import raises
from tianming_games.board_file import load
from tianming_games.board_schema import Table, check_types, schema_text
from tianming_games.china import board_model as china
from tianming_games.china.map_file import load_map
from tianming_games.ground.sentence import GameSentence
from tianming_games.ming import board_model as ming

DOCS = Path(__file__).parents[2] / "docs"
BOARDS: list[tuple[str, str, type[Table]]] = [
    ("china", "3-4", china.BoardModel),
    ("china", "4-5", china.BoardModel),
    ("ming", "ming", ming.BoardModel),
]


@pytest.mark.parametrize(("game", "name", "model"), BOARDS)
def test_a_shipped_board_keeps_its_model(game: str, name: str, model: type[Table]) -> None:
    check_types(load(f"tianming_games.{game}", name), model)


def test_all_errors_of_a_file_are_reported_together_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    text = load("tianming_games.china", "3-4").text
    for old, new in (
        ("min_players = 3", "min_playres = 3"),
        ('["chin-1", "wei-1"]', '["chin-1", 3]'),
        ("xy = [17, 0]", 'xy = "north"'),
        ('name = "Wei"', "names = 7"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    with raises(DataError, GameSentence.WRONG_BOARD_VALUES, count=6) as caught:
        load_map(str(path))
    lines = text.splitlines()
    line_of_error = {}
    for line in str(caught.value).splitlines()[1:]:
        place, _, why = line.strip().partition(": ")
        line_of_error[why] = lines[int(place.rpartition(":")[2]) - 1].strip()
    assert line_of_error == {
        "board.min_players must be given, as a whole number.": "[board]",
        "[board] has no key 'min_playres': did you mean min_players?": "min_playres = 3",
        "regions.name must be given, as a text.": "[[regions]]",
        "[regions] has no key 'names': did you mean name?": "names = 7",
        "houses.xy must be given, as a list.": 'xy = "north"',
        "roads.edges[0][1] must be given, as a text.": '["chin-1", 3],',
    }


@pytest.mark.parametrize(
    ("game", "model"), [("china", china.BoardModel), ("ming", ming.BoardModel)]
)
def test_the_published_schema_is_that_of_the_model(game: str, model: type[Table]) -> None:
    published = (DOCS / f"board-{game}.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(model), f"run python -m tianming_games.board_schema {game}"
    assert json.loads(published)["properties"]["board"]
