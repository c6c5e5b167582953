"""The payload of a question says what the observation says, field by field."""

import pytest

from tests.games.play import random_steps
from tests.games.variants import label, variants
from tianming_games.action import Action
from tianming_games.china import GAME
from tianming_games.china.box import EMPTY, NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb
from tianming_games.china.state import ChinaState
from tianming_games.china.view import Observation
from tianming_proto.games.china.v1 import china_pb2 as pb


def assert_same_option(option: pb.Option, action: Action, drawn: Map) -> None:
    """The option says what the action says."""
    kind = option.WhichOneof("kind")
    operands = action.operands
    match Verb(action.verb):
        case Verb.PLAY:
            assert kind == "play_cards"
            play = option.play_cards
            assert (play.land - 1, play.color - 1, play.cards) == operands
        case Verb.STOP:
            assert kind == "stop"
        case Verb.EXCHANGE:
            assert (kind, option.exchange_card.color - 1) == ("exchange_card", operands[0])
        case Verb.HOUSE:
            word = drawn.space_word(option.place_house.space)
            assert (kind, f"house {word}") == ("place_house", GAME.write(action))
        case Verb.EMISSARY:
            assert (kind, option.place_emissary.land - 1) == ("place_emissary", operands[0])
        case Verb.FORTIFICATION:
            word = drawn.space_word(option.place_fortification.space)
            assert (kind, f"fortification {word}") == ("place_fortification", GAME.write(action))
        case Verb.TAKE:
            assert (kind, option.take_card.color - 1) == ("take_card", operands[0])
        case Verb.DRAW:
            assert kind == "draw_card"


def assert_same_table(said: pb.Observation, seen: Observation) -> None:
    """The message says what lies between the players, and whose turn it is."""
    assert (said.seat, said.turn, said.turns, said.left) == (
        seen.seat,
        seen.turn,
        seen.turns,
        seen.left,
    )
    assert pb.Decision.Name(said.decision) == f"DECISION_{seen.decision.upper()}"
    assert said.region == (0 if seen.region == NOWHERE else seen.region + 1)
    assert tuple(card - 1 for card in said.hand) == seen.hand
    assert tuple(card - 1 for card in said.display) == seen.display
    assert (said.pile, said.exhausted) == (seen.pile, seen.exhausted)
    assert tuple(said.discards) == seen.discards
    assert said.fortifications == seen.with_forts
    assert sum(said.deck) == len(seen.deck)


def assert_same_players(said: pb.Observation, seen: Observation) -> None:
    """The message says what everybody sees of the players."""
    for seat, (player, mine) in enumerate(zip(said.players, seen.players, strict=True)):
        assert player.seat == seat
        assert player.score == mine.score
        assert (player.houses, player.emissaries) == (mine.houses, mine.emissaries)
        assert (player.fortifications, player.cards) == (mine.fortifications, mine.cards)
        assert tuple(card - 1 for card in player.known_cards) == mine.known


def assert_same_regions(said: pb.Observation, seen: Observation) -> None:
    """The message says what stands in the regions."""
    for land, (region, mine) in enumerate(zip(said.regions, seen.regions, strict=True)):
        assert region.land == land + 1
        assert [space.house or EMPTY + 1 for space in region.spaces] == [
            owner + 1 for owner in mine.owners
        ]
        forts = [index for index, space in enumerate(region.spaces) if space.fortification]
        assert tuple(forts) == mine.forts
        assert tuple(region.emissaries) == mine.emissaries
        assert tuple(region.houses) == mine.houses
        assert (region.emissary_limit, region.scored) == (mine.limit, mine.scored)


def assert_same_board(board: pb.Board, drawn: Map) -> None:
    """The message says what is printed on the board."""
    assert [area.land - 1 for area in board.areas] == list(range(9))
    assert tuple(area.color - 1 for area in board.areas) == drawn.colours
    assert tuple(area.first_space for area in board.areas) == drawn.first
    assert tuple(area.spaces for area in board.areas) == drawn.sizes
    assert tuple((road.one, road.other) for road in board.roads) == drawn.roads
    assert tuple((each.one - 1, each.other - 1) for each in board.alliances) == drawn.alliances


@pytest.mark.parametrize("options", variants("china"), ids=label)
def test_a_question_says_what_the_seat_sees_and_may_choose(options: dict[str, str]) -> None:
    wire = GAME.wire()
    for state, seat, _ in random_steps(GAME, 4, options, seed=11):
        if seat < 0:
            continue
        assert isinstance(state, ChinaState)
        legal, seen = state.legal_actions(seat), state.observation(seat)
        question = pb.Position.FromString(wire.position(state, seat, legal))
        assert_same_table(question.observation, seen)
        assert_same_players(question.observation, seen)
        assert_same_regions(question.observation, seen)
        assert_same_board(question.observation.board, seen.map)
        for option, action in zip(question.options, legal, strict=True):
            assert_same_option(option, action, seen.map)


def test_another_seats_question_shows_its_own_hand() -> None:
    wire = GAME.wire()
    for state, _, _ in random_steps(GAME, 4, {}, seed=3):
        assert isinstance(state, ChinaState)
        for seat in range(4):
            question = pb.Position.FromString(wire.position(state, seat, ()))
            assert tuple(card - 1 for card in question.observation.hand) == state.hands[seat]
