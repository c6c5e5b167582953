"""Expansion II: which super event it is, and when it happens."""

from dataclasses import asdict

import pytest

from tests.games.dragon.position import choose, housed, in_month, offered, palace, stopped, table
from tianming_games.dragon import GAME
from tianming_games.dragon.box import EventTile, Tile
from tianming_games.dragon.event_phase import month_event
from tianming_games.dragon.great_wall import WALL, Wall, score_after_mongols
from tianming_games.dragon.notation import CORNER_WORDS, TILE_WORDS
from tianming_games.dragon.province import Province
from tianming_games.dragon.rules import Phase
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER

T = Tile
TWO_EACH = Wall(unused=((3, 4, 5),) * 2, built=(0, 1) * 3 + (0,))
"""A wall that just reaches month 7."""
REALM = Province(palaces=(palace(2, T.MONK, T.FARMER), palace(3, T.OLD_MONK)), dragons=2, track=5)
"""A province that every super event but the eclipse changes, or asks about."""


def event_phases(**options: str) -> tuple[Phase[DragonState], ...]:
    """The phases from the event up to decay."""
    month = GAME.begin(2, options).rules.month
    names = [getattr(phase, "__name__", "") for phase in month]
    return month[names.index("month_event") : names.index("decay")]


def in_peace(word: str) -> DragonState:
    """Month 7 without a normal event, from there up to decay."""
    options = {"super_event": word}
    return table(*event_phases(**options), players=[REALM] * 2, month=7, options=options)


def eclipse(event: EventTile, *players: Province, month: int = 7, **options: str) -> DragonState:
    """A month whose event is repeated by the eclipse."""
    options = {"super_event": "solar-eclipse", **options}
    return table(
        *event_phases(**options),
        players=players,
        month=month,
        events=in_month(month, event),
        options=options,
        extras={WALL.name: TWO_EACH} if "great_wall" in options else None,
    )


class TestCorner:
    """The corner on month 7."""

    def test_without_the_expansion_there_is_none(self) -> None:
        assert dict(GAME.begin(2).extras) == {}

    @pytest.mark.parametrize("number", range(10))
    def test_a_drawn_corner_is_public(self, number: int) -> None:
        state = GAME.begin(2, {"super_event": "random"})
        assert "month 7  not drawn yet" in state.to_text(1)
        state.apply_draw((1, 2, 3, 4, 5, 1, 2, 3, 4, 5))
        assert state.draw_notation((number,)) == f"super-event {CORNER_WORDS[number]}"
        state.apply_draw((number,))
        assert f"month 7  {CORNER_WORDS[number]}" in state.to_text(1)
        assert CORNER.of(state).corner == number

    @pytest.mark.parametrize("word", CORNER_WORDS)
    def test_a_corner_that_is_agreed_on_is_not_drawn(self, word: str) -> None:
        state = GAME.begin(2, {"super_event": word})
        state.apply_draw((1, 2, 3, 4, 5, 1, 2, 3, 4, 5))
        assert state.current_player == 0
        assert f"month 7  {word}" in state.to_text()

    def test_a50_it_happens_after_the_event_and_the_wall_and_before_decay(self) -> None:
        names = [
            getattr(phase, "__name__", "repeat")
            for phase in event_phases(great_wall="yes", super_event="flood")
        ]
        assert names == ["month_event", "score_after_mongols", "take_effect", "repeat"]

    @pytest.mark.parametrize(
        ("word", "change"),
        [
            ("lanternfest", {"score": 2 * 3}),
            ("buddha", {"score": 1 * 2 + 2 * 3}),
            ("solar-eclipse", {}),
            ("volcanic-eruption", {"track": 0}),
            ("assassination-attempt", {"dragons": 0}),
        ],
    )
    def test_a51_a54_a55_a58_what_each_does_in_month_7(
        self, word: str, change: dict[str, int]
    ) -> None:
        state = in_peace(word)
        assert stopped(state)
        for after in state.provinces:
            assert asdict(after) == {**asdict(REALM), "arrival": after.arrival, **change}

    @pytest.mark.parametrize(
        ("word", "choices"),
        [
            ("earthquake", ["lose 0", "lose 1"]),
            ("flood", ["return yuan 3"]),
            ("tornado", [f"discard {card}" for card in (*TILE_WORDS[:9], "joker")]),
            ("sunrise", [f"tile {tile}" for tile in TILE_WORDS[:9]]),
            ("charter", ["charter monk", "charter farmer"]),
        ],
    )
    def test_a52_a53_a56_a57_a59_what_each_asks_for_in_month_7(
        self, word: str, choices: list[str]
    ) -> None:
        assert offered(in_peace(word)) == choices

    @pytest.mark.parametrize("month", [6, 8])
    def test_it_happens_in_month_7_only(self, month: int) -> None:
        state = table(
            *event_phases(super_event="assassination-attempt"),
            players=[Province(dragons=2)] * 2,
            month=month,
            options={"super_event": "assassination-attempt"},
        )
        assert [p.dragons for p in state.provinces] == [2, 2]


class TestEclipse:
    """Solar eclipse."""

    def test_d1_eclipse(self) -> None:
        """The festival is held again, with what the first one left."""
        players = [Province(fireworks=count) for count in (2, 1, 3, 0, 3)]
        state = eclipse(EventTile.DRAGON_FESTIVAL, *players)
        assert [p.score for p in state.provinces] == [9, 6, 12, 0, 12]
        assert [p.fireworks for p in state.provinces] == [0, 0, 0, 0, 0]

    def test_a54_the_whole_event_happens_a_second_time(self) -> None:
        owner = Province(palaces=housed(T.MONK, T.FARMER, T.SCHOLAR), yuan=6)
        state = eclipse(EventTile.IMPERIAL_TRIBUTE, owner, Province(yuan=8))
        assert [p.yuan for p in state.provinces] == [0, 0]
        choose(state, "release 0 monk", "release 0 farmer")
        assert stopped(state)

    def test_a54_no_eclipse_outside_month_7(self) -> None:
        state = eclipse(EventTile.IMPERIAL_TRIBUTE, Province(), Province(), month=8)
        assert [p.yuan for p in state.provinces] == [2, 2]

    @pytest.mark.parametrize(("choice", "walls"), [("once", 1), ("twice", 2)])
    def test_a47_mongols_and_eclipse(self, choice: str, walls: int) -> None:
        """The Mongols come twice, the wall is scored once, or as often."""
        army = Province(palaces=housed(T.WARRIOR, T.WARRIOR, T.WARRIOR))
        state = eclipse(
            EventTile.MONGOL_INVASION, army, Province(), great_wall="yes", eclipse_wall=choice
        )
        assert stopped(state)
        assert [p.score for p in state.provinces] == [2 * 3 + 4 * walls, 3 * walls]

    def test_the_phases_that_are_repeated_are_those_of_the_event(self) -> None:
        once = GAME.begin(2, {"great_wall": "yes"}).rules
        twice = GAME.begin(2, {"great_wall": "yes", "eclipse_wall": "twice"}).rules
        assert once.event == (month_event,)
        assert twice.event == (month_event, score_after_mongols)
