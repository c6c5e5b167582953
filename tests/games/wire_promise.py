"""What every game promises about its messages: the observers of a random play."""

from typing import Any

from google.protobuf.message import Message

from tests.games.promise import twin_chance
from tests.games.walk import Case, Moment, Observer
from tianming.payload import message_type
from tianming_games.game import Game
from tianming_games.state import CHANCE, TERMINAL, State


def message_class(game: Game[Any], name: str) -> type[Message]:
    """The generated class of a message of the game's package."""
    kind: type[Message] = message_type(f"{game.package}.{name}")
    return kind


def parse(game: Game[Any], name: str, data: bytes) -> Any:
    """A message of the game's package."""
    return message_class(game, name).FromString(data)


class EncodersAgree(Observer):
    promise = "An encoder that remembers says the same as a fresh one."

    def begin(self) -> None:
        self.wire = self.case.game.wire()

    def see(self, moment: Moment) -> None:
        state, fresh = moment.state, self.case.game.wire()
        for seat in state.to_act():
            legal = state.legal_actions(seat)
            position = self.wire.position(state, seat, legal)
            assert position == fresh.position(state, seat, legal)
            assert len(parse(self.case.game, "Position", position).options) == len(legal)


class SetupsStay(Observer):
    promise = "The setup is the same from the first to the last state of a match."

    def begin(self) -> None:
        self.setup = self.case.game.wire().setup(self.case.begin())
        parse(self.case.game, "Setup", self.setup)

    def see(self, moment: Moment) -> None:
        assert self.case.game.wire().setup(moment.state) == self.setup


class EventsSayWhatHappened(Observer):
    promise = "The event of a step says what it is, and holds nothing that a seat cannot know."

    def begin(self) -> None:
        self.wire = self.case.game.wire()

    def see(self, moment: Moment) -> None:
        state, game = moment.state, self.case.game
        if moment.seat == TERMINAL:
            return
        if moment.seat == CHANCE:
            event = parse(game, "Event", self.wire.draw(state, moment.values))
            assert event.WhichOneof("kind") == "draw"
            assert event.draw.WhichOneof("kind") is not None
            return
        data = self.wire.event(state, moment.seat, moment.action)
        event = parse(game, "Event", data)
        assert event.WhichOneof("kind") == "action"
        assert event.action.WhichOneof("kind") is not None
        other = (moment.seat + 1) % self.case.seats
        twin = state.resample(other, twin_chance(moment))
        assert game.wire().event(twin, moment.seat, moment.action) == data


class PositionsBuildStates(Observer):
    promise = "A state that is built from a position has the same position."

    def see(self, moment: Moment) -> None:
        for seat in moment.state.to_act():
            self._hold(moment, seat)

    def _hold(self, moment: Moment, seat: int) -> None:
        state, game = moment.state, self.case.game
        legal = state.legal_actions(seat)
        position = game.wire().position(state, seat, legal)
        built = build(self.case, moment, seat)
        assert built.to_act() == state.resample(seat, twin_chance(moment)).to_act()
        assert built.observation(seat) == state.observation(seat)
        assert list(built.legal_actions(seat)) == list(legal)
        assert built.to_text(seat) == state.to_text(seat)
        assert game.wire().position(built, seat, built.legal_actions(seat)) == position
        assert dict(game.conserved(built)) == dict(game.conserved(state))


class BuiltStatesGoOn(Observer):
    promise = "Where nothing is hidden, a state that is built from a position goes the same way."

    def begin(self) -> None:
        self.built: State | None = None

    def see(self, moment: Moment) -> None:
        if self.case.game.facts.hidden:
            return
        state, built = moment.state, self.built
        if built is not None:
            assert built.current_player == state.current_player
            assert built.returns() == state.returns()
            assert built.places() == state.places()
            for seat in state.to_act():
                assert built.observation(seat) == state.observation(seat)
                assert list(built.legal_actions(seat)) == list(state.legal_actions(seat))
        self.built = None
        if moment.seat >= 0:
            self.built = build(self.case, moment, moment.seat)
            self.built.apply_action(moment.seat, moment.action)


def build(case: Case, moment: Moment, seat: int) -> State:
    """A state from the position that the seat is shown at a moment."""
    wire, state = case.game.wire(), moment.state
    setup, position = wire.setup(state), wire.position(state, seat, state.legal_actions(seat))
    chance = twin_chance(moment)
    built: State = case.game.from_position(case.options, setup, position, chance)
    return built


WIRE_PROMISES: tuple[type[Observer], ...] = (
    EncodersAgree,
    SetupsStay,
    EventsSayWhatHappened,
    PositionsBuildStates,
    BuiltStatesGoOn,
)
