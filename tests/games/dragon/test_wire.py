"""Positions, setups and events say what the state says, field by field."""

from dataclasses import replace

import pytest

from referee.game_check.random_play import random_steps
from tests.games.variants import label, variants
from tianming_games.action import Action
from tianming_games.dragon import GAME
from tianming_games.dragon.great_wall import WALL, Wall
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER, SuperEvent
from tianming_games.dragon.view import Observation
from tianming_games.state import CHANCE
from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

FIELDS = {
    Verb.DRAFT: ("draft", ("first", "second"), 1),
    Verb.PASS: ("pass_action", (), 0),
    Verb.TAKE: ("take_action", ("card",), 1),
    Verb.BUY: ("buy_privilege", ("size",), 0),
    Verb.CARD: ("play_card", ("card",), 1),
    Verb.TILE: ("take_tile", ("tile",), 1),
    Verb.PLACE: ("place_tile", ("palace",), 0),
    Verb.DROP: ("drop_tile", (), 0),
    Verb.WALL: ("build_wall", ("tile",), 1),
    Verb.LOSE: ("lose_floor", ("palace",), 0),
    Verb.DISCARD: ("discard_card", ("card",), 1),
    Verb.CHARTER: ("choose_type", ("person",), 1),
}
"""The field of each verb, its operands, and what is added to them."""

PALACE_AND_PERSON = {Verb.REPLACE: "replace_tile", Verb.RELEASE: "release_person"}


def assert_same_option(option: pb.Option, action: Action, palaces: int) -> None:
    """The option says what the action says, to a player with so many palaces."""
    verb = Verb(action.verb)
    kind = option.WhichOneof("kind")
    if verb in PALACE_AND_PERSON:
        message = getattr(option, PALACE_AND_PERSON[verb])
        assert kind == PALACE_AND_PERSON[verb]
        assert (message.palace, message.person - 1) == action.operands
        return
    if verb == Verb.FLOOR:
        floor = option.build_floor
        assert kind == "build_floor"
        assert (floor.palace if floor.HasField("palace") else palaces,) == action.operands
        return
    if verb == Verb.RETURN:
        assert kind == "return_goods"
        returned = option.return_goods
        assert (returned.goods - 1, returned.count) == action.operands
        return
    name, operands, added = FIELDS[verb]
    message = getattr(option, name)
    assert kind == name
    assert tuple(getattr(message, field) - added for field in operands) == action.operands


def assert_same_table(said: pb.Observation, seen: Observation) -> None:
    """The message says what lies between the players."""
    assert (said.seat, said.month, said.left) == (seen.seat, seen.month, len(seen.subjects))
    assert said.HasField("month") == (seen.month > 0)
    assert pb.Phase.Name(said.phase) == f"PHASE_{PhaseKind(seen.phase).name}"
    assert tuple(said.queue) == seen.queue
    assert pb.Decision.Name(said.decision) == f"DECISION_{seen.decision.upper().replace('-', '_')}"
    in_hand = seen.subjects if seen.decision == "place" else ()
    assert tuple(tile - 1 for tile in said.tiles) == in_hand
    assert said.card == (seen.subjects[0] + 1 if seen.decision == "tile" else 0)
    assert tuple(event - 1 for event in said.events) == seen.events
    assert tuple(said.display) == seen.display
    assert tuple(tuple(card - 1 for card in group.cards) for group in said.groups) == seen.groups
    assert tuple(group.dragons for group in said.groups) == seen.dragons
    assert tuple(said.turn_order) == seen.turn_order
    assert tuple(said.unsupplied) == seen.unsupplied


