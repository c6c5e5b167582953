"""Messages say what the observation, the map and the actions say, field by field."""

import pytest

from referee.game_check.random_play import random_steps
from tests.games.china.position import (
    ALEX,
    BARBARA,
    dealt,
    do,
    give,
    new_table,
    options,
)
from tests.games.variants import label, variants
from tianming_games.action import Action
from tianming_games.china import GAME
from tianming_games.china.box import NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb
from tianming_games.china.state import ChinaState
from tianming_games.china.view import Observation
from tianming_games.state import CHANCE
from tianming_proto.games.china.v1 import china_pb2 as pb


def assert_same_option(option: pb.Option, action: Action, drawn: Map) -> None:
    """The option says what the action says."""
    kind = option.WhichOneof("kind")
    operands = action.operands
    match Verb(action.verb):
        case Verb.PLAY:
            assert kind == "play_cards"
            play = option.play_cards
            assert (play.region - 1, play.color - 1, play.cards) == operands
        case Verb.STOP:
            assert kind == "stop"
        case Verb.EXCHANGE:
            assert (kind, option.exchange_card.color - 1) == ("exchange_card", operands[0])
        case Verb.HOUSE:
            word = drawn.space_word(option.place_house.space)
            assert (kind, f"house {word}") == ("place_house", GAME.write(action))
        case Verb.EMISSARY:
            assert (kind, option.place_emissary.region - 1) == ("place_emissary", operands[0])
        case Verb.FORTIFICATION:
            word = drawn.space_word(option.place_fortification.space)
            assert (kind, f"fortification {word}") == ("place_fortification", GAME.write(action))
        case Verb.TAKE:
            assert (kind, option.take_card.color - 1) == ("take_card", operands[0])
        case Verb.DRAW:
            assert kind == "draw_card"


def assert_same_turn(said: pb.Observation, seen: Observation) -> None:
    """The message says what is being decided."""
    assert (said.seat, said.seat) == (seen.seat, seen.turn)
    assert (said.turns, said.pieces_left) == (seen.turns, seen.left)
    assert pb.Decision.Name(said.decision) == f"DECISION_{seen.decision.upper()}"
    assert said.HasField("region") == (seen.region != NOWHERE)
    assert said.region == seen.region + 1


def assert_same_cards(said: pb.Observation, seen: Observation) -> None:
    """The message says which cards the seat sees, and what it knows of the others."""
    assert tuple(card - 1 for card in said.hand) == seen.hand
    assert tuple(card - 1 for card in said.display) == seen.display
    assert (said.pile, said.exhausted) == (seen.pile, seen.exhausted)
    assert tuple(said.discards) == seen.discards
    assert tuple(said.recycled) == seen.recycled
    assert tuple(card - 1 for card in said.drawn) == seen.drawn
    for player, trace in zip(said.players, seen.traces, strict=bool(seen.traces)):
        assert player.first_pile_cards == trace.first
        plays = tuple((play.color - 1, play.drawn) for play in player.unclear_plays)
        assert plays == trace.unclear


def assert_same_players(said: pb.Observation, seen: Observation) -> None:
    """The message says what everybody sees of the players."""
    for player, mine in zip(said.players, seen.players, strict=True):
        assert (player.score, player.cards) == (mine.score, mine.cards)
        assert (player.houses_left, player.emissaries_left) == (mine.houses, mine.emissaries)
        assert player.fortifications_left == mine.fortifications
        assert tuple(card - 1 for card in player.known_cards) == mine.known


def assert_same_pieces(said: pb.Observation, seen: Observation) -> None:
    """The message says what stands on the board."""
    first = seen.map.first
    for seat, player in enumerate(said.players):
        assert list(player.houses) == [
            first[land] + space
            for land, region in enumerate(seen.regions)
            for space, owner in enumerate(region.owners)
            if owner == seat
        ]
        assert list(player.emissaries) == [region.emissaries[seat] for region in seen.regions]
    assert list(said.fortifications) == [
        first[land] + space for land, region in enumerate(seen.regions) for space in region.forts
    ]


