"""Road scoring: example 7, rulings 8 and 10, and the search against all possibilities."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.china.position import new_table, settle
from tianming_games.china.map import Map
from tianming_games.china.map_file import load_map
from tianming_games.china.road import RoadSearch
from tianming_games.china.scoring import road_points

SIDES = st.sampled_from(["3-4", "4-5"])


def spaces(drawn: Map, words: str) -> int:
    """A set of house spaces from their words."""
    names = [drawn.space_word(space) for space in range(len(drawn.land_of))]
    return sum(1 << names.index(word) for word in words.split())


def best(words: str, forts: str = "", side: str = "3-4") -> int:
    """Points for houses on these spaces."""
    drawn = load_map(side)
    return RoadSearch(drawn.neighbours, spaces(drawn, forts)).best(spaces(drawn, words))


def test_example_7_a_row_of_five_and_a_branch() -> None:
    """5 houses through Ch'in and Shu; the one in Ch'in's lower left corner is a branch."""
    for side in ("3-4", "4-5"):
        state = new_table(4, side=side)
        settle(state, "chin", "3 3 . 3 3 3")
        settle(state, "shu", "3")
        assert road_points(state) == [0, 0, 0, 5]


def test_at_least_four_houses_in_a_row_are_needed() -> None:
    assert best("yen-1 yen-2 yen-3") == 0
    assert best("zhao-2 yen-1 yen-2 yen-3") == 4


def test_an_interrupted_row_does_not_count() -> None:
    assert best("zhao-1 zhao-2 yen-2 yen-3") == 0


def test_branches_are_not_counted() -> None:
    """A star of four has no row of four."""
    assert best("lu-1 lu-2 lu-3 qi-4") == 0
    assert best("lu-1 lu-2 lu-3 qi-4 lu-4") == 4


def test_china_10_several_rows_of_one_player_count() -> None:
    assert best("zhao-2 yen-1 yen-2 yen-3 qi-2 qi-3 qi-6 yen-5") == 8


def test_china_10_each_house_counts_in_one_row_only() -> None:
    """Seven houses around one junction: a row of six, and one left over."""
    assert best("qi-4 qi-1 zhao-6 lu-1 lu-3 lu-2 lu-4") == 6


def test_china_10_a_ring_counts_each_house_once() -> None:
    """Five houses of Chu are a ring on the side for 4 to 5 players."""
    assert best("chu-3 chu-4 chu-5 chu-8 chu-7", side="4-5") == 5


def test_china_8_a_fortification_doubles_its_row_only() -> None:
    row, other = "zhao-2 yen-1 yen-2 yen-3", "qi-2 qi-3 qi-6 yen-5"
    assert best(row, forts="yen-2") == 8
    assert best(f"{row} {other}", forts="yen-2") == 12


def test_china_7_two_fortifications_in_a_row_still_only_double() -> None:
    assert best("zhao-2 yen-1 yen-2 yen-3", forts="yen-1 yen-2") == 8


def test_china_10_rows_are_chosen_so_that_doubling_brings_the_most() -> None:
    """Ch'in 5 hangs off the row: with its fortification the row goes through it."""
    words = "chin-1 chin-2 chin-4 chin-5 chin-6 shu-1"
    assert best(words) == 5
    assert best(words, forts="chin-5") == 8


def test_rows_of_different_players_and_bare_fortifications_do_not_mix() -> None:
    state = new_table(fortifications="yes")
    settle(state, "yen", "0^ 0 0 1 1")
    settle(state, "zhao", ". 0 1 . . .")
    assert road_points(state) == [8, 0, 0, 0]
    state = new_table(fortifications="yes")
    settle(state, "yen", "0 0 .^")
    settle(state, "zhao", "0 0")
    assert road_points(state) == [4, 0, 0, 0]


def all_rows(drawn: Map, houses: int) -> set[int]:
    """Every simple path of at least four houses, as sets, by plain recursion."""
    found = set()

    def go(end: int, path: int) -> None:
        if path.bit_count() >= 4:
            found.add(path)
        for other in range(len(drawn.neighbours)):
            bit = 1 << other
            if drawn.neighbours[end] & houses & ~path & bit:
                go(other, path | bit)

    for space in range(len(drawn.neighbours)):
        if houses >> space & 1:
            go(space, 1 << space)
    return found


def by_trying_all(drawn: Map, houses: int, forts: int) -> int:
    """The highest total over every choice of rows without a common house."""
    rows = sorted(all_rows(drawn, houses))

    @cache
    def choose(at: int, used: int) -> int:
        if at == len(rows):
            return 0
        row = rows[at]
        without = choose(at + 1, used)
        if row & used:
            return without
        worth = row.bit_count() * (2 if row & forts else 1)
        return max(without, worth + choose(at + 1, used | row))

    return choose(0, 0)


def grow(drawn: Map, start: int, picks: list[int]) -> int:
    """A connected set of houses that grows by the picks."""
    houses = 1 << start
    for pick in picks:
        border = [
            other
            for other in range(len(drawn.neighbours))
            if drawn.neighbours[other] & houses and not houses >> other & 1
        ]
        houses |= 1 << border[pick % len(border)]
    return houses


@settings(max_examples=150, deadline=None)
@given(
    SIDES,
    st.integers(0, 52),
    st.lists(st.integers(0, 60), min_size=3, max_size=10),
    st.integers(0, 2**53 - 1),
    st.integers(0, 2**53 - 1),
)
def test_the_search_finds_what_trying_everything_finds(
    side: str, start: int, picks: list[int], one: int, other: int
) -> None:
    drawn = load_map(side)
    houses = grow(drawn, start, picks)
    forts = one & other & houses
    assert RoadSearch(drawn.neighbours, forts).best(houses) == by_trying_all(drawn, houses, forts)
