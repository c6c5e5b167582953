"""States from positions: what is dealt, and which contradictions are named."""

from functools import cache

import pytest

from referee.game_check.random_play import random_steps, seed_bytes
from tests.games.changed_field import Change, added, cleared, put, shortened
from tests.games.variants import label, variants
from tianming_games.chance import Chance
from tianming_games.china import GAME
from tianming_games.china.state import ChinaState
from tianming_games.position import PositionError
from tianming_proto.games.china.v1 import china_pb2 as pb

OPTIONS = {"side": "4-5", "fortifications": "yes"}
DEAL = Chance(bytes(32), "deal")

Shown = tuple[bytes, bytes]
"""A setup and a position."""


def shown(state: ChinaState, seat: int) -> Shown:
    """What the seat is shown when it is asked."""
    wire = GAME.wire()
    return wire.setup(state), wire.position(state, seat, state.legal_actions(seat))


@cache
def question(decision: str, exhausted: int) -> Shown:
    """The last such question of a play, with everything that can be traced then."""
    found: Shown | None = None
    for state, seat, _ in random_steps(GAME, 4, OPTIONS, 5):
        assert isinstance(state, ChinaState)
        is_asked = seat >= 0 and state.observation(seat).decision == decision
        if is_asked and state.exhausted == exhausted and seat == state.turn:
            found = shown(state, seat)
    assert found is not None
    return found


class TestState:
    """What is built."""

    @pytest.mark.parametrize("variant", variants("china"), ids=label)
    def test_a_position_is_dealt_like_the_state_itself(self, variant: dict[str, str]) -> None:
        """With the same random stream, so what can be dealt is as likely as there."""
        for number, (state, seat, _) in enumerate(random_steps(GAME, 4, variant, 3)):
            if seat < 0:
                continue
            assert isinstance(state, ChinaState)
            label = f"deal {number}"
            built = GAME.from_position(
                variant, *shown(state, seat), Chance(seed_bytes(number), label)
            )
            twin = state.resample(seat, Chance(seed_bytes(number), label))
            assert built.canonical_bytes() == twin.canonical_bytes()
            assert built.traces == twin.traces

    def test_the_seats_own_cards_are_traced_as_in_the_match(self) -> None:
        """The others do not know which of them are of the second pile, and it does."""
        for state, seat, _ in random_steps(GAME, 3, {}, 8):
            assert isinstance(state, ChinaState)
            if seat >= 0 and state.traces:
                built = GAME.from_position({}, *shown(state, seat), DEAL)
                assert built.traces[seat] == state.traces[seat]


