"""Expansion I: building the wall, and scoring it."""

from collections.abc import Sequence
from dataclasses import asdict

import pytest

from tests.games.dragon.position import (
    choose,
    housed,
    in_month,
    offered,
    palace,
    refusal,
    stopped,
    table,
)
from tianming_games.dragon import GAME
from tianming_games.dragon.action_phase import take_actions
from tianming_games.dragon.box import EventTile, Tile
from tianming_games.dragon.event_phase import month_event
from tianming_games.dragon.great_wall import (
    WALL,
    Wall,
    score_after_mongols,
    score_at_the_end,
)
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.rules import Phase, Rules
from tianming_games.dragon.state import DragonState

T = Tile
ON = {"great_wall": "yes"}
CARDS = ((0, 1, 2, 3), (4, 5, 6, 7))
SETTLED = Province(palaces=housed(T.MONK, T.FARMER))


def wall(*tiles: int) -> Wall:
    """A wall in which each player has so many tiles."""
    built = tuple(seat for seat, count in enumerate(tiles) for _ in range(count))
    return Wall(tuple(tuple(range(count, 6)) for count in tiles), built)


def acting(*players: Province, built: Wall, dragons: tuple[int, int] = (0, 0)) -> DragonState:
    """The action phase with a wall."""
    return table(
        take_actions,
        players=players,
        options=ON,
        groups=CARDS,
        dragons=dragons,
        extras={WALL.name: built},
    )


def scoring(
    phase: Phase[DragonState], month: int, players: Sequence[Province], built: Wall
) -> DragonState:
    """A phase that scores the wall, in a month of Mongols."""
    return table(
        phase,
        players=players,
        month=month,
        events=in_month(month, EventTile.MONGOL_INVASION),
        options=ON,
        extras={WALL.name: built},
    )


def rules(**options: str) -> Rules[DragonState]:
    """The rules that options come to."""
    return GAME.begin(3, ON | options).rules


class TestBuilding:
    """The eighth action card."""

    def test_the_card_lies_among_the_others_in_the_order_of_options(self) -> None:
        state = acting(Province(track=5), Province(), built=wall(0, 0))
        texts = offered(state)
        assert texts.index("take research") + 1 == texts.index("take building-the-wall")
        assert texts[-2:] == ["buy small", "buy large"]
        choose(state, "take building-the-wall")
        words = ("rice", "fireworks", "section", "yuan", "spaces", "points")
        assert offered(state) == [f"wall {word}" for word in words]

    @pytest.mark.parametrize(
        ("tile", "change"),
        [
            ("rice", {"rice": 1}),
            ("fireworks", {"fireworks": 1}),
            ("yuan", {"yuan": 8}),
            ("points", {"score": 3}),
        ],
    )
    def test_a_wall_tile_brings_its_privilege(self, tile: str, change: dict[str, int]) -> None:
        first = Province(track=5)
        state = acting(first, Province(), built=wall(0, 0))
        choose(state, "take building-the-wall", f"wall {tile}")
        assert asdict(state.provinces[0]) == {**asdict(first), **change}
        assert WALL.of(state).built == (0,)
        assert state.current_player == 1

    def test_three_spaces_are_moved_like_any_others(self) -> None:
        state = acting(Province(track=5), Province(track=2), built=wall(0, 0))
        choose(state, "pass", "take building-the-wall", "wall spaces")
        assert state.provinces[1].track == 5
        assert state.turn_order() == (1, 0)

    def test_a41_a_section_is_one_floor_and_craftsmen_add_nothing(self) -> None:
        mason = Province(track=5, palaces=(palace(3, T.CRAFTSMAN), Palace(1)))
        state = acting(mason, Province(), built=wall(0, 0))
        choose(state, "take building-the-wall", "wall section")
        assert offered(state) == ["floor 1", "floor 2"]
        choose(state, "floor 2")
        assert state.provinces[0].palaces[2] == Palace(1)
        assert state.current_player == 1

    def test_a40_without_an_unused_tile_the_card_cannot_be_chosen(self) -> None:
        state = acting(Province(track=5), Province(), built=wall(6, 0))
        assert "take building-the-wall" not in offered(state)
        assert "no unused wall tile" in refusal(state, "take building-the-wall")

    def test_a40_a_wall_of_twelve_tiles_is_complete(self) -> None:
        state = acting(Province(track=5), Province(), Province(), built=wall(5, 4, 3))
        assert "at most 12 wall tiles" in refusal(state, "take building-the-wall")

    def test_a_tile_that_is_built_cannot_be_chosen_again(self) -> None:
        state = acting(Province(track=5), Province(), built=wall(1, 0))
        choose(state, "take building-the-wall")
        assert "one of his unused wall tiles" in refusal(state, "wall rice")

    def test_the_toll_is_paid_as_for_every_group(self) -> None:
        state = acting(Province(track=5), Province(), built=wall(0, 0), dragons=(0, 1))
        choose(state, "take building-the-wall", "wall rice")
        assert state.provinces[0].yuan == 3


