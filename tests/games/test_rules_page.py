"""The pages of the rules have the numbers of the code, and their examples were played."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.rules_page import counts, examples, numbers, page, prose, table, word
from tests.golden.write import FOLDER
from tianming_games.action import Action
from tianming_games.china import box as china
from tianming_games.china.map_file import load_map as china_map
from tianming_games.china.region import empty_region
from tianming_games.china.scoring import house_points
from tianming_games.decision import Decision
from tianming_games.dragon import box as dragon
from tianming_games.dragon import scoring
from tianming_games.dragon.action_phase import ACTIONS
from tianming_games.dragon.event_phase import (
    EVENTS,
    contagion,
    dragon_festival,
    imperial_tribute,
)
from tianming_games.dragon.expansion_box import WALL_LENGTH, WallTile
from tianming_games.dragon.notation import CORNER_WORDS, WALL_WORDS
from tianming_games.dragon.province import Palace, Province
from tianming_games.ming import box as ming
from tianming_games.ming.majority import moves_to_city
from tianming_games.ming.map_file import load_map as ming_map
from tianming_games.ming.scoring import tile_points
from tianming_games.registry import load, names

PLAYS = {
    "dragon": "dragon-default",
    "china": "china-side=3-4+fortifications=yes",
    "ming": "ming-default",
}
"""The golden play from which each page's examples come."""


def kinds(root: type[Any]) -> Iterator[type[Any]]:
    """All classes below one."""
    for kind in root.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("game", sorted(PLAYS))
class TestEveryPage:
    """What all pages have."""

    def test_each_example_was_played_like_that(self, game: str) -> None:
        lines = (FOLDER / f"{PLAYS[game]}.txt").read_text().splitlines()
        played = "\n".join(line for line in lines if line[0].isdigit())
        assert examples(game)
        for example in examples(game):
            assert f"\n{example}" in f"\n{played}\n"

    def test_every_option_is_explained(self, game: str) -> None:
        for option in load(game).options:
            assert f"| `{option.name}` |" in page(game)
            for choice in option.choices:
                assert f"`{choice}`" in page(game)

    def test_every_decision_of_a_bot_is_listed(self, game: str) -> None:
        load(game).begin(load(game).facts.least_seats)
        asked = {
            kind.name
            for kind in kinds(Decision)
            if kind.__module__.startswith(f"tianming_games.{game}.") and hasattr(kind, "name")
        }
        shown = re.findall(r"`([^`]+)`", " ".join(row[0] for row in table(game, "decision | ")))
        assert sorted(shown) == sorted(asked)

    def test_the_number_of_players_is_that_of_the_game(self, game: str) -> None:
        facts = load(game).facts
        opening = prose(game)[:600]
        assert f"for {facts.least_seats} to {facts.most_seats} players" in opening


def test_every_installed_game_of_ours_has_a_page() -> None:
    """`referee games rules` shows it."""
    assert set(PLAYS) <= set(names())


