"""Each step that scores points tells in a few words what they are for.

The oracle is the play itself: an `Account` notes which part of the rules gave how many points.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from tests.games.variants import label, variants
from tests.golden.write import seat_numbers
from tianming_games.agenda import PhaseStart
from tianming_games.chance import Chance
from tianming_games.china.map import Map
from tianming_games.china.scoring import house_points
from tianming_games.dragon.box import EventTile
from tianming_games.dragon.expansion_box import BUILDING_THE_WALL
from tianming_games.dragon.notation import ACTION_WORDS, CORNER_WORDS
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.registry import load
from tianming_games.state import CHANCE

LONGEST = 16
"""Characters of a reason that fit beside the points on a board."""

PLAYS = 2
"""Plays of each number of seats and option set."""

BUILD_THE_WALL = f"take {ACTION_WORDS[BUILDING_THE_WALL]}"
"""What random bots of Dragon prefer, so that there is a wall to score."""


def cases(game: str) -> list[Any]:
    """Every option set of a game with every number of seats."""
    return [
        pytest.param(seats, options, id=f"{seats}-{label(options)}")
        for options in variants(game)
        for seats in seat_numbers(load(game), options)
    ]


@dataclass
class Account:
    """What the parts of the rules gave in a step.

    Attributes:
        points: the sum by seat.
        parts: the names of the phases that gave points, "action" for the action of a seat; with
            their provinces in Ming Dynasty.
    """

    points: list[int]
    parts: dict[str, set[int]] = field(default_factory=dict)

    def note(self, part: str, before: list[int], after: list[int], province: int | None) -> None:
        """Note a part of the rules, if it gave points."""
        change = [now - then for then, now in zip(before, after, strict=True)]
        if not any(change):
            return
        self.parts.setdefault(part, set()).update(() if province is None else (province,))
        self.points = [old + new for old, new in zip(self.points, change, strict=True)]


@dataclass(frozen=True)
class Scored:
    """A step that scored: its account, what everybody saw around it, and its reason in words."""

    account: Account
    before: Any
    after: Any
    gained: list[int]
    reason: str


class Play:
    """A random play that keeps accounts."""

    def __init__(self, state: Any, words: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Watch the phases and the actions of a state at its beginning."""
        self._state, self._words = state, words
        self._account = Account([0] * state.seats)
        kind = type(state)
        next_phase, go_on = kind._next_phase, kind._go_on

        def watched_phase(state: Any, begun: int) -> PhaseStart | None:
            phase = next_phase(state, begun)
            return None if phase is None else self._noting(phase)

        def watched_go_on(state: Any) -> None:
            self._account.note("action", self._points, state.returns(), None)
            go_on(state)

        monkeypatch.setattr(kind, "_next_phase", watched_phase)
        monkeypatch.setattr(kind, "_go_on", watched_go_on)

    def steps(self, chance: Chance, choose: Callable[[Any, int, Chance], Any]) -> Iterator[Scored]:
        """Play to the end; yield each step that scores."""
        state = self._state
        while not state.is_terminal():
            before, self._points = state.observation(None), state.returns()
            self._account = Account([0] * state.seats)
            if state.current_player == CHANCE:
                state.apply_draw(state.sample_draw(chance))
            else:
                seat = state.to_act()[0]
                state.apply_action(seat, choose(state, seat, chance))
            now, after = state.returns(), state.observation(None)
            gained = [new - old for old, new in zip(self._points, now, strict=True)]
            if any(gained):
                reason = self._words.scored_for(before, after)
                yield Scored(self._account, before, after, gained, reason)

    def _noting(self, phase: Any) -> PhaseStart:
        """Return a phase that also notes what it gave; a repeated event has its own name."""
        inner = getattr(phase, "args", None) or (getattr(phase, "func", phase),)
        province = getattr(phase, "keywords", {}).get("province")

        def run(state: Any) -> None:
            before = state.returns()
            phase(state)
            self._account.note(inner[0].__name__, before, state.returns(), province)

        return run


def at_random(state: Any, seat: int, chance: Chance) -> Any:
    """Choose one of the legal actions."""
    legal = state.legal_actions(seat)
    return legal[chance.below(len(legal))]


def plays(
    game: str, seats: int, options: dict[str, str], seed: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Scored]:
    """Play some matches; yield each step that scores, after the checks that hold in all games."""
    rules = load(game)
    words = rules.presentation(seats, rules.checked(seats, options))
    walls = [one for one in rules.catalogue(options).actions if rules.write(one) == BUILD_THE_WALL]

    def choose(state: Any, seat: int, chance: Chance) -> Any:
        legal = state.legal_actions(seat)
        wall = [one for one in legal if one in walls]
        return wall[0] if wall and chance.below(4) else at_random(state, seat, chance)

    for number in range(PLAYS):
        chance = Chance((seed + number).to_bytes(32, "little"), "play")
        with monkeypatch.context() as patch:
            for step in Play(rules.begin(seats, options), words, patch).steps(chance, choose):
                assert step.account.points == step.gained
                assert 0 < len(step.reason) <= LONGEST
                yield step


