"""Boards: what is read from a file, and every fact a file is refused for."""

import re
from pathlib import Path

import pytest

from referee.error import DataError, UsageError
from referee.game_check.random_play import random_steps
from tests.errors import raises
from tests.games.ming.position import MAP, at
from tianming_games.board_file import load
from tianming_games.ground.sentence import GameSentence
from tianming_games.ming import GAME
from tianming_games.ming.box import MOVEMENT_CARDS
from tianming_games.ming.map_file import PACKAGE, load_map
from tianming_games.ming.parsed_board import parse_board
from tianming_games.ming.state import MingState

TEXT = load(PACKAGE, "ming").text

MUTATIONS: dict[str, tuple[str, str, str]] = {
    "format": ("format = 1", "format = 2", "The format of a board file is 1"),
    "game": ('game = "ming"', 'game = "china"', "no board of Ming Dynasty"),
    "no board": ("[board]", "[plank]", "board must be given, as a table"),
    "no cards": ("[cards]", "[card]", "cards must be given, as a table"),
    "no name": ('name = "Ming Dynasty"', "name = 3", r"board\.name must be given, as a text"),
    "min players": ("min_players = 2", "min_players = 3", "for 2 players at least"),
    "max players": ("max_players = 4", "max_players = 5", "for 4 players at most"),
    "districts": (
        "districts_per_province = 3",
        "districts_per_province = 4",
        "divided into 3 districts",
    ),
    "houses": ("houses_per_district = 3", "houses_per_district = 2", "A city has 9 houses"),
    "cloisters": (
        "cloisters_per_district = 1",
        "cloisters_per_district = 0",
        "Each district has one cloister",
    ),
    "movement": ("movement_total = 54", "movement_total = 55", "There are 54 movement cards"),
    "no number": (
        "movement_total = 54",
        'movement_total = "54"',
        "movement_total must be given, as",
    ),
    "dragon": ("dragon_total = 18", "dragon_total = 17", "There are 18 dragon cards"),
    "hand": ("hand_limit = 5", "hand_limit = 6", "at most 5 cards in hand"),
    "display": ("display = 6", "display = 5", "beside each of the 6 province spaces"),
    "return cards": ("[0, 1, 2, 3]", "[0, 1, 2]", "return_values must have 4 entries, not 3"),
    "return sums": ("[0, 1, 2, 3]", "[1, 1, 2, 3]", "every sum from 0 to 6"),
    "return words": (
        "[0, 1, 2, 3]",
        '["0", 1, 2, 3]',
        r"return_values\[0\] must be given",
    ),
    "no transports": ("[[transports]]", "[[carts]]", "transports must be given, as a list"),
    "no rider": ('id = "rider"', 'id = "horse"', "The means of transport rider is missing"),
    "no junk": ('id = "junk"', 'id = "ship"', "The means of transport junk is missing"),
    "no rickshaw": ('id = "rickshaw"', 'id = "cart"', "of transport rickshaw is missing"),
    "transport twice": ('id = "raft"', 'id = "camel"', "Two means of transport have the id camel"),
    "no cards of a kind": ("cards = 9", "cards = 0", "cards must be a whole number from 1"),
    "not 54": ("cards = 9", "cards = 10", "cards of all means of transport are 54 together"),
    "five provinces": ("[[provinces]]", "[[regions]]", "has no key 'regions'"),
    "province twice": ('id = "p2"', 'id = "p1"', "Two provinces have the id p1"),
    "color twice": ('colour = "purple"', 'colour = "orange"', "Two provinces have the colour"),
    "two districts": (
        '["p1-nw", "p1-ne", "p1-s"]',
        '["p1-nw", "p1-ne"]',
        "districts must have 3 entries, not 2",
    ),
    "districts no list": ('["p1-nw", "p1-ne", "p1-s"]', "3", "districts must be given, as a list"),
    "district twice": ('"p2-ne", "p2-s"]', '"p2-ne", "p1-s"]', "Two districts have the id p1-s"),
    "tiles": ("tiles = 18 ", "tiles = 17 ", "18 province tiles of each colour"),
    "grid": ("grid = [1, 0]", "grid = [1, 9]", r"grid\[1\] must be a whole number to 5"),
    "grid twice": ("grid = [1, 0]", "grid = [0, 0]", "Two provinces have the grid"),
    "no edges": ("edges = [", "roads = [", r"borders\.edges must be given, as a list"),
    "edge no list": (
        '["p1-nw", "p1-ne", "camel"]',
        '"p1-nw"',
        r"edges\[0\] must be given",
    ),
    "no symbol": (
        '["p1-nw", "p1-ne", "camel"]',
        '["p1-nw", "p1-ne"]',
        r"edges\[0\] must have 3 entries, not 2",
    ),
    "unknown symbol": (
        '["p1-nw", "p1-ne", "camel"]',
        '["p1-nw", "p1-ne", "sled"]',
        "There is no means of transport 'sled'",
    ),
    "unknown district": (
        '["p1-nw", "p1-ne", "camel"]',
        '["p1-nw", "p9-ne", "camel"]',
        "There is no district 'p9-ne'",
    ),
    "border on itself": (
        '["p1-nw", "p1-ne", "camel"]',
        '["p1-nw", "p1-nw", "camel"]',
        "p1-nw does not border on itself",
    ),
    "border twice": (
        '["p1-nw", "p1-ne", "camel"]',
        '["p1-s", "p1-nw", "camel"]',
        "The border of p1-nw and p1-s is listed twice",
    ),
}
"""What is written instead of what, and the sentence that refuses it."""


