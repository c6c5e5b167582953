"""Every constraint on a board: a file that breaks it is refused with its line."""

import re
from pathlib import Path

import pytest

from referee.error import DataError
from tianming_games.china.map_file import load_map

FOLDER = Path(__file__).parents[3] / "games/tianming_games/china"
TEXT = {side: (FOLDER / f"{side}.toml").read_text() for side in ("3-4", "4-5")}


def of_houses(word: str) -> str:
    """The entry of a house space, without its position."""
    return f'[[houses]]\nid = "{word}"\nregion = "{word[:-2]}"\n'


def alliance(number: int, one: str, other: str) -> str:
    """The entry of an alliance, without its status."""
    return f'number = {number}\nregions = ["{one}", "{other}"]'


def refusal(folder: Path, *changes: tuple[str, str], side: str = "3-4") -> tuple[str, str]:
    """Why a board with these changes is refused, and the line that is named."""
    text = TEXT[side]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "board.toml"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        load_map(f"{path}")
    place, _, sentence = str(caught.value).partition(": ")
    name, _, number = place.rpartition(":")
    assert name == str(path)
    return sentence, text.splitlines()[int(number) - 1].strip()


CASES = {
    "format": ([("format = 1", "format = 2")], r"the format of board files is 1", "format = 2"),
    "game": (
        [('game = "china"', 'game = "chess"')],
        r"this is no board of China",
        'game = "chess"',
    ),
    "a missing value": (
        [("min_players = 3\n", "")],
        r"board\.min_players must be given, as a whole",
        "[board]",
    ),
    "a text for a number": (
        [("house_count = 7", 'house_count = "7"')],
        r"regions\.house_count must be given",
        'house_count = "7"',
    ),
    "a list for a table": (
        [("[board]", "[[board]]")],
        r"board must be given, as a table",
        "[[board]]",
    ),
    "a position that is no pair": (
        [("xy = [17, 0]", "xy = [17]")],
        r"houses\.xy must have 2 entries, not 1",
        "xy = [17]",
    ),
    "a road that is no pair": (
        [('["chin-1", "wei-1"]', '["chin-1", 3]')],
        r"roads\.edges\[0\]\[1\] must be given, as a text",
        '["chin-1", 3],',
    ),
    "a negative count": (
        [("red = 13", "red = -1")],
        r"cards\.counts\.red must be a whole number from 0",
        "counts = ",
    ),
    "sides": (
        [("max_players = 4", "max_players = 5")],
        r"a side is for 3 to 4 or for 4 to 5",
        "min_players = 3",
    ),
    "least row": (
        [("min_road_row = 4", "min_road_row = 3")],
        r"a row of houses scores from 4",
        "min_road_row = 3",
    ),
    "57 cards": ([("red = 13", "red = 14")], r"there are 57 region cards, not 58", "counts = "),
    "five colours": ([("purple = 10", "violet = 10")], r"the cards are red, yellow", "counts = "),
    "cards that stay": (
        [("red = 13", "red = 2"), ("purple = 10", "purple = 21")],
        r"some cards of every colour",
        "counts = ",
    ),
    "removed cards": (
        [('"4" = 1', '"4" = 2')],
        r"of each colour 2 cards are removed with 3",
        "removed_per_colour",
    ),
    "nine regions": ([('id = "yen"', 'id = "yan"')], r"the regions are yen, zhao", "[[regions]]"),
    "a known colour": (
        [('name = "Wei"\ncolour = "red"', 'name = "Wei"\ncolour = "green"')],
        r"the colour of wei is red",
        'id = "wei"',
    ),
    "a name that cannot be printed": (
        [('name = "Yen"', 'name = "Y\\u001ben"')],
        r"the name of yen has 1 to 24 printable letters",
        'id = "yen"',
    ),
    "an unknown colour": (
        [('name = "Yen"\ncolour = "green"', 'name = "Yen"\ncolour = "blue"')],
        r"the colour of yen is red or green",
        'id = "yen"',
    ),
    "purple once": (
        [('name = "Yen"\ncolour = "green"', 'name = "Yen"\ncolour = "purple"')],
        r"eight regions are four pairs",
        'id = "yen"',
    ),
    "pairs": (
        [('name = "Yen"\ncolour = "green"', 'name = "Yen"\ncolour = "red"')],
        r"eight regions are four pairs",
        'id = "yen"',
    ),
    "Chu has 8": (
        [("house_count = 8", "house_count = 7")],
        r"chu has 8 house spaces",
        'id = "chu"',
    ),
    "Wei has 7": (
        [("house_count = 7", "house_count = 6")],
        r"wei has 7 house spaces",
        'id = "wei"',
    ),
    "Qi has 6 or 7": (
        [('colour = "yellow"\nhouse_count = 6', 'colour = "yellow"\nhouse_count = 5')],
        r"qi has 6 to 7 house spaces",
        'id = "qi"',
    ),
    "Zhao has 5 at least": (
        [('colour = "orange"\nhouse_count = 6', 'colour = "orange"\nhouse_count = 4')],
        r"zhao has 5 to 7 house spaces",
        'id = "zhao"',
    ),
    "4 at least": (
        [("house_count = 4", "house_count = 3")],
        r"lu has 4 to 7 house spaces",
        'id = "lu"',
    ),
    "7 at most": (
        [("house_count = 4", "house_count = 8")],
        r"lu has 4 to 7 house spaces",
        'id = "lu"',
    ),
    "a house too few": (
        [(of_houses("lu-4") + "xy = [19, 16]\n", "")],
        r"the house space lu-4 of lu must come here, not han-1 of han",
        'id = "han-1"',
    ),
    "a house too many": (
        [("# Roads between", '[[houses]]\nid = "chu-9"\nregion = "chu"\nxy = [3, 4]\n\n# Roads')],
        r"chu-9 is more than the regions' house_count allows",
        'id = "chu-9"',
    ),
    "the last house missing": (
        [(of_houses("chu-8") + "xy = [16, 23]\n", "")],
        r"the house space chu-8 is missing",
        "[[houses]]",
    ),
    "a house of another region": (
        [(of_houses("lu-4"), of_houses("lu-4").replace('"lu"', '"han"'))],
        r"the house space lu-4 of lu must come here, not lu-4 of han",
        'id = "lu-4"',
    ),
    "alliance numbers": (
        [(alliance(7, "chin", "han"), alliance(8, "chin", "han"))],
        r"the alliances are numbered from 1 to 15",
        "number = 8",
    ),
    "fifteen alliances": (
        [("[[alliances]]\n" + alliance(15, "qi", "yen") + '\nstatus = "invented"\n', "")],
        r"there are 15 alliances",
        "[[alliances]]",
    ),
    "sixteen alliances": (
        [
            (
                "[[alliances]]\n" + alliance(15, "qi", "yen"),
                "[[alliances]]\n"
                + alliance(15, "qi", "yen")
                + "\n[[alliances]]\n"
                + alliance(16, "qi", "wei"),
            )
        ],
        r"the alliances are numbered from 1 to 15",
        "number = 16",
    ),
    "an unknown ally": (
        [(alliance(1, "yen", "zhao"), alliance(1, "yen", "rome"))],
        r"alliance 1 joins two regions of the board",
        "number = 1",
    ),
    "an ally of itself": (
        [(alliance(1, "yen", "zhao"), alliance(1, "yen", "yen"))],
        r"alliance 1 joins two regions of the board",
        "number = 1",
    ),
    "an alliance twice": (
        [(alliance(2, "zhao", "wei"), alliance(2, "zhao", "yen"))],
        r"alliance 2 is given twice: zhao and yen",
        "number = 2",
    ),
    "alliance 3": (
        [(alliance(3, "wei", "chin"), alliance(3, "wei", "qi"))],
        r"alliance 3 is between chin and wei",
        "number = 3",
    ),
    "alliance 4": (
        [(alliance(4, "chin", "shu"), alliance(4, "chin", "lu"))],
        r"alliance 4 is between chin and shu",
        "number = 4",
    ),
    "allies of one colour": (
        [(alliance(2, "zhao", "wei"), alliance(2, "zhao", "lu"))],
        r"regions of one colour never border each other: zhao and lu",
        "number = 2",
    ),
    "a road to nowhere": (
        [('["chin-1", "wei-1"]', '["chin-1", "wei-9"]')],
        r"the road chin-1 - wei-9 must join two house spaces",
        '["chin-1", "wei-9"],',
    ),
    "a road to itself": (
        [('["chin-1", "wei-1"]', '["chin-1", "chin-1"]')],
        r"the road chin-1 - chin-1 must join two different",
        '["chin-1", "chin-1"],',
    ),
    "a road twice": (
        [('["wei-1", "zhao-5"]', '["wei-1", "chin-1"]')],
        r"the road wei-1 - chin-1 is given twice",
        '["wei-1", "chin-1"],',
    ),
    "a space without a road": (
        [('  ["chin-1", "chin-3"],\n', "")],
        r"chin-3 has no road",
        'id = "chin-3"',
    ),
    "five roads at a space": (
        [
            (
                '["chin-1", "wei-1"],',
                '["chin-1", "wei-1"], ["chin-4", "wei-5"], ["chin-4", "chin-3"],',
            )
        ],
        r"chin-4 has 5 roads; a house space has at most 4",
        'id = "chin-4"',
    ),
    "a four-way junction": (
        [('["chin-1", "wei-1"],', '["chin-1", "wei-1"], ["chin-4", "wei-5"],')],
        r"the side for 3 to 4 players has 0 junctions of four roads, not 1: chin-4",
        "edges = [",
    ),
    "two networks": (
        [
            ('  ["han-1", "han-4"],\n', ""),
            ('  ["han-4", "chu-1"],\n', '  ["han-4", "han-5"],\n'),
            ('  ["shu-3", "chu-1"],\n', ""),
            ('  ["lu-3", "chu-4"],\n', ""),
            ('  ["han-6", "chu-3"],\n', ""),
            ('  ["shu-5", "chu-6"],\n', ""),
        ],
        r"the roads are one network, but chu-1 is not reached from yen-1",
        'id = "chu-1"',
    ),
    "a border without an alliance": (
        [('["wei-1", "zhao-5"]', '["chin-3", "zhao-5"]')],
        r"the road chin-3 - zhao-5 crosses a border without an alliance",
        '["chin-3", "zhao-5"],',
    ),
    "one place for two houses": (
        [(of_houses("yen-2") + "xy = [20, 1]", of_houses("yen-2") + "xy = [17, 0]")],
        r"yen-2 is drawn in the place of yen-1",
        'id = "yen-2"',
    ),
    "roads that cross": (
        [(of_houses("chin-3") + "xy = [1, 9]", of_houses("chin-3") + "xy = [5, 11]")],
        r"the roads .* are drawn across each other",
        '["chin-2", "chin-4"],',
    ),
    "a road through a house": (
        [
            (of_houses("yen-2") + "xy = [20, 1]", of_houses("yen-2") + "xy = [12, 2]"),
            (of_houses("yen-1") + "xy = [17, 0]", of_houses("yen-1") + "xy = [12, 3]"),
        ],
        r"the road zhao-2 - yen-1 is drawn through yen-2",
        '["zhao-2", "yen-1"],',
    ),
    "every region joined inside": (
        [
            (
                '["chin-1", "wei-1"],',
                '["chin-1", "wei-1"], ["yen-1", "yen-4"], ["zhao-4", "zhao-5"], '
                '["qi-1", "qi-2"], ["han-1", "han-2"],',
            )
        ],
        r"some regions are joined up inside, and some only through a neighbour",
        "edges = [",
    ),
    "example 7": (
        [('["chin-4", "chin-5"]', '["chin-3", "chin-5"]')],
        r"example 7 needs a row of five houses through Ch'in and Shu",
        'id = "chin-1"',
    ),
}