class TestScoring:
    """When the wall is scored, and what happens then."""

    def test_d11_wall_success(self) -> None:
        state = scoring(score_after_mongols, 6, [SETTLED] * 3, wall(3, 2, 1))
        assert stopped(state)
        assert [p.score for p in state.provinces] == [3, 2, 1]

    def test_d12_a43_wall_failure(self) -> None:
        """Whoever has the fewest tiles releases one person, in track order."""
        players = [SETTLED, SETTLED.but(track=1), SETTLED.but(track=2)]
        state = scoring(score_after_mongols, 6, players, wall(3, 1, 1))
        assert state.current_player == 2
        choose(state, "release 0 monk")
        assert state.current_player == 1
        choose(state, "release 0 farmer")
        assert stopped(state)
        assert [p.score for p in state.provinces] == [0, 0, 0]

    def test_d13_wall_end_short(self) -> None:
        state = scoring(score_at_the_end, 12, [SETTLED] * 2, wall(6, 5))
        assert state.current_player == 1
        choose(state, "release 0 monk")
        assert stopped(state)

    def test_d13_wall_end_complete(self) -> None:
        state = scoring(score_at_the_end, 12, [SETTLED] * 2, wall(6, 6))
        assert stopped(state)
        assert [p.score for p in state.provinces] == [6, 6]

    @pytest.mark.parametrize(("tiles", "points"), [((1, 3), [1, 3]), ((1, 2), [0, 0])])
    def test_a42_the_wall_is_to_reach_the_tile_of_the_month(
        self, tiles: tuple[int, int], points: list[int]
    ) -> None:
        state = scoring(score_after_mongols, 4, [SETTLED] * 2, wall(*tiles))
        assert [p.score for p in state.provinces] == points

    def test_a42_the_first_tile_lies_under_month_1(self) -> None:
        state = scoring(score_after_mongols, 1, [SETTLED] * 2, wall(1, 0))
        assert stopped(state)
        assert state.provinces[0].score == 1

    def test_a43_players_without_a_tile_have_the_fewest(self) -> None:
        state = scoring(score_after_mongols, 6, [SETTLED] * 3, wall(3, 0, 1))
        assert state.current_player == 1
        choose(state, "release 0 monk")
        assert stopped(state)

    def test_a49_a_seat_without_persons_counts_and_releases_nobody(self) -> None:
        state = scoring(score_after_mongols, 6, [SETTLED, Province()], wall(1, 0))
        assert stopped(state)

    def test_other_events_do_not_score_the_wall(self) -> None:
        state = table(
            score_after_mongols,
            players=[SETTLED] * 2,
            month=6,
            events=in_month(6, EventTile.DROUGHT),
            options=ON,
            extras={WALL.name: wall(6, 6)},
        )
        assert [p.score for p in state.provinces] == [0, 0]

    def test_a44_the_wall_comes_after_the_releases_of_the_mongols(self) -> None:
        state = table(
            month_event,
            score_after_mongols,
            players=[SETTLED, SETTLED.but(palaces=housed(T.WARRIOR))],
            month=6,
            events=in_month(6, EventTile.MONGOL_INVASION),
            options=ON,
            extras={WALL.name: wall(3, 3)},
        )
        assert [p.score for p in state.provinces] == [0, 1]
        choose(state, "release 0 monk")
        assert [p.score for p in state.provinces] == [3, 4]

    def test_a44_the_wall_comes_before_decay(self) -> None:
        names = [getattr(phase, "__name__", "") for phase in rules().month]
        assert names.index("month_event") + 1 == names.index("score_after_mongols")
        assert names.index("score_after_mongols") + 1 == names.index("decay")

    def test_a45_the_final_wall_comes_after_month_12_and_before_the_final_scoring(self) -> None:
        assert rules().end[0] is score_at_the_end
        assert len(rules().end) == 2

    def test_a45_or_in_the_event_phase_of_month_12(self) -> None:
        bga = rules(wall_final="bga")
        names = [getattr(phase, "__name__", "") for phase in bga.month]
        assert names.index("score_in_the_last_event") + 1 == names.index("decay")
        assert len(bga.end) == 1
        phase = bga.month[names.index("score_in_the_last_event")]
        for month, points in ((11, [0, 0]), (12, [6, 6])):
            state = scoring(phase, month, [SETTLED] * 2, wall(6, 6))
            assert [p.score for p in state.provinces] == points

    def test_a46_mongols_in_month_12_score_the_wall_twice(self) -> None:
        state = table(
            score_after_mongols,
            score_at_the_end,
            players=[SETTLED] * 2,
            month=12,
            events=in_month(12, EventTile.MONGOL_INVASION),
            options=ON,
            extras={WALL.name: wall(6, 6)},
        )
        assert [p.score for p in state.provinces] == [12, 12]

    def test_a48_the_place_of_a_tile_does_not_touch_its_privilege(self) -> None:
        """A tile is in the wall before its section is built; nothing depends on it."""
        state = acting(Province(track=5), Province(), built=wall(0, 0))
        choose(state, "take building-the-wall", "wall section")
        assert WALL.of(state).built == (0,)
        assert WALL.of(state).unused[0] == (0, 1, 3, 4, 5)


class TestTable:
    """What everybody sees of the wall."""

    def test_everybody_has_six_different_tiles(self) -> None:
        state = GAME.begin(5, ON)
        assert WALL.of(state).unused == ((0, 1, 2, 3, 4, 5),) * 5
        assert GAME.conserved(state)["wall tiles"] == 30

    def test_the_board_names_the_owners_and_what_is_left(self) -> None:
        text = acting(Province(), Province(), built=wall(5, 6)).to_text()
        assert "wall     0 0 0 0 0 1 1 1 1 1 1" in text
        assert "unused   points | none" in text
        assert "wall     not begun" in GAME.begin(2, ON).to_text()
