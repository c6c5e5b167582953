"""States from positions: what follows the decision, and which contradictions are named."""

from functools import cache

import pytest

from referee.game_check.random_play import random_steps
from tests.games.changed_field import Change, added, cleared, put, shortened
from tests.games.variants import label, variants
from tests.golden.write import seat_numbers
from tianming_games.chance import Chance
from tianming_games.ming import GAME
from tianming_games.ming.state import MingState
from tianming_games.position import PositionError
from tianming_proto.games.ming.v1 import ming_pb2 as pb

DEAL = Chance(bytes(32), "deal")

Shown = tuple[bytes, bytes]
"""A setup and a position."""


def shown(state: MingState, seat: int) -> Shown:
    """What the seat is shown when it is asked."""
    wire = GAME.wire()
    return wire.setup(state), wire.position(state, seat, state.legal_actions(seat))


@cache
def question(decision: str, seats: int, least_round: int = 0) -> Shown:
    """The first such question of a play from a round on."""
    for state, _, _ in random_steps(GAME, seats, {}, 4):
        assert isinstance(state, MingState)
        for seat in state.to_act()[-1:]:
            if state.round >= least_round and state.observation(seat).decision == decision:
                return shown(state, seat)
    raise AssertionError(f"no such question: {decision}")


class TestState:
    """What is built."""

    @pytest.mark.parametrize("variant", variants("ming"), ids=label)
    def test_a_position_is_dealt_like_the_state_itself(self, variant: dict[str, str]) -> None:
        """So the turns to come are those of the match."""
        for seats in seat_numbers(GAME, variant):
            for state, _, _ in random_steps(GAME, seats, variant, 6):
                assert isinstance(state, MingState)
                for seat in state.to_act():
                    built = GAME.from_position(variant, *shown(state, seat), DEAL)
                    twin = state.resample(seat, DEAL)
                    assert built.canonical_bytes() == twin.canonical_bytes()

    def test_every_decision_of_the_game_is_built(self) -> None:
        decisions = set()
        for seats in (2, 4):
            for state, _, _ in random_steps(GAME, seats, {}, 6):
                assert isinstance(state, MingState)
                for seat in state.to_act():
                    GAME.from_position({}, *shown(state, seat), DEAL)
                    decisions.add(state.observation(seat).decision)
        assert len(decisions) == len(pb.Decision.keys()) - 1

    def test_the_neutral_family_that_comes_first_continues_with_the_princes(self) -> None:
        variant = {"neutral_setup": "before-princes"}
        for state, seat, _ in random_steps(GAME, 2, variant, 1):
            assert isinstance(state, MingState)
            if seat >= 0 and state.families[-1].supply == 13:
                built = GAME.from_position(variant, *shown(state, seat), DEAL)
                built.apply_action(seat, built.legal_actions(seat)[0])
                assert built.observation(0).decision == "prince"
                return


def complete_set(seen: pb.Observation) -> None:
    """Give seat 0 a tile of every colour."""
    for colour, count in enumerate(seen.players[0].tiles):
        if not count:
            seen.players[0].tiles[colour] = 1
            seen.tiles[colour] -= 1


def two_tiles(seen: pb.Observation) -> None:
    """Give seat 0 a second tile before the first scoring."""
    seen.players[0].tiles[0] += 1
    seen.tiles[0] -= 1


def neutral_tile(seen: pb.Observation) -> None:
    """Give the neutral family a tile."""
    seen.neutral.tiles[0] += 1
    seen.tiles[0] -= 1


def neutral_card(seen: pb.Observation) -> None:
    """Give the neutral family a movement card of the stack."""
    card = next(card for card, count in enumerate(seen.stack) if count)
    seen.neutral.hand[card] += 1
    seen.stack[card] -= 1


def neutral_on_space(seen: pb.Observation) -> None:
    """Move a neutral member from its district to the province space."""
    seen.neutral.members[0] -= 1
    seen.neutral.spaces[0] += 1