def assert_same_board(board: pb.Board, drawn: Map) -> None:
    """The message says what is printed on the board."""
    assert [each.region - 1 for each in board.regions] == list(range(9))
    assert tuple(each.name for each in board.regions) == drawn.names
    assert tuple(each.color - 1 for each in board.regions) == drawn.colours
    assert tuple(each.first_space for each in board.regions) == drawn.first
    assert tuple(each.spaces for each in board.regions) == drawn.sizes
    assert tuple((road.one, road.other) for road in board.roads) == drawn.roads
    assert tuple((each.one - 1, each.other - 1) for each in board.alliances) == drawn.alliances


@pytest.mark.parametrize("variant", variants("china"), ids=label)
def test_a_position_says_what_the_seat_sees_and_may_choose(variant: dict[str, str]) -> None:
    wire = GAME.wire()
    for state, seat, _ in random_steps(GAME, 4, variant, seed=11):
        if seat < 0:
            continue
        assert isinstance(state, ChinaState)
        legal, seen = state.legal_actions(seat), state.observation(seat)
        position = pb.Position.FromString(wire.position(state, seat, legal))
        assert_same_turn(position.observation, seen)
        assert_same_cards(position.observation, seen)
        assert_same_players(position.observation, seen)
        assert_same_pieces(position.observation, seen)
        for option, action in zip(position.options, legal, strict=True):
            assert_same_option(option, action, seen.map)


@pytest.mark.parametrize("variant", variants("china"), ids=label)
def test_the_setup_says_what_is_printed_on_the_board_and_what_is_in_the_deck(
    variant: dict[str, str],
) -> None:
    state = GAME.begin(4, variant)
    setup = pb.Setup.FromString(GAME.wire().setup(state))
    assert (setup.seats, setup.fortifications) == (4, variant.get("fortifications") == "yes")
    assert list(setup.deck) == [state.deck.count(colour) for colour in range(5)]
    assert_same_board(setup.board, state.map)


def test_another_seats_position_shows_its_own_hand() -> None:
    wire = GAME.wire()
    for state, _, _ in random_steps(GAME, 4, {}, seed=3):
        assert isinstance(state, ChinaState)
        for seat in range(4):
            position = pb.Position.FromString(wire.position(state, seat, ()))
            assert tuple(card - 1 for card in position.observation.hand) == state.hands[seat]


class TestEvents:
    """What happened, as every seat may know it."""

    def test_the_shuffle_shows_the_cards_that_lie_face_up_and_no_order(self) -> None:
        state = GAME.begin(4)
        deck = state.deck
        event = pb.Event.FromString(GAME.wire().draw(state, deck))
        state.apply_draw(deck)
        assert event.draw.shuffle.cards == len(deck)
        assert tuple(card - 1 for card in event.draw.shuffle.display) == state.display

    def test_the_reshuffle_shows_what_the_second_pile_is_made_of(self) -> None:
        state = dealt("red red red", pile="yellow", discards="purple purple orange")
        do(state, "exchange red")
        state.apply_action(ALEX, GAME.read("draw"))
        assert state.current_player == CHANCE
        event = pb.Event.FromString(GAME.wire().draw(state, (0, 4, 4, 3)))
        assert list(event.draw.reshuffle.cards) == [1, 0, 0, 1, 2]

    def test_a_card_from_the_pile_is_an_event_without_a_color(self) -> None:
        state = new_table()
        do(state, options(state)[-1])
        event = pb.Event.FromString(GAME.wire().event(state, ALEX, GAME.read("draw")))
        assert event == pb.Event(action=pb.Option(draw_card=pb.DrawCard()))

    def test_a_house_is_an_event_with_its_space(self) -> None:
        state = dealt("red red red")
        do(state, "play wei red")
        event = pb.Event.FromString(GAME.wire().event(state, ALEX, GAME.read("house wei-2")))
        space = state.map.first[3] + 1
        assert event == pb.Event(action=pb.Option(place_house=pb.PlaceHouse(space=space)))


def test_a_card_of_a_rival_from_the_second_pile_is_among_the_recycled_cards() -> None:
    """The seat that drew it knows its place, and the others do not."""
    state = dealt("red red red", pile="yellow", discards="purple purple orange green green")
    do(state, "exchange red", "draw")
    give(state, BARBARA, "green green green")
    do(state, "exchange green", "draw")
    drawn = state.traces[BARBARA].second
    assert len(drawn) == 1
    own, other = state.observation(BARBARA), state.observation(ALEX)
    assert (own.drawn, other.drawn) == (drawn, ())
    assert sum(other.recycled) - sum(own.recycled) == 1
