"""States from positions: what the position leaves open, and which contradictions are named."""

import pytest

from referee.game_check.random_play import random_steps
from tests.games.changed_field import Change, added, cleared, put, shortened
from tianming_games.chance import Chance
from tianming_games.dragon import GAME
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.state import DragonState
from tianming_games.position import PositionError
from tianming_proto.games.dragon.v1 import dragon_pb2 as pb

OPTIONS = {"great_wall": "yes", "super_event": "sunrise"}
DEAL = Chance(bytes(32), "deal")


def question(
    decision: str, month: int, options: dict[str, str] | None = None
) -> tuple[DragonState, bytes, pb.Position]:
    """The first such question of some play, with its setup."""
    given = OPTIONS if options is None else options
    for seed in range(50):
        for state, seat, _ in random_steps(GAME, 3, given, seed):
            assert isinstance(state, DragonState)
            if seat >= 0 and state.month == month and state.observation(seat).decision == decision:
                wire = GAME.wire()
                position = wire.position(state, seat, state.legal_actions(seat))
                return state.clone(), wire.setup(state), pb.Position.FromString(position)
    raise AssertionError(f"no play has the decision {decision} in month {month}")


def refusal(setup: bytes, position: pb.Position, options: dict[str, str] | None = None) -> str:
    """The field that is named."""
    given = OPTIONS if options is None else options
    with pytest.raises(PositionError) as error:
        GAME.from_position(given, setup, position.SerializeToString(), DEAL)
    return error.value.field


class TestState:
    """What is built."""

    def test_the_upper_marker_of_a_space_stays_the_upper_one(self) -> None:
        state, setup, position = question("action", 8, {"super_event": "volcanic-eruption"})
        options = {"super_event": "volcanic-eruption"}
        built = GAME.from_position(options, setup, position.SerializeToString(), DEAL)
        tracks = [province.track for province in built.provinces]
        assert len(set(tracks)) < len(tracks)
        assert built.turn_order() == state.turn_order()
        assert built.places() == state.places()

    def test_who_passed_the_draft_is_known_from_the_persons(self) -> None:
        state, setup, position = question("place", 0)
        built = GAME.from_position(OPTIONS, setup, position.SerializeToString(), DEAL)
        assert built.drafts == state.drafts

    def test_a_month_after_the_draft_only_forgets_what_no_rule_reads(self) -> None:
        state, setup, position = question("action", 5)
        built = GAME.from_position(OPTIONS, setup, position.SerializeToString(), DEAL)
        built.drafts, built.arrivals = state.drafts, state.arrivals
        built.provinces = [
            mine.but(arrival=theirs.arrival)
            for mine, theirs in zip(built.provinces, state.provinces, strict=True)
        ]
        assert built.canonical_bytes() == state.canonical_bytes()


def swap_queue(seen: pb.Observation) -> None:
    """Exchange the next two seats."""
    seen.queue[0], seen.queue[1] = seen.queue[1], seen.queue[0]


def build_twice(seen: pb.Observation) -> None:
    """Let seat 0 own two tiles of the wall."""
    del seen.wall.built[:]
    seen.wall.built.extend([0, 0])
    del seen.wall.unused[0].tiles[:2]


CHANGES: dict[str, tuple[str, int, Change]] = {
    "a seat too many": ("action", 3, put("seat", 3)),
    "a thirteenth month": ("action", 3, put("month", 13)),
    "no phase": ("action", 3, cleared("phase")),
    "a phase that does not come": ("action", 3, put("phase", 8)),
    "no decision": ("action", 3, cleared("decision")),
    "an unknown decision": ("action", 3, put("decision", 77)),
    "a decision of another phase": ("action", 3, put("decision", 4)),
    "nothing left to decide": ("build", 3, cleared("left")),
    "two actions": ("action", 3, put("left", 2)),
    "a seat that decides twice": ("action", 3, Change("queue", lambda o: o.queue.append(o.seat))),
    "an unknown seat in the queue": ("action", 3, added("queue", 3)),
    "a seat missing in the order": ("action", 3, shortened("turn_order")),
    "a player missing": ("action", 3, shortened("players")),
    "a palace with four floors": ("action", 3, put("players[1].palaces[0].floors", 4)),
    "an unknown person": ("action", 3, added("players[1].palaces[0].persons", 16)),
    "a card too many": ("action", 3, added("players[0].hand", 10)),
    "a card missing": ("action", 3, shortened("players[2].hand")),
    "too much money": ("action", 3, put("players[0].yuan", 1001)),
    "a tile too many": ("action", 3, put("display[0]", 7)),
    "a kind of tile missing": ("action", 3, shortened("display")),
    "a group missing": ("action", 3, shortened("groups")),
    "a card in two groups": (
        "action",
        3,
        Change("groups", lambda o: o.groups[0].cards.__setitem__(0, o.groups[1].cards[0])),
    ),
    "an event missing": ("action", 3, shortened("events")),
    "an event that comes twice": (
        "action",
        3,
        Change("events", lambda o: o.events.__setitem__(2, o.events[3])),
    ),
    "no card for a tile": ("tile", 3, cleared("card")),
    "a card where none is played": ("action", 3, put("card", 1)),
    "no tile to place": ("place", 3, cleared("tiles")),
    "a supply without drought": ("action", 3, added("unsupplied", 0)),
    "a return without flood": ("action", 3, put("to_return", 1)),
    "no wall": ("action", 3, cleared("wall")),
    "a wall tile too many": ("action", 3, added("wall.built", 0, named="wall.unused[0].tiles")),
    "seats in another order in the queue": ("action", 1, Change("queue", swap_queue)),
    "a seat missing in the queue": ("action", 1, shortened("queue")),
    "a person more than the month allows": (
        "action",
        1,
        added("players[0].palaces[0].persons", *[1, 1], named="players[0].palaces"),
    ),
    "twenty-two palaces in the first month": (
        "action",
        1,
        added("players[0].palaces", *[pb.Palace(floors=1)] * 20),
    ),
    "900 points in the first month": ("action", 1, put("players[1].score", 900)),
    "300 yuan in the second month": ("action", 2, put("players[1].yuan", 300)),
    "a wall of two tiles of a seat in the first month": (
        "action",
        1,
        Change("wall.built", build_twice),
    ),
    "9 yuan in the draft": ("draft", 0, put("players[2].yuan", 9)),
    "points in the draft": ("draft", 0, put("players[0].score", 1)),
    "a marker in the draft that no person moved": ("place", 0, put("players[0].track", 9)),
    "a third palace in the draft": (
        "draft",
        0,
        Change("players[2].palaces", lambda o: o.players[2].palaces.add(floors=1)),
    ),
    "another super event": ("action", 3, put("super_event", 1)),
    "a sunrise before month 7": ("action", 3, added("risen", 1)),
}
"""What is changed in the question of a decision and a month, and the field that is named."""