def neutral_monk(seen: pb.Observation) -> None:
    """Move a neutral member into a cloister."""
    seen.neutral.members[0] -= 1
    seen.neutral.monks.append(0)


def crowd(seen: pb.Observation) -> None:
    """Gather four neutral members in the first district."""
    while seen.neutral.members[0] < 4:
        other = max(range(1, 18), key=lambda district: seen.neutral.members[district])
        seen.neutral.members[other] -= 1
        seen.neutral.members[0] += 1


def supply_of_another_round(seen: pb.Observation) -> None:
    """Take a member of seat 0 from the board back into the supply."""
    player = seen.players[0]
    places = player.spaces if any(player.spaces) else player.members
    places[next(at for at, count in enumerate(places) if count)] -= 1
    player.supply += 1


def settled(seen: pb.Observation) -> None:
    """Move a member of seat 0 from a space into the open."""
    space = next(at for at, count in enumerate(seen.players[0].spaces) if count)
    seen.players[0].spaces[space] -= 1
    seen.players[0].members[3 * space] += 1


def princes_together(seen: pb.Observation) -> None:
    """Put the princes of two players who do not move into one district."""
    first, second = (seat for seat in range(3) if seat != seen.seat)
    seen.players[first].prince = seen.players[second].prince


CHANGES: dict[str, tuple[str, int, int, Change]] = {
    "a seat too many": ("place", 3, 1, put("seat", 3)),
    "another seat's turn": ("place", 3, 1, put("seat", 1, named="")),
    "another seat's prince": ("prince", 3, 0, put("seat", 2)),
    "a seventh round": ("place", 3, 1, put("round", 7)),
    "another round": ("place", 3, 1, put("round", 2, named="players")),
    "no decision": ("place", 3, 1, cleared("decision")),
    "an unknown decision": ("place", 3, 1, put("decision", 12)),
    "a prince after the preparation": ("place", 3, 1, put("decision", pb.DECISION_PRINCE)),
    "a scoring in round 1": ("place", 3, 1, put("decision", pb.DECISION_RETURN)),
    "an unknown start": ("place", 3, 1, put("start", 3)),
    "another number of turns": ("place", 3, 1, put("left", 9)),
    "a seat in the queue twice": (
        "move",
        3,
        1,
        Change("queue", lambda o: o.queue.append(o.queue[0])),
    ),
    "a seat in the queue that is none": ("move", 3, 1, added("queue", 9, named="queue[2]")),
    "no deployment after a step": ("step", 3, 1, Change("queue", lambda o: o.queue.__delitem__(0))),
    "no move after a deployment": ("deploy", 3, 1, shortened("queue")),
    "a city out of season": ("place", 3, 1, put("city", 0)),
    "a city that is none": ("return", 3, 2, put("city", 6)),
    "no city": ("return", 3, 2, cleared("city", named="decision")),
    "a card missing in the display": ("place", 3, 1, shortened("display")),
    "a dragon card in the display": ("place", 3, 1, put("display[0]", 0, named="display")),
    "a card too many": ("place", 3, 1, put("stack[1]", 9)),
    "a dragon in the stack": ("place", 3, 1, put("stack[0]", 1)),
    "a dragon card too few": ("place", 3, 1, put("dragons", 14)),
    "a tile too few": ("place", 3, 1, put("tiles[0]", 16, named="tiles")),
    "a province missing": ("place", 3, 1, shortened("tiles")),
    "a player missing": ("place", 3, 1, shortened("players")),
    "another starting player": ("place", 3, 2, put("start", 0, named="")),
    "points before the first scoring": ("place", 3, 1, put("players[1].score", 4)),
    "a set of six tiles": ("move", 3, 3, Change("players[0].tiles", complete_set)),
    "a tile of another province": ("place", 3, 1, Change("players[0].tiles", two_tiles)),
    "neutral points": ("place", 2, 1, put("neutral.score", 3)),
    "neutral tiles": ("place", 2, 1, Change("neutral.tiles", neutral_tile)),
    "neutral cards": ("place", 2, 1, Change("neutral.hand", neutral_card)),
    "neutral members on a space": ("place", 2, 1, Change("neutral.spaces", neutral_on_space)),
    "a neutral monk": ("place", 2, 1, Change("neutral.monks", neutral_monk)),
    "four neutral members in a district": ("place", 2, 1, Change("neutral.members", crowd)),
    "a supply of another round": (
        "move",
        3,
        2,
        Change("players[0].supply", supply_of_another_round),
    ),
    "a member that settled before a move": ("card", 3, 1, Change("players[0].members", settled)),
    "two princes in a district": ("move", 3, 2, Change("players", princes_together)),
    "a neutral family of three": (
        "place",
        3,
        1,
        Change("neutral", lambda o: o.neutral.CopyFrom(o.players[0])),
    ),
    "no neutral family": ("place", 2, 1, cleared("neutral")),
    "no prince": ("place", 3, 1, Change("players", lambda o: o.players[1].ClearField("prince"))),
    "a prince nowhere": ("place", 3, 1, put("players[1].prince", 18)),
    "a member too many": ("move", 3, 2, put("players[1].members[3]", 30, named="players[1]")),
    "a district missing": ("move", 3, 2, shortened("players[1].members")),
    "a monk nowhere": ("move", 3, 2, added("players[1].monks", 18)),
    "members in a city that is not scored": (
        "place",
        3,
        1,
        added("players[1].in_city", 0, 0, 0),
    ),
    "return cards without a scoring": ("place", 3, 1, put("players[1].returning", 0)),
    "return cards of others": (
        "return",
        3,
        2,
        Change("players", lambda o: setattr(o.players[o.seat - 1], "returning", 1)),
    ),
    "return cards that are laid already": (
        "return",
        3,
        2,
        Change("players", lambda o: setattr(o.players[o.seat], "returning", 1)),
    ),
    "a hand too full": ("move", 3, 1, put("players[1].hand[0]", 6, named="players[1].hand")),
}
"""What is changed in the question of a decision, by seats and round, and the field that is
named."""


