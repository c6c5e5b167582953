"""The payload of a question says what the observation says, field by field."""

from dataclasses import replace

import pytest

from tests.games.play import random_steps
from tests.games.variants import label, variants
from tianming_games.action import Action
from tianming_games.dragon import GAME
from tianming_games.dragon.great_wall import WALL, Wall
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER, SuperEvent
from tianming_games.dragon.view import Observation
from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

FIELDS = {
    Verb.DRAFT: ("draft", ("first", "second"), 1),
    Verb.PASS: ("pass_action", (), 0),
    Verb.TAKE: ("take_action", ("card",), 1),
    Verb.BUY: ("buy_privilege", ("size",), 0),
    Verb.FLOOR: ("build_floor", ("palace",), 0),
    Verb.CARD: ("play_card", ("card",), 1),
    Verb.TILE: ("take_tile", ("tile",), 1),
    Verb.PLACE: ("place_tile", ("palace",), 0),
    Verb.DROP: ("drop_tile", (), 0),
    Verb.WALL: ("build_wall", ("tile",), 1),
    Verb.LOSE: ("lose_section", ("palace",), 0),
    Verb.DISCARD: ("discard_card", ("card",), 1),
    Verb.CHARTER: ("choose_type", ("person",), 1),
}
"""The field of each verb, its operands, and what is added to them."""

PALACE_AND_PERSON = {Verb.REPLACE: "replace_tile", Verb.RELEASE: "release_person"}


def assert_same_option(option: pb.Option, action: Action) -> None:
    """The option says what the action says."""
    verb = Verb(action.verb)
    kind = option.WhichOneof("kind")
    if verb in PALACE_AND_PERSON:
        message = getattr(option, PALACE_AND_PERSON[verb])
        assert kind == PALACE_AND_PERSON[verb]
        assert (message.palace, message.person - 1) == action.operands
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
    assert (said.seat, said.month, said.left) == (seen.seat, seen.month, seen.left)
    assert pb.Decision.Name(said.decision) == f"DECISION_{seen.decision.upper().replace('-', '_')}"
    assert said.tile == (seen.subject + 1 if seen.decision == "place" else 0)
    assert tuple(event - 1 for event in said.events) == seen.events
    assert tuple(said.display) == seen.display
    assert tuple(tuple(card - 1 for card in group.cards) for group in said.groups) == seen.groups
    assert tuple(group.dragons for group in said.groups) == seen.dragons
    assert tuple(said.turn_order) == seen.turn_order
    assert said.large_privilege_price == seen.large_price
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
    assert said.to_return == (seen.subject if seen.decision.startswith("flood") else 0)


def assert_same_players(said: pb.Observation, seen: Observation) -> None:
    """The message says what every player owns."""
    assert len(said.players) == len(seen.provinces)
    for seat, (player, province) in enumerate(zip(said.players, seen.provinces, strict=True)):
        assert player.seat == seat
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
def test_every_question_of_a_play_says_what_the_seat_sees(
    seats: int, options: dict[str, str]
) -> None:
    wire = GAME.wire()
    for state, seat, _ in random_steps(GAME, seats, options, 11):
        if seat < 0:
            continue
        assert isinstance(state, DragonState)
        legal = state.legal_actions(seat)
        question = pb.Position.FromString(wire.question(state, seat, legal))
        assert_same_table(question.observation, state.observation(seat))
        assert_same_extras(question.observation, state.observation(seat))
        assert_same_players(question.observation, state.observation(seat))
        assert len(question.options) == len(legal)
        for option, action in zip(question.options, legal, strict=True):
            assert_same_option(option, action)


def test_a32_every_seat_is_told_the_same_but_for_its_number() -> None:
    for state, seat, _ in random_steps(GAME, 3, {}, 5):
        if seat >= 0:
            seen = [replace(state.observation(other), seat=0) for other in range(3)]
            assert seen[0] == seen[1] == seen[2]