def refused(folder: Path, text: str, sentence: str) -> str:
    """The error of a board file with that text."""
    path = folder / "board.toml"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        GAME.begin(2, {"board": str(path)})
    assert caught.value.sentence in (GameSentence.WRONG_BOARD, GameSentence.WRONG_BOARD_VALUES)
    assert re.search(rf"{re.escape(str(path))}:\d+: .*{sentence}", str(caught.value))
    return str(caught.value)


class TestTheBoardThatIsShipped:
    def test_it_has_the_facts_that_are_known(self) -> None:
        assert len(MAP.provinces) == 6
        assert all(len(province.districts) == 3 for province in MAP.provinces)
        assert sum(MAP.stack()) == MOVEMENT_CARDS
        assert MAP.transports[0].name == "rider"

    def test_its_borders_lead_both_ways(self) -> None:
        for district, ways in enumerate(MAP.ways):
            for neighbour, card in ways:
                assert (district, card) in MAP.ways[neighbour]
        assert (at("A3"), 1) in MAP.ways[at("A2")]

    def test_no_district_has_the_same_symbol_twice(self) -> None:
        """Our own aim, not a fact: 31 borders, 5 or 6 of each symbol."""
        for ways in MAP.ways:
            assert len({card for _, card in ways}) == len(ways)
        counts = [sum(border.card == card for border in MAP.borders) for card in range(1, 7)]
        assert sorted(counts) == [5, 5, 5, 5, 5, 6]

    def test_a_board_is_surveyed_once(self) -> None:
        assert load_map("ming") is load_map("ming")
        assert parse_board(load(PACKAGE, "ming")).borders == MAP.borders


class TestAnotherBoard:
    """If the three means of transport that are known are all there are, 18 cards each."""

    @pytest.fixture
    def three_kinds(self, tmp_path: Path) -> str:
        head, _, rest = TEXT.partition('[[transports]]\nid = "sedan"')
        text = head.replace("cards = 9", "cards = 18") + rest[rest.index("[[provinces]]") :]
        for old, new in (("sedan", "rider"), ("camel", "junk"), ("raft", "rickshaw")):
            text = text.replace(f'"{old}"]', f'"{new}"]')
        path = tmp_path / "three.toml"
        path.write_text(text)
        return str(path)

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_is_played_to_the_end(self, three_kinds: str, seats: int) -> None:
        options = {"board": three_kinds}
        counts = GAME.conserved(GAME.begin(seats, options))
        *_, (state, _, _) = random_steps(GAME, seats, options, 5)
        assert state.is_terminal()
        assert isinstance(state, MingState)
        assert GAME.conserved(state) == counts
        assert "1=rider 2=junk (ship) 3=rickshaw\n" in state.to_text()

    def test_it_is_drawn(self, three_kinds: str) -> None:
        text, svg = GAME.draw_board(three_kinds)
        assert "card 3  rickshaw, 18 cards" in text
        assert "camel" not in svg


class TestPinned:
    def test_the_digest_of_the_file_is_added(self) -> None:
        options = GAME.pinned(GAME.defaults)
        assert options["board"] == f"ming#{MAP.digest}"
        assert GAME.pinned(options) == options
        GAME.begin(2, options)

    def test_another_file_than_the_pinned_one_is_refused(self) -> None:
        with raises(UsageError, GameSentence.OTHER_BOARD):
            GAME.begin(2, {"board": "ming#0123456789abcdef"})

    def test_a_board_is_named_by_its_path(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.toml"
        path.write_text(TEXT.replace('name = "Ming Dynasty"', 'name = "Mine"'))
        state = GAME.begin(2, {"board": str(path)})
        assert state.rules.map.name == "Mine"
        assert GAME.pinned({"board": str(path)})["board"].startswith(f"{path}#")


class TestFiles:
    @pytest.mark.parametrize("name", MUTATIONS)
    def test_every_fact_is_held_against_the_file(self, tmp_path: Path, name: str) -> None:
        """A file that differs in one fact is refused, with its path, line and sentence."""
        old, new, sentence = MUTATIONS[name]
        assert old in TEXT
        everywhere = name == "no transports"
        refused(tmp_path, TEXT.replace(old, new, -1 if everywhere else 1), sentence)

    def test_a_symbol_that_no_border_shows_is_refused(self, tmp_path: Path) -> None:
        text = re.sub(r'(\["p\d-\w+", "p\d-\w+", )"raft"\]', r'\1"camel"]', TEXT)
        refused(tmp_path, text, "No border shows the raft")

    def test_a_map_in_two_pieces_is_refused(self, tmp_path: Path) -> None:
        """Without its borders to others, the sixth province is an island."""
        lines = TEXT.splitlines()
        kept = [line for line in lines if not ('"p6-' in line and re.search(r'\["p[1-5]-', line))]
        refused(tmp_path, "\n".join(kept), "The map is in one piece: p6 cannot be reached")

    def test_the_line_that_is_wrong_is_named(self, tmp_path: Path) -> None:
        text = TEXT.replace('["p5-se", "p6-sw", "sedan"]', '["p5-se", "p6-sw", "sled"]')
        error = refused(tmp_path, text, "sled")
        line = int(error.split(":")[1])
        assert '"sled"' in text.splitlines()[line - 1]

    def test_a_file_that_is_no_toml_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "board.toml"
        path.write_text("format = ")
        with raises(DataError, GameSentence.BOARD_NOT_TOML):
            GAME.begin(2, {"board": str(path)})

    def test_a_file_that_is_not_there_is_named(self) -> None:
        with raises(UsageError, GameSentence.BOARD_NOT_READ, path="nowhere"):
            GAME.begin(2, {"board": "nowhere"})