def refusal(setup: bytes, position: pb.Position) -> str:
    """The field that is named."""
    with pytest.raises(PositionError) as error:
        GAME.from_position({}, setup, position.SerializeToString(), DEAL)
    return error.value.field


class TestContradictions:
    """What is refused."""

    @pytest.mark.parametrize(
        ("decision", "seats", "least_round", "change"), CHANGES.values(), ids=CHANGES
    )
    def test_a_position_that_contradicts_itself_names_the_field(
        self, decision: str, seats: int, least_round: int, change: Change
    ) -> None:
        setup, data = question(decision, seats, least_round)
        position = pb.Position.FromString(data)
        change.apply(position.observation)
        assert refusal(setup, position).startswith(f"position.observation.{change.field}")

    def test_options_that_the_rules_do_not_offer_are_refused(self) -> None:
        setup, data = question("place", 3)
        position = pb.Position.FromString(data)
        del position.options[0]
        assert refusal(setup, position).startswith("position.options")

    def test_the_setup_of_another_board_is_refused(self) -> None:
        setup, data = question("place", 3)
        board = pb.Setup.FromString(setup)
        board.board.borders[3].card = 1
        changed = board.SerializeToString()
        assert refusal(changed, pb.Position.FromString(data)) == "setup.board.borders[3].card"


def test_a_number_of_seats_that_an_option_excludes_is_refused_by_the_setup() -> None:
    setup, data = question("place", 3, 1)
    options = {"neutral_setup": "before-princes"}
    with pytest.raises(PositionError) as error:
        GAME.from_position(options, setup, data, DEAL)
    assert error.value.field == "setup.seats"