class TestDragon:
    """In the Year of the Dragon."""

    def test_person_tiles(self) -> None:
        rows = table("dragon", "person | young: steps")
        assert [row[0] for row in rows] == [
            person.name.lower().replace("_", " ") for person in dragon.Person
        ]
        for person, row in enumerate(rows):
            tiles = dragon.TILES_OF[person]
            shown = [int(cell) for cell in row[1:] if cell]
            assert shown == [n for t in tiles for n in (dragon.VALUE[t], dragon.SYMBOLS[t])]

    def test_display_by_players(self) -> None:
        for row in table("dragon", "players | of each type"):
            players, young, old, other = map(int, row)
            shown = dragon.display(players)
            tiles = dragon.Tile
            assert (shown[tiles.MONK], shown[tiles.OLD_MONK]) == (young, old)
            assert shown[tiles.CRAFTSMAN] == shown[tiles.COURT_LADY] == other
            assert sum(shown) == 18 * players

    def test_groups_of_action_cards(self) -> None:
        rows = table("dragon", "players | groups of 7 cards")
        assert [int(row[0]) for row in rows] == [2, 3, 4, 5]
        for row in rows:
            for cards, cell in ((7, row[1]), (8, row[2])):
                assert tuple(numbers(cell)) == dragon.group_sizes(int(row[0]), cards)

    def test_what_each_player_starts_with(self) -> None:
        shown = counts("dragon", "each player starts with")
        province = Province()
        assert shown == {
            "palaces": len(province.palaces),
            "floors of each palace": province.palaces[0].floors,
            "yuan": province.yuan,
            "person cards": len(dragon.HAND),
            "jokers among them": dragon.HAND.count(dragon.JOKER),
            "rice, fireworks, privileges, points": province.rice,
        }
        assert province.fireworks == province.dragons == province.score == 0

    def test_prices_of_privileges(self) -> None:
        shown = {
            row[0]: (int(row[1]), int(row[2]))
            for row in table("dragon", "edition | small privilege")
        }
        assert shown == {
            edition: (dragon.SMALL_PRICE, large) for edition, large in dragon.LARGE_PRICE.items()
        }

    def test_numbers_in_sentences(self) -> None:
        assert f"the player first pays {dragon.TOLL} yuan" in prose("dragon")
        assert f"the player's money rises to {dragon.REPLENISH} yuan" in prose("dragon")
        assert f"from month 1 to month {dragon.MONTHS}" in prose("dragon")

    def test_events_are_all_explained(self) -> None:
        shown = [row[0].casefold() for row in table("dragon", "event | what happens")]
        assert sorted(shown) == sorted(event.name.lower().replace("_", " ") for event in EVENTS)

    def test_actions_are_all_explained(self) -> None:
        shown = [row[0].casefold() for row in table("dragon", "action | effect")]
        assert shown == [card.name.lower().replace("_", " ") for card in dragon.Card]

    def test_what_an_action_brings_without_persons(self) -> None:
        shown = [numbers(row[1]) for row in table("dragon", "action | effect")]
        for card, (first, *_) in enumerate(shown[:-1]):
            state = load("dragon").begin(2)
            before, tasks = state.provinces[0], len(state.agenda)
            ACTIONS[card].effect(state, 0, Action(0))
            after = state.provinces[0]
            gained = [
                now - then
                for now, then in (
                    (after.yuan, before.yuan),
                    (len(state.agenda), tasks),
                    (after.rice, before.rice),
                    (after.fireworks, before.fireworks),
                    (after.track, before.track),
                    (after.score, before.score),
                )
            ]
            assert gained == [first if at == card else 0 for at in range(6)]
        small, large = dragon.Size
        assert shown[-1] == [
            *(small, dragon.SMALL_PRICE, large),
            *dragon.LARGE_PRICE.values(),
        ]

    def test_what_an_event_costs_and_brings(self) -> None:
        shown = {row[0]: numbers(row[1]) for row in table("dragon", "event | what happens")}
        state, court = load("dragon").begin(2), (Palace(3, (0, 0, 0)),)
        state.provinces = [
            Province().but(palaces=court, yuan=9, rice=9, fireworks=3),
            Province().but(palaces=court, yuan=1, fireworks=2),
        ]
        imperial_tribute(state)
        assert shown["imperial tribute"] == [9 - state.provinces[0].yuan, 1]
        assert len(state.agenda) == shown["imperial tribute"][0] - 1
        dragon_festival(state)
        assert shown["dragon festival"] == [province.score for province in state.provinces]
        assert [province.fireworks for province in state.provinces] == [1, 1]
        state.agenda.clear()
        contagion(state)
        assert len(state.agenda) == 2 * shown["contagion"][0]

    def test_super_events_and_wall_tiles_are_all_explained(self) -> None:
        assert [word(row[0]) for row in table("dragon", "super event |")] == list(CORNER_WORDS)
        shown = [word(row[0]) for row in table("dragon", "wall tile |")]
        assert shown == [WALL_WORDS[tile] for tile in WallTile]
        assert f"The wall can have {WALL_LENGTH} tiles." in prose("dragon")

    def test_points_at_the_end(self) -> None:
        shown = {row[0]: row[1] for row in table("dragon", "for | points")}
        one = Province().but(yuan=0, palaces=(Palace(2, (dragon.Tile.HEALER,)),))
        assert scoring.person_points(one) == int(shown["each person"])
        assert scoring.money_points(one.but(yuan=3)) == int(shown["every 3 yuan"])


