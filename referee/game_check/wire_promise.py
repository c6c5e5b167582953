"""The promises of every game about its messages and positions."""

from typing import Any, Final

from google.protobuf.message import Message

from referee.game_check.promise_walk import PlayMoment, Promise, hold
from tianming.payload import message_type
from tianming_games.game import Game
from tianming_games.state import CHANCE, TERMINAL, State


def message_class(game: Game[Any], name: str) -> type[Message]:
    """Return the generated class of a message of the game's package.

    Raises:
        MissingMessages: if a bot cannot find it.
    """
    kind: type[Message] = message_type(f"{game.package}.{name}")
    return kind


def parse(game: Game[Any], name: str, data: bytes) -> Any:
    """Parse a message of the game's package."""
    return message_class(game, name).FromString(data)


class BotsFindMessages(Promise):
    """A bot finds the messages `Setup`, `Position` and `Event` of the game's package."""

    MESSAGES: Final = ("Setup", "Position", "Event")

    def begin(self) -> None:
        for name in self.MESSAGES:
            message_class(self.case.game, name)


class EncodersAgree(Promise):
    """An encoder that remembers says the same as a fresh one, and lists every option."""

    def begin(self) -> None:
        self.wire = self.case.game.wire()

    def see(self, moment: PlayMoment) -> None:
        for seat in moment.state.to_act():
            legal = moment.legal(seat)
            position = self.wire.position(moment.state, seat, legal)
            hold(position == moment.position(seat), "A fresh encoder writes another position.")
            count = len(parse(self.case.game, "Position", position).options)
            hold(count == len(legal), f"The position lists {count} of {len(legal)} options.")


class SetupsStay(Promise):
    """The setup is the same from the first to the last state of a match."""

    def begin(self) -> None:
        self.setup = self.case.game.wire().setup(self.case.begin())
        parse(self.case.game, "Setup", self.setup)

    def see(self, moment: PlayMoment) -> None:
        is_same = self.case.game.wire().setup(moment.state) == self.setup
        hold(is_same, "The setup is not that of the beginning.")


class EventsSayWhatHappened(Promise):
    """The event of a step says what it is, and nothing that a seat cannot know."""

    def begin(self) -> None:
        self.wire = self.case.game.wire()

    def see(self, moment: PlayMoment) -> None:
        if moment.seat == CHANCE:
            self._check("draw", self.wire.draw(moment.state, moment.values))
        elif moment.seat != TERMINAL:
            data = self.wire.event(moment.state, moment.seat, moment.action)
            self._check("action", data)
            twin = moment.twin((moment.seat + 1) % self.case.seats)
            again = self.case.game.wire().event(twin, moment.seat, moment.action)
            hold(again == data, "The event depends on what another seat cannot know.")

    def _check(self, kind: str, data: bytes) -> None:
        """Check the kind of an event, and that what it holds is set."""
        event = parse(self.case.game, "Event", data)
        found = event.WhichOneof("kind")
        hold(found == kind, f"The event is of the kind {found!r}, not {kind!r}.")
        detail = getattr(event, kind)
        for choice in detail.DESCRIPTOR.oneofs:
            is_set = detail.WhichOneof(choice.name) is not None
            hold(is_set, f"In the event, {kind}.{choice.name} is not set.")


class PositionsBuildStates(Promise):
    """A state that is built from a position has the same position."""

    def see(self, moment: PlayMoment) -> None:
        for seat in moment.state.to_act():
            self._hold(moment, seat)

    def _hold(self, moment: PlayMoment, seat: int) -> None:
        state, game = moment.state, self.case.game
        built = moment.built(seat)
        in_built = "in the state of `from_position`."
        hold(built.to_act() == moment.twin(seat).to_act(), f"Other seats are to act {in_built}")
        is_same = built.observation(seat) == state.observation(seat)
        hold(is_same, f"The observation differs {in_built}")
        legal = list(built.legal_actions(seat))
        hold(legal == moment.legal(seat), f"The options differ {in_built}")
        hold(built.to_text(seat) == moment.text(seat), f"The text differs {in_built}")
        encoded = game.wire().position(built, seat, legal)
        hold(encoded == moment.position(seat), f"The position differs {in_built}")
        is_same = dict(game.conserved(built)) == dict(game.conserved(state))
        hold(is_same, f"The conserved counts differ {in_built}")


class BuiltStatesGoOn(Promise):
    """If nothing is hidden, a state that is built from a position goes the same way."""

    def begin(self) -> None:
        self.built: State | None = None

    def see(self, moment: PlayMoment) -> None:
        if self.case.game.facts.hidden:
            return
        if self.built is not None:
            self._hold(moment, self.built)
        self.built = None
        if moment.seat >= 0:
            self.built = moment.built(moment.seat).clone()
            self.built.apply_action(moment.seat, moment.action)

    def _hold(self, moment: PlayMoment, built: State) -> None:
        state, after = moment.state, "one step after `from_position`."
        hold(built.current_player == state.current_player, f"Another seat is to act {after}")
        hold(built.returns() == state.returns(), f"The points differ {after}")
        hold(built.places() == state.places(), f"The places differ {after}")
        for seat in state.to_act():
            is_same = built.observation(seat) == state.observation(seat)
            hold(is_same, f"The observation differs {after}")
            legal = list(built.legal_actions(seat))
            hold(legal == moment.legal(seat), f"The options differ {after}")


WIRE_PROMISES: Final[tuple[type[Promise], ...]] = (
    BotsFindMessages,
    EncodersAgree,
    SetupsStay,
    EventsSayWhatHappened,
    PositionsBuildStates,
    BuiltStatesGoOn,
)
