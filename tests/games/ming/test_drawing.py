"""Maps, drawn."""

import re
from pathlib import Path
from xml.parsers import expat

from tests.games.ming.position import MAP
from tianming_games.board_file import load
from tianming_games.ming import GAME
from tianming_games.ming.map_file import PACKAGE


class TestDrawings:
    def test_text_and_picture_have_every_district_and_its_borders(self) -> None:
        text, svg = GAME.draw_board("ming")
        assert "  A2  p1-ne: A1 by camel, A3 by rider, B1 by raft\n" in text
        assert text.count(" by ") == 2 * len(MAP.borders)
        assert "card 1  rider, 9 cards\n" in text
        words = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
        for letter in "ABCDEF":
            assert {f"{letter}{part}" for part in (1, 2, 3)} <= set(words)
        assert svg.count('fill="#f3ecdc" stroke="#7a6a52"') == len(MAP.borders)

    def test_names_of_a_file_cannot_break_the_picture(self, tmp_path: Path) -> None:
        path = tmp_path / "odd.toml"
        text = load(PACKAGE, "ming").text
        text = text.replace('name = "camel"', "name = \"<camel & 'co'>\"")
        path.write_text(text.replace('colour = "purple"', "colour = 'a\"b'"))
        expat.ParserCreate().Parse(GAME.draw_board(str(path))[1], True)
