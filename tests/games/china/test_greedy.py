"""The greedy policy of China."""

from itertools import combinations

from tests.games.china.position import ALEX, BARBARA, dealt, do, give, land, new_table, settle
from tianming_bots.greedy.china import POLICY
from tianming_games.china import GAME
from tianming_games.china.state import ChinaState


def answer(state: ChinaState) -> str:
    """What the policy chooses for the seat to act."""
    seat = state.current_player
    legal = state.legal_actions(seat)
    return GAME.write(legal[POLICY.choose(state, seat)])


def test_it_fills_a_region_that_it_leads() -> None:
    state = dealt("orange red green")
    settle(state, "lu", "0 0 1 .")
    assert answer(state) == "play lu orange"
    do(state, "play lu orange")
    assert answer(state) == "house lu-4"


def test_it_completes_an_alliance() -> None:
    state = new_table()
    settle(state, "wei", "1 1 1", "0")
    settle(state, "chin", "1 1 1", "2 1")
    state.regions[land("wei")] = state.regions[land("wei")].with_marker()
    give(state, ALEX, "yellow yellow green")
    do(state, "play chin yellow")
    assert answer(state) == "emissary chin"


def test_it_values_an_alliance_of_which_one_half_is_won() -> None:
    without, half, whole = new_table(), new_table(), new_table()
    for state in (without, half, whole):
        settle(state, "wei", "1 1 1")
        settle(state, "chin", "1 1 1")
    settle(half, "wei", emissaries="1")
    settle(whole, "wei", emissaries="1")
    settle(whole, "chin", emissaries="1")
    worths = [POLICY.values(state)[BARBARA] for state in (without, half, whole)]
    assert worths[0] < worths[1] < worths[2]


def test_it_values_a_row_that_lacks_one_house() -> None:
    """The houses of a region score alike wherever they stand, so the row makes the difference."""
    state = new_table()
    roads, first = state.map.neighbours, state.map.first[land("wei")]
    spaces = range(first, first + state.map.sizes[land("wei")])
    worths = {}
    for here in combinations(spaces, 3):
        houses = ["1" if space in here else "." for space in spaces]
        other = state.clone()
        settle(other, "wei", " ".join(houses))
        connected = sum(roads[one] >> two & 1 for one, two in combinations(here, 2))
        worths[connected] = POLICY.values(other)[BARBARA]
    assert worths[0] < worths[1] < worths[2]