class TestContradictions:
    """What is refused."""

    @pytest.mark.parametrize(("decision", "month", "change"), CHANGES.values(), ids=CHANGES)
    def test_a_position_that_contradicts_itself_names_the_field(
        self, decision: str, month: int, change: Change
    ) -> None:
        _, setup, position = question(decision, month)
        change.apply(position.observation)
        assert refusal(setup, position).startswith(f"position.observation.{change.field}")

    def test_options_that_the_rules_do_not_offer_are_refused(self) -> None:
        _, setup, position = question("action", 3)
        del position.options[0]
        assert refusal(setup, position).startswith("position.options")

    def test_a_setup_of_another_edition_is_refused(self) -> None:
        _, setup, position = question("action", 3)
        given = {**OPTIONS, "edition": "anniversary"}
        assert refusal(setup, position, given) == "setup.large_privilege_price"

    def test_too_many_releases_in_a_drought_are_refused(self) -> None:
        for seed in range(50):
            for state, seat, _ in random_steps(GAME, 3, {}, seed):
                assert isinstance(state, DragonState)
                if seat < 0 or not state.unsupplied:
                    continue
                wire = GAME.wire()
                data = wire.position(state, seat, state.legal_actions(seat))
                position = pb.Position.FromString(data)
                position.observation.left = 9
                assert refusal(wire.setup(state), position, {}) == "position.observation.left"
                return
        raise AssertionError("no play has such a drought")


def decisions_of_phases(options: dict[str, str], seed: int) -> list[list[tuple[int, str]]]:
    """Return the seats and decisions of each phase with a decision, in order."""
    phases: dict[int, list[tuple[int, str]]] = {}
    for state, seat, _ in random_steps(GAME, 4, options, seed):
        assert isinstance(state, DragonState)
        if seat >= 0:
            decision = state.observation(seat).decision
            phases.setdefault(state.phases, []).append((seat, decision))
    return list(phases.values())


class TestToCome:
    """`left` and `queue` count what is asked, no more and no less (ruling A21)."""

    @pytest.mark.parametrize("event", ["charter", "earthquake", "flood", "sunrise", "tornado"])
    def test_left_and_queue_are_what_the_phase_asks(self, event: str) -> None:
        options = {"super_event": event, "great_wall": "yes"}
        for seed in range(3):
            rest: list[tuple[int, str]] = []
            phases = iter(decisions_of_phases(options, seed))
            begun = -1
            for state, seat, _ in random_steps(GAME, 4, options, seed):
                assert isinstance(state, DragonState)
                if seat < 0:
                    continue
                if state.phases != begun:
                    begun, rest = state.phases, next(phases)
                seen = state.observation(seat)
                assert rest[0] == (seat, seen.decision)
                own = [kind for who, kind in rest if who == seat]
                later = [who for who, _ in rest if who != seat]
                assert len(seen.subjects) <= own.count(seen.decision)
                assert [*dict.fromkeys(later)] == [*dict.fromkeys(seen.queue)]
                crowded = seen.decision == "release" and seen.phase == PhaseKind.SUPER_EVENT
                if seen.decision in ("release", "earthquake", "discard") and not crowded:
                    assert len(seen.subjects) == own.count(seen.decision)
                    assert [who for who, kind in rest if who != seat and kind == seen.decision] == [
                        *seen.queue
                    ]
                rest = rest[1:]
