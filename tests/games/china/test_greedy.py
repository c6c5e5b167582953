"""The greedy policy of China."""

from tests.games.china.position import ALEX, do, give, land, new_table, settle
from tianming_bots.greedy.china import POLICY
from tianming_games.china import GAME
from tianming_games.china.state import ChinaState


def answer(state: ChinaState) -> str:
    """What the policy chooses for the seat to act."""
    seat = state.current_player
    legal = state.legal_actions(seat)
    return GAME.write(legal[POLICY.choose(state, seat)])


def test_it_fills_a_region_that_it_leads() -> None:
    state = new_table()
    settle(state, "lu", "0 0 1 .")
    give(state, ALEX, "orange red green")
    assert answer(state) == "play lu orange"
    do(state, "play lu orange")
    assert answer(state) == "house lu-4"


def test_it_completes_an_alliance() -> None:
    state = new_table()
    settle(state, "wei", "1 1 1", "0")
    settle(state, "chin", "1 1 1", "2 1")
    state.regions[land("wei")] = state.regions[land("wei")]._replace(scored=True)
    give(state, ALEX, "yellow yellow green")
    do(state, "play chin yellow")
    assert answer(state) == "emissary chin"