class TestDragon:
    ALONE: ClassVar = {"the month's end": "month", "the Great Wall": "wall"}
    SEVERAL = ("the month's end", "the event")
    OWN: ClassVar = {"action": "research", "wall": "wall tile", "charter": "charter"}

    @pytest.mark.parametrize(("seats", "options"), cases("dragon"))
    def test_the_reason_names_all_that_scored_and_nothing_else(
        self,
        seats: int,
        options: dict[str, str],
        fresh_seed: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for step in plays("dragon", seats, options, fresh_seed, monkeypatch):
            if not step.after.decision:
                assert step.reason == "the year's end"
                continue
            scored = {self.word(part, step.before) for part in step.account.parts}
            doubtful = {"research"} if step.before.decision == "action" else set()
            if len(", ".join(scored)) > LONGEST:
                assert step.reason in self.SEVERAL
                continue
            named = set(self.ALONE.get(step.reason, step.reason).split(", "))
            is_exact = scored <= named <= scored | doubtful
            assert is_exact or (doubtful and step.reason in self.SEVERAL), (step.reason, scored)

    def word(self, part: str, before: Any) -> str:
        """The word for a part of the rules."""
        match part:
            case "action":
                return self.OWN[before.decision]
            case "month_event":
                tile = before.events[before.month - 1]
                return "fireworks" if tile == EventTile.DRAGON_FESTIVAL else "Mongols"
            case "take_effect":
                return CORNER_WORDS[CORNER.of(before).corner or 0]
            case "score_month":
                return "month"
        assert part in ("score_after_mongols", "score_in_the_last_event")
        return "wall"


class TestChina:
    @pytest.mark.parametrize(("seats", "options"), cases("china"))
    def test_the_points_are_those_of_the_houses_in_the_region_that_is_named(
        self,
        seats: int,
        options: dict[str, str],
        fresh_seed: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for step in plays("china", seats, options, fresh_seed, monkeypatch):
            if not step.after.decision:
                assert step.reason == "the end"
                continue
            drawn: Map = step.after.map
            region = step.after.regions[drawn.names.index(step.reason)]
            assert step.gained == house_points(region)


class TestMing:
    @pytest.mark.parametrize(("seats", "options"), cases("ming"))
    def test_the_reason_names_the_provinces_that_scored(
        self,
        seats: int,
        options: dict[str, str],
        fresh_seed: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for step in plays("ming", seats, options, fresh_seed, monkeypatch):
            check_provinces(step)

    def test_a_set_of_tiles_is_named_beside_the_provinces(
        self, fresh_seed: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Every family lacks one tile, so that sets are complete early."""
        rules = load("ming")
        found = 0
        for number in range(5):
            state: Any = rules.begin(4)
            lacking = [
                tuple(int(colour != (seat + number) % 6) for colour in range(6))
                for seat in range(4)
            ]
            state.families = [
                family.but(tiles=tiles)
                for family, tiles in zip(state.families, lacking, strict=True)
            ]
            chance = Chance((fresh_seed + number).to_bytes(32, "little"), "play")
            with monkeypatch.context() as patch:
                for step in Play(state, rules.presentation(4, {}), patch).steps(chance, at_random):
                    assert step.account.points == step.gained
                    check_provinces(step)
                    found += "fill_city" in step.account.parts and bool(step.after.decision)
        assert found


def check_provinces(step: Scored) -> None:
    """Check the reason of a step of Ming Dynasty against its account."""
    if not step.after.decision:
        assert step.reason == "the end"
        return
    parts = step.account.parts
    assert ("set" in step.reason) == ("fill_city" in parts)
    cities, cloisters = parts.get("score_city", set()), parts.get("score_cloisters", set())
    if cities or cloisters:
        kind = "province" if cities and cloisters else "city" if cities else "cloister"
        assert step.reason.startswith(kind)
    named = {"ABCDEF".index(letter) for letter in step.reason if letter in "ABCDEF"}
    assert named in (cities | cloisters, set())


def test_the_sentence_names_the_reason_if_it_is_known() -> None:
    words = load("dragon").presentation(2, {}, ("one", "two"))
    assert words.gains([0, 1], [6, 1], "fireworks") == "Points for fireworks: one +6."
    assert words.gains([0, 1], [6, 1]) == "Points: one +6."
    assert words.gains([0, 1], [0, 1], "fireworks") == ""