CHANGES: dict[str, tuple[str, int, Change]] = {
    "a seat too many": ("turn", 0, put("seat", 4)),
    "no decision": ("turn", 0, cleared("decision")),
    "an unknown decision": ("turn", 0, put("decision", 7)),
    "a draw with a full hand": ("turn", 0, put("decision", 4)),
    "another seat's turn": ("turn", 0, Change("turns", lambda o: setattr(o, "turns", o.turns + 1))),
    "turns without end": ("turn", 0, put("turns", 2**32 - 1)),
    "20 more rounds with nothing placed": (
        "turn",
        0,
        Change("turns", lambda o: setattr(o, "turns", o.turns + 80)),
    ),
    "20 more rounds after the reshuffle": (
        "turn",
        1,
        Change("turns", lambda o: setattr(o, "turns", o.turns + 80)),
    ),
    "fewer turns than pieces": ("turn", 1, Change("turns", lambda o: setattr(o, "turns", o.seat))),
    "400 points before a region is full": ("turn", 0, put("players[1].score", 400)),
    "a region too early": ("turn", 0, put("region", 4)),
    "no region for a piece": ("place", 0, cleared("region")),
    "a region that is none": ("place", 0, put("region", 10)),
    "no piece to place": ("place", 0, cleared("pieces_left")),
    "three pieces": ("place", 0, put("pieces_left", 3)),
    "a card without a colour": ("turn", 0, put("hand[2]", pb.COLOR_UNSPECIFIED)),
    "a hand in disorder": ("turn", 0, Change("hand", lambda o: o.hand.reverse())),
    "a card missing in hand": ("turn", 0, shortened("hand")),
    "a card too many": ("turn", 0, added("hand", pb.COLOR_PURPLE)),
    "five cards face up": ("turn", 0, added("display", pb.COLOR_PURPLE)),
    "a pile too high": ("turn", 0, put("pile", 30)),
    "more discards than cards": ("turn", 0, put("discards[1]", 57, named="discards")),
    "a colour missing": ("turn", 0, shortened("discards")),
    "a third pile": ("turn", 0, put("exhausted", 3)),
    "a second pile too early": ("turn", 0, added("recycled", *[0] * 5)),
    "no second pile": ("turn", 1, cleared("recycled")),
    "a card drawn too early": ("turn", 0, Change("drawn", lambda o: o.drawn.append(o.hand[0]))),
    "a drawn card that is not held": ("turn", 1, added("drawn", *[pb.COLOR_PURPLE] * 9)),
    "another second pile": (
        "turn",
        1,
        Change("recycled", lambda o: o.recycled.__setitem__(0, o.recycled[0] + 1)),
    ),
    "a player missing": ("turn", 0, shortened("players")),
    "two houses on a space": (
        "turn",
        1,
        Change(
            "players[1].houses",
            lambda o: o.players[1].houses.__setitem__(0, o.players[0].houses[0]),
        ),
    ),
    "a space too many": ("turn", 1, added("players[1].houses", 53)),
    "a house too many in the supply": ("turn", 1, put("players[1].houses_left", 20)),
    "nine emissaries": ("turn", 1, put("players[0].emissaries[0]", 9)),
    "emissaries without a majority": (
        "turn",
        1,
        put("players[0].emissaries[0]", 8, named="players"),
    ),
    "a region missing": ("turn", 1, shortened("players[0].emissaries")),
    "two fortifications": (
        "turn",
        1,
        put("players[0].fortifications_left", 2, named="fortifications"),
    ),
    "a fortification of nobody": ("turn", 0, added("fortifications", 52, named="fort")),
    "four cards in a hand": ("turn", 1, put("players[0].cards", 4)),
    "more known cards than cards": (
        "turn",
        1,
        added("players[0].known_cards", *[pb.COLOR_RED] * 4),
    ),
    "a trace too early": ("turn", 0, put("players[0].first_pile_cards", 1)),
    "four cards of the first pile": ("turn", 1, put("players[0].first_pile_cards", 4)),
    "unclear plays that nobody discarded": (
        "turn",
        1,
        added(
            "players[0].unclear_plays",
            *[pb.UnclearPlay(color=pb.COLOR_PURPLE, drawn=1)] * 12,
            named="discards[4]",
        ),
    ),
    "an unclear play before a card was drawn": (
        "turn",
        1,
        added("players[0].unclear_plays", pb.UnclearPlay(color=pb.COLOR_PURPLE)),
    ),
}
"""What is changed in a question of a decision, by how often the pile was exhausted, and
the field that is named."""


def refusal(setup: bytes, position: pb.Position, options: dict[str, str] = OPTIONS) -> str:
    """The field that is named."""
    with pytest.raises(PositionError) as error:
        GAME.from_position(options, setup, position.SerializeToString(), DEAL)
    return error.value.field


class TestContradictions:
    """What is refused."""

    @pytest.mark.parametrize(("decision", "exhausted", "change"), CHANGES.values(), ids=CHANGES)
    def test_a_position_that_contradicts_itself_names_the_field(
        self, decision: str, exhausted: int, change: Change
    ) -> None:
        setup, data = question(decision, exhausted)
        position = pb.Position.FromString(data)
        change.apply(position.observation)
        assert refusal(setup, position).startswith(f"position.observation.{change.field}")

    def test_options_that_the_rules_do_not_offer_are_refused(self) -> None:
        setup, data = question("turn", 0)
        position = pb.Position.FromString(data)
        del position.options[0]
        assert refusal(setup, position).startswith("position.options")

    def test_the_setup_of_another_board_is_refused(self) -> None:
        setup, data = question("turn", 0)
        position = pb.Position.FromString(data)
        given = {**OPTIONS, "side": "3-4"}
        assert refusal(setup, position, given).startswith("setup.board.roads")
        assert refusal(setup, position, {"side": "4-5"}) == "setup.fortifications"


def test_a_number_of_seats_that_an_option_excludes_is_refused_by_the_setup() -> None:
    setup, data = question("turn", 0)
    five = pb.Setup.FromString(setup)
    five.seats = 5
    with pytest.raises(PositionError) as error:
        GAME.from_position({"side": "3-4"}, five.SerializeToString(), data, DEAL)
    assert error.value.field == "setup.seats"


def test_an_error_shortens_a_text_of_the_setup() -> None:
    setup, data = question("turn", 0)
    changed = pb.Setup.FromString(setup)
    changed.board.regions[0].name = "Y" * 5000
    with pytest.raises(PositionError) as error:
        GAME.from_position(OPTIONS, changed.SerializeToString(), data, DEAL)
    assert error.value.field == "setup.board.regions[0].name"
    assert len(str(error.value)) < 300