class TestChina:
    """China."""

    @pytest.mark.parametrize("side", ["3-4", "4-5"])
    def test_regions_and_roads(self, side: str) -> None:
        board = china_map(side)
        regions = table("china", "region | colour")
        shown = [(name, colour, int(size)) for name, colour, size in regions]
        colours = [china.COLOUR_WORDS[colour] for colour in board.colours]
        assert shown == list(zip(board.names, colours, board.sizes, strict=True))
        assert f"side `{side}` has {len(board.roads)}" in prose("china")

    def test_alliances(self) -> None:
        board = china_map("3-4")
        rows = table("china", "| regions")
        cells = [row[at : at + 2] for at in (0, 2, 4) for row in rows]
        assert [int(number) for number, _ in cells] == list(range(1, china.ALLIANCES + 1))
        assert [pair.split(" and ") for _, pair in cells] == [
            [board.names[one], board.names[other]] for one, other in board.alliances
        ]

    def test_cards(self) -> None:
        board = china_map("4-5")
        three = china_map("3-4")
        for colour, row in enumerate(table("china", "colour | cards in the box")):
            assert row[0] == china.COLOUR_WORDS[colour]
            decks = [three.deck(3), three.deck(4), board.deck(5)]
            expected = [board.cards[colour], *(deck.count(colour) for deck in decks)]
            assert [int(cell) for cell in row[1:]] == expected
        assert f"There are {china.CARDS} cards" in prose("china")

    def test_pieces(self) -> None:
        assert list(counts("china", "each player has").values()) == [
            china.HOUSES,
            china.EMISSARIES,
            china.FORTIFICATIONS,
            china.HAND,
        ]

    def test_numbers_in_sentences(self) -> None:
        assert f"has {china.HAND} cards again" in prose("china")
        assert f"the display is filled up to {china.DISPLAY} cards" in prose("china")
        assert f"A row of at least {china.LEAST_ROW} own houses" in prose("china")

    def test_points_for_houses(self) -> None:
        for row in table("china", "houses of the players"):
            houses, points = map(numbers, row)
            region = empty_region(8, len(houses))
            space = 0
            for seat, count in enumerate(houses):
                for _ in range(count):
                    region = region.with_house(space, seat)
                    space += 1
            assert house_points(region) == points


class TestMing:
    """Ming Dynasty."""

    def test_the_box(self) -> None:
        assert list(counts("ming", "in the box | number").values()) == [
            ming.PROVINCES,
            ming.DISTRICTS_PER_PROVINCE,
            ming.HOUSES_PER_DISTRICT,
            ming.CLOISTERS_PER_DISTRICT,
            ming.FAMILY,
            ming.MOVEMENT_CARDS,
            ming.DRAGON_CARDS,
            ming.TILES_PER_COLOUR,
            ming.RETURN_CARDS,
        ]

    def test_numbers_in_sentences(self) -> None:
        assert f"The game has {ming.ROUNDS} rounds." in prose("ming")
        assert f"Each player places {ming.PLACED_PER_ROUND} members" in prose("ming")
        assert f"until everybody has {ming.HAND_LIMIT}." in prose("ming")
        assert f"settle up to {ming.DEPLOYED_AT_MOST} members" in prose("ming")

    def test_means_of_transport(self) -> None:
        shown = [
            (int(number), name, int(cards)) for number, name, cards in table("ming", "card | means")
        ]
        assert shown == [
            (number, kind.name, kind.cards)
            for number, kind in enumerate(ming_map("ming").transports, 1)
        ]

    def test_who_moves_into_the_city(self) -> None:
        for row in table("ming", "in the open | move"):
            standing, moves = map(numbers, row)
            assert moves_to_city(standing) == moves

    def test_points_of_each_scoring(self) -> None:
        rows = {row[0]: [int(cell) for cell in row[1:]] for row in table("ming", "points for |")}
        assert list(rows.values()) == [
            list(ming.FIGURE_POINTS.values()),
            [ming.BONUS_POINTS] * 3,
            [ming.CLOISTER_POINTS] * 3,
            list(ming.SET_POINTS.values()),
        ]

    def test_points_at_the_end(self) -> None:
        shown = counts("ming", "at the end | points")
        assert list(shown.values()) == [ming.FINAL_SET_POINTS, tile_points((1, 0, 0, 0, 0, 0))]

    def test_the_neutral_family(self) -> None:
        assert list(counts("ming", "the neutral family").values()) == [
            1,
            ming.NEUTRAL_PER_PLAYER,
            ming.NEUTRAL_LIMIT,
        ]