@pytest.mark.parametrize(("changes", "wanted", "where"), CASES.values(), ids=CASES.keys())
def test_a_board_that_breaks_a_constraint_is_refused_by_line(
    changes: list[tuple[str, str]], wanted: str, where: str, tmp_path: Path
) -> None:
    sentence, line = refusal(tmp_path, *changes)
    assert re.match(wanted, sentence)
    assert line.startswith(where)


def test_the_side_for_4_to_5_has_exactly_three_junctions_of_four(tmp_path: Path) -> None:
    sentence, line = refusal(tmp_path, ('  ["chu-7", "chu-3"],\n', ""), side="4-5")
    assert "has 3 junctions of four roads, not 2" in sentence
    assert line == "edges = ["


class TestShipped:
    """The two boards of the game."""

    def test_both_sides_have_the_same_regions_spaces_and_alliances(self) -> None:
        one, other = load_map("3-4"), load_map("4-5")
        assert one.colours == other.colours
        assert one.sizes == other.sizes
        assert one.spots == other.spots
        assert one.alliances == other.alliances
        assert one.cards == other.cards

    def test_only_single_roads_differ(self) -> None:
        one, other = set(load_map("3-4").roads), set(load_map("4-5").roads)
        assert len(one & other) == 55
        assert (len(one - other), len(other - one)) == (2, 7)

    def test_three_players_can_fill_the_board(self) -> None:
        assert sum(load_map("3-4").sizes) == 53

    def test_the_junctions_of_four_roads(self) -> None:
        for side, wanted in (("3-4", 0), ("4-5", 3)):
            degrees = [each.bit_count() for each in load_map(side).neighbours]
            assert degrees.count(4) == wanted
            assert max(degrees) == (4 if wanted else 3)


def test_a_printed_board_may_have_four_house_spaces_in_chin(tmp_path: Path) -> None:
    """Only four of them follow from the examples of the rule book (`docs/rules/china.md`)."""
    text = re.sub(r'\[\[houses\]\]\nid = "chin-[56]"\n.*\n(xy.*\n)?\n?', "", TEXT["3-4"])
    text = re.sub(r'(id = "chin"(?:\n.*)*?\nhouse_count = )6', r"\g<1>4", text, count=1)
    for old, new in (
        ('  ["chin-4", "chin-5"],\n', ""),
        ('  ["wei-5", "chin-2"],\n', ""),
        ('["chin-1", "chin-3"]', '["chin-2", "chin-3"]'),
        ('["chin-4", "chin-6"]', '["chin-4", "shu-1"]'),
        ('  ["chin-6", "shu-1"],\n', ""),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "board.toml"
    path.write_text(text)
    assert load_map(f"{path}").sizes[6] == 4
