"""The promises of every game about its messages, as observers of a random play."""

from typing import Any

from google.protobuf.message import Message

from tests.games.walk import Moment, Observer
from tianming.payload import message_type
from tianming_games.game import Game
from tianming_games.state import CHANCE, TERMINAL, State


def message_class(game: Game[Any], name: str) -> type[Message]:
    """Return the generated class of a message of the game's package."""
    kind: type[Message] = message_type(f"{game.package}.{name}")
    return kind


def parse(game: Game[Any], name: str, data: bytes) -> Any:
    """Parse a message of the game's package."""
    return message_class(game, name).FromString(data)


class EncodersAgree(Observer):
    promise = "An encoder that remembers says the same as a fresh one."

    def begin(self) -> None:
        self.wire = self.case.game.wire()

    def see(self, moment: Moment) -> None:
        for seat in moment.state.to_act():
            legal = moment.legal(seat)
            position = self.wire.position(moment.state, seat, legal)
            assert position == moment.position(seat)
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
        twin = moment.twin(other)
        assert game.wire().event(twin, moment.seat, moment.action) == data


class PositionsBuildStates(Observer):
    promise = "A state that is built from a position has the same position."

    def see(self, moment: Moment) -> None:
        for seat in moment.state.to_act():
            self._hold(moment, seat)

    def _hold(self, moment: Moment, seat: int) -> None:
        state, game = moment.state, self.case.game
        built = moment.built(seat)
        assert built.to_act() == moment.twin(seat).to_act()
        assert built.observation(seat) == state.observation(seat)
        assert list(built.legal_actions(seat)) == moment.legal(seat)
        assert built.to_text(seat) == moment.text(seat)
        encoded = game.wire().position(built, seat, built.legal_actions(seat))
        assert encoded == moment.position(seat)
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
                assert list(built.legal_actions(seat)) == moment.legal(seat)
        self.built = None
        if moment.seat >= 0:
            self.built = moment.built(moment.seat).clone()
            self.built.apply_action(moment.seat, moment.action)


WIRE_PROMISES: tuple[type[Observer], ...] = (
    EncodersAgree,
    SetupsStay,
    EventsSayWhatHappened,
    PositionsBuildStates,
    BuiltStatesGoOn,
)