def assert_same_extras(said: pb.Observation, seen: Observation) -> None:
    """The message says what the expansions have on the table, and nothing without them."""
    wall, corner = seen.extras.get(WALL.name), seen.extras.get(CORNER.name)
    assert said.HasField("wall") == (wall is not None)
    if isinstance(wall, Wall):
        assert tuple(said.wall.built) == wall.built
        unused = tuple(tuple(tile - 1 for tile in row.tiles) for row in said.wall.unused)
        assert unused == wall.unused
    if isinstance(corner, SuperEvent) and corner.corner is not None:
        assert said.super_event - 1 == corner.corner
        assert tuple(tile - 1 for tile in said.risen) == corner.risen
    else:
        assert said.super_event == pb.SUPER_EVENT_UNSPECIFIED
    assert said.HasField("to_return") == seen.decision.startswith("flood")
    if said.HasField("to_return"):
        assert said.to_return == seen.subjects[0]


def assert_same_players(said: pb.Observation, seen: Observation) -> None:
    """The message says what every player owns."""
    assert len(said.players) == len(seen.provinces)
    for player, province in zip(said.players, seen.provinces, strict=True):
        assert (player.score, player.track) == (province.score, province.track)
        assert (player.yuan, player.rice) == (province.yuan, province.rice)
        assert player.fireworks == province.fireworks
        assert player.privilege_dragons == province.dragons
        assert tuple(card - 1 for card in player.hand) == province.hand
        assert (
            tuple((p.floors, tuple(tile - 1 for tile in p.persons)) for p in player.palaces)
            == province.palaces
        )


@pytest.mark.parametrize("options", variants("dragon"), ids=label)
@pytest.mark.parametrize("seats", [2, 5])
def test_every_position_of_a_play_says_what_the_seat_sees(
    seats: int, options: dict[str, str]
) -> None:
    wire = GAME.wire()
    for state, seat, _ in random_steps(GAME, seats, options, 11):
        if seat < 0:
            continue
        assert isinstance(state, DragonState)
        legal = state.legal_actions(seat)
        position = pb.Position.FromString(wire.position(state, seat, legal))
        assert_same_table(position.observation, state.observation(seat))
        assert_same_extras(position.observation, state.observation(seat))
        assert_same_players(position.observation, state.observation(seat))
        assert len(position.options) == len(legal)
        palaces = len(state.provinces[seat].palaces)
        for option, action in zip(position.options, legal, strict=True):
            assert_same_option(option, action, palaces)
            event = pb.Event.FromString(wire.event(state, seat, action))
            assert event.action == option


def test_a32_every_seat_receives_the_same_except_its_number() -> None:
    for state, seat, _ in random_steps(GAME, 3, {}, 5):
        if seat >= 0:
            seen = [replace(state.observation(other), seat=0) for other in range(3)]
            assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("edition", ["2007", "anniversary"])
def test_the_setup_says_what_stays_the_same(edition: str) -> None:
    state = GAME.begin(3, {"edition": edition, "great_wall": "yes"})
    setup = pb.Setup.FromString(GAME.wire().setup(state))
    assert setup.seats == 3
    assert setup.large_privilege_price == {"2007": 6, "anniversary": 7}[edition]
    assert list(setup.tiles) == state.display
    assert list(setup.action_cards) == [card + 1 for card in sorted(state.rules.actions)]


def test_a_draw_says_what_everybody_sees_after_it() -> None:
    wire, options = GAME.wire(), {"super_event": "random"}
    kinds = set()
    for state, seat, values in random_steps(GAME, 3, options, 2):
        if seat != CHANCE:
            continue
        assert isinstance(state, DragonState)
        assert not isinstance(values, Action)
        draw = pb.Event.FromString(wire.draw(state, values)).draw
        after = state.clone()
        after.apply_draw(values)
        kinds.add(draw.WhichOneof("kind"))
        match draw.WhichOneof("kind"):
            case "events":
                assert tuple(event - 1 for event in draw.events.events) == after.events
            case "deal":
                groups = [[card - 1 for card in group.cards] for group in draw.deal.groups]
                assert tuple(map(tuple, groups)) == after.groups
            case "super_event":
                assert draw.super_event - 1 == CORNER.of(after).corner
    assert kinds == {"events", "deal", "super_event"}
