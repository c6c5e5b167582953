"""Preparation: the event row, the display, and the first two persons."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.games.dragon.position import choose, offered, refusal
from tianming_games.dragon import GAME
from tianming_games.dragon.box import EVENT_POOL, HAND, display
from tianming_games.dragon.preparation import event_row
from tianming_games.dragon.province import Palace
from tianming_games.dragon.state import DragonState

ROW = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5)
"""Ten events, drawn in an order that nothing has to be slid in."""

TRIBUTE, DROUGHT, FESTIVAL, MONGOLS, CONTAGION = range(1, 6)


def drafting(players: int) -> DragonState:
    """A game at its first decision."""
    state = GAME.begin(players)
    state.apply_draw(ROW)
    return state


def orders(left: Counter[int], drawn: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every order in which the ten tiles can be drawn."""
    if len(drawn) == len(EVENT_POOL):
        yield drawn
    for tile in sorted(left):
        if left[tile]:
            left[tile] -= 1
            yield from orders(left, (*drawn, tile))
            left[tile] += 1


class TestEventRow:
    """How twelve event tiles come to lie."""

    def test_a1_a_second_tile_of_a_kind_slides_to_the_next_free_space(self) -> None:
        drawn = (TRIBUTE, DROUGHT, DROUGHT, TRIBUTE, *ROW[2:5], *ROW[2:5])
        assert event_row(drawn)[2:6] == (TRIBUTE, DROUGHT, TRIBUTE, DROUGHT)

    def test_a1_every_legal_layout_can_come_and_no_other(self) -> None:
        rows = Counter(event_row(order) for order in orders(Counter(EVENT_POOL)))
        assert (len(rows), rows.total()) == (39_480, 113_400)
        assert (min(rows.values()), max(rows.values())) == (1, 21)
        for row in rows:
            assert row[:2] == (0, 0)
            assert tuple(sorted(row[2:])) == EVENT_POOL
            assert all(one != other for one, other in pairwise(row[1:]))

    def test_a2_a_second_of_a_kind_in_the_last_space_exchanges_the_two_before(self) -> None:
        drawn = (1, 2, 3, 4, 1, 2, 3, 4, 5, 5)
        assert event_row(drawn)[2:] == (1, 2, 3, 4, 1, 2, 3, 5, 4, 5)

    def test_d2_event_slide(self) -> None:
        assert event_row((1, 1, 2, 3, 4, 5, 2, 3, 4, 5))[2:] == (1, 2, 1, 3, 4, 5, 2, 3, 4, 5)

    def test_d3_event_end_fix(self) -> None:
        assert event_row((1, 2, 3, 4, 1, 2, 3, 4, 5, 5))[2:] == (1, 2, 3, 4, 1, 2, 3, 5, 4, 5)

    def test_the_draw_is_shown_as_the_row_it_makes(self) -> None:
        text = GAME.begin(2).draw_notation((1, 1, 2, 3, 4, 5, 2, 3, 4, 5))
        assert text.startswith("events peace,peace,imperial-tribute,drought,imperial-tribute,")


class TestDisplay:
    """What lies on the table at the start."""

    @pytest.mark.parametrize(
        ("players", "young", "old", "only_young"),
        [(5, 6, 4, 10), (4, 5, 3, 8), (3, 4, 2, 6), (2, 3, 1, 4)],
    )
    def test_two_tiles_of_each_type_less_for_each_missing_player(
        self, players: int, young: int, old: int, only_young: int
    ) -> None:
        tiles = display(players)
        assert tiles[:9] == (
            only_young, only_young, young, only_young, young, young, young, young, young
        )  # fmt: skip
        assert tiles[9:] == (old,) * 6
        assert sum(tiles) == 18 * players

    def test_every_player_begins_with_two_palaces_six_yuan_and_eleven_cards(self) -> None:
        for province in GAME.begin(5).provinces:
            assert province.palaces == (Palace(2), Palace(2))
            assert (province.yuan, province.rice, province.fireworks) == (6, 0, 0)
            assert (province.track, province.score, province.dragons) == (0, 0, 0)
            assert province.hand == HAND
            assert len(HAND) == 11


class TestDraft:
    """The first two persons."""

    def test_v1_draft_ban(self) -> None:
        state = drafting(4)
        pairs = ("tax-collector+scholar", "tax-collector+farmer", "farmer+scholar")
        assert len(offered(state)) == 36
        for pair in pairs:
            choose(state, f"draft {pair}", "place 0", "place 0")
        assert len(offered(state)) == 33
        for pair in pairs:
            assert "exact same combination" in refusal(state, f"draft {pair}")

    def test_what_is_typed_and_not_offered_gets_the_rule_that_it_breaks(self) -> None:
        state = drafting(4)
        for text, sentence in {
            "draft scholar+scholar": "Each player takes two different persons.",
            "draft farmer+old-monk": "Each player takes two young persons.",
            "draft scholar+farmer": (
                "The same two persons are offered in another order: draft farmer+scholar."
            ),
            "pass": "That is not what is being decided: draft.",
        }.items():
            assert refusal(state, text) == sentence

    def test_v2_draft_track(self) -> None:
        state = drafting(4)
        choose(state, "draft tax-collector+scholar", "place 0", "place 0")
        choose(state, "draft tax-collector+farmer", "place 0", "place 0")
        choose(state, "draft farmer+scholar", "place 0", "place 0")
        assert [p.track for p in state.provinces] == [7, 7, 8, 0]
        assert state.turn_order()[:3] == (2, 1, 0)

    def test_a11_both_first_persons_may_live_in_one_palace_or_in_two(self) -> None:
        state = drafting(2)
        choose(state, "draft monk+farmer", "place 0")
        assert offered(state) == ["place 0", "place 1"]
        together = state.clone()
        choose(together, "place 0")
        choose(state, "place 1")
        assert [len(p.persons) for p in together.provinces[0].palaces] == [2, 0]
        assert [len(p.persons) for p in state.provinces[0].palaces] == [1, 1]

    def test_a33_the_first_seat_starts(self) -> None:
        state = drafting(3)
        for seat in range(3):
            assert state.current_player == seat
            choose(state, f"draft craftsman+{('monk', 'healer', 'farmer')[seat]}")
            choose(state, "place 0", "place 0")

    def test_drafted_tiles_leave_the_display(self) -> None:
        state = drafting(2)
        choose(state, "draft monk+farmer")
        assert (state.display[5], state.display[7]) == (2, 2)
