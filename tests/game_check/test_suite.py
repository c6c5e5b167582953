"""Each promise is broken by a game that is wrong in just this."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Self

import pytest

from referee.game_check import report
from referee.game_check.suite import PROMISES, GameFindings, cases_of, check_game
from tests.game_check.sound_game import STEPS, SoundGame, SoundState
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.presentation import PlainPresentation, Presentation
from tianming_games.registry import load
from tianming_games.small import Cell, Move, Shuffle, SmallState
from tianming_games.small.wire import SmallWire

FACTS = SoundGame.facts


class OpenState(SoundState):
    """A state without hidden cards."""

    def hide(self, seat: int | None) -> None:
        pass


class Crash(SoundState):
    def play(self, word: str, *numbers: int) -> None:
        if self.number == 3:
            raise ZeroDivisionError("a bug")
        super().play(word, *numbers)


class Unsorted(SoundState):
    def legal_actions(self, seat: int) -> Sequence[Action]:
        return list(reversed(super().legal_actions(seat)))


class NoSentence(SoundState):
    def violation(self, seat: int, action: Action) -> str | None:
        return super().violation(seat, action) and "no"


class TwiceTheSame(SoundState):
    def moves(self) -> Iterator[Move]:
        yield from super().moves()
        yield "take", 0


class Shared(SoundState):
    def clone(self) -> Self:
        copy = super().clone()
        copy.points = self.points
        return copy


class Unchanged(SoundState):
    def canonical_bytes(self) -> bytes:
        return b"a state"


class Counting(SoundState):
    counter = count()

    def play(self, word: str, *numbers: int) -> None:
        super().play(word, next(self.counter) % 3)


class AnyCards(Shuffle):
    def violation(self, values: tuple[int, ...]) -> str | None:
        return None


class AnyDraw(SoundState):
    def draw(self) -> Shuffle:
        return AnyCards(range(1, self.seats + 2))


class AllFirst(SoundState):
    def places(self) -> list[int]:
        return [1] * self.seats


class Endless(SoundState):
    def legal_actions(self, seat: int) -> Sequence[Action]:
        return [Action(0, (1,))] if self.is_terminal() else super().legal_actions(seat)


class Leaky(SoundState):
    def observation(self, seat: int | None) -> Any:
        return super().observation(seat)._replace(card=tuple(self.card))


class PublicLeak(SoundState):
    def observation(self, seat: int | None) -> Any:
        seen = super().observation(seat)
        return seen if seat is not None else seen._replace(card=tuple(self.card))


class Forgetful(OpenState):
    """A state with a number that is in no position."""

    def set_up(self, options: Mapping[str, str]) -> None:
        super().set_up(options)
        self._bonus = 0

    def play(self, word: str, *numbers: int) -> None:
        super().play(word, *numbers, self._bonus)
        self._bonus = 1


class TooManyRows(SoundState):
    def cells(self) -> Sequence[Sequence[Cell]]:
        return [[Cell("x")] for _ in range(self.number + 1)]


class Slow(SoundState):
    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass
        return super().sample_draw(chance)


class OddWire(SmallWire):
    """Encodes something else at each call."""

    def __init__(self) -> None:
        self.calls = 0

    def position(self, state: SmallState, seat: int, options: Sequence[Action]) -> bytes:
        self.calls += 1
        return super().position(state, seat, options) + b"\x7a\0" * self.calls


class SetupOfState(SmallWire):
    def setup(self, state: SmallState) -> bytes:
        return super().setup(state) + b"\x7a\0" * int(vars(state)["number"])


class NoEvent(SmallWire):
    def event(self, state: SmallState, seat: int, action: Action) -> bytes:
        return b""


class Shouting(SoundGame):
    def write(self, action: Action) -> str:
        return super().write(action).upper()


class AnySeats(SoundGame):
    def begin(self, seats: int, options: Mapping[str, str] | None = None) -> SmallState:
        return self.new_state(seats, options or {})


class NoPoints(SoundGame):
    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> SmallState:
        state = super().from_position(options, setup, position, chance)
        vars(state)["points"] = [0] * state.seats
        return state


class Nameless(PlainPresentation):
    def action(self, seen: Any, seat: int, action: Action) -> str:
        return "somebody does_something"


class Unspoken(SoundGame):
    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        return Nameless(names, self.write)


def wrong_state(kind: type[SoundState]) -> SoundGame:
    """Return the game with another class of states."""
    return game_with(state=kind)


def game_with(**attributes: Any) -> SoundGame:
    """Return the game with other attributes."""
    made: SoundGame = type("WrongGame", (SoundGame,), attributes)()
    return made


WRONG: dict[str, Callable[[], SoundGame]] = {
    "PlaysEnd": lambda: wrong_state(Crash),
    "OptionsAreListed": lambda: wrong_state(Unsorted),
    "OthersAreRefused": lambda: wrong_state(NoSentence),
    "OptionsDiffer": lambda: wrong_state(TwiceTheSame),
    "NotationReadsBack": Shouting,
    "BadInputIsRefused": AnySeats,
    "ClonesAreIndependent": lambda: wrong_state(Shared),
    "CopiesStay": lambda: wrong_state(Shared),
    "StepsChangeStates": lambda: wrong_state(Unchanged),
    "FactsHold": lambda: game_with(facts=replace(FACTS, most=1)),
    "StepsRepeat": lambda: wrong_state(Counting),
    "DrawsAreChecked": lambda: wrong_state(AnyDraw),
    "PlacesFollowPoints": lambda: wrong_state(AllFirst),
    "TheEndOffersNothing": lambda: wrong_state(Endless),
    "TwinsLookTheSame": lambda: wrong_state(Leaky),
    "OnlyHiddenIsDealt": lambda: game_with(facts=replace(FACTS, hidden=False)),
    "BotsFindMessages": lambda: game_with(package="nowhere.v1"),
    "EncodersAgree": lambda: game_with(wire=lambda _: OddWire()),
    "SetupsStay": lambda: game_with(wire=lambda _: SetupOfState()),
    "EventsSayWhatHappened": lambda: game_with(wire=lambda _: NoEvent()),
    "PositionsBuildStates": NoPoints,
    "BuiltStatesGoOn": lambda: game_with(state=Forgetful, facts=replace(FACTS, hidden=False)),
    "TheHiddenIsNotShown": lambda: wrong_state(PublicLeak),
    "ScenesAreSound": lambda: wrong_state(TooManyRows),
    "StepsHaveWords": Unspoken,
    "StepsAreFast": lambda: wrong_state(Slow),
}


def broken(findings: GameFindings) -> set[str]:
    """Return the names of the promises that are broken."""
    return {verdict.name for verdict in findings.verdicts if verdict.breach is not None}


@pytest.mark.parametrize("name", WRONG)
def test_a_game_that_breaks_a_promise_is_found(name: str) -> None:
    findings = check_game(WRONG[name](), 1, 1)
    assert name in broken(findings)
    assert not findings.is_sound


def test_every_promise_has_such_a_game() -> None:
    assert {kind.__name__ for kind in PROMISES} | {"PlaysEnd", "StepsAreFast"} == WRONG.keys()


def test_a_sound_game_keeps_all_promises() -> None:
    findings = check_game(SoundGame(), 3, 1)
    assert broken(findings) == set()
    *_, last = report.lines("sound", findings)
    assert last.startswith("sound keeps all 26 promises: 9 plays, ")


def test_every_number_of_seats_and_every_value_of_an_option_is_played() -> None:
    played = [(case.seats, case.options) for case in cases_of(SoundGame())]
    assert played == [(2, {}), (3, {}), (2, {"colour": "blue"})]
    sides = [case.seats for case in cases_of(load("china")) if case.options == {"side": "4-5"}]
    assert sides == [4]


def test_a_breach_is_shown_with_its_place_seats_and_options() -> None:
    findings = check_game(wrong_state(Crash), 1, 7)
    shown = list(report.lines("sound", findings))
    assert shown[0] == "BROKEN  A play reaches its end without an error."
    assert shown[1].startswith("        ZeroDivisionError: a bug in ")
    assert shown[2] == "        At step 4 of seed 7, 2 seats."
    breach = report.as_json("sound", findings)["promises"][0]
    assert (breach["name"], breach["kept"], breach["seats"]) == ("PlaysEnd", False, 2)


def test_a_play_without_an_end_is_ended() -> None:
    class NoEnd(SoundState):
        def play(self, word: str, *numbers: int) -> None:
            super().play(word, *numbers)
            self.number %= STEPS

    findings = check_game(wrong_state(NoEnd), 1, 1)
    assert "PlaysEnd" in broken(findings)
