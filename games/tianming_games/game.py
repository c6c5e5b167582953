"""A game: its facts and options, and its initial states."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.option import OptionSpec, fill_options
from tianming_games.presentation import PlainPresentation, Presentation, seat_names
from tianming_games.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game promises about every play of it; the tests hold it to this.

    `longest` is the most decisions one play can take, `least` and `most` bound the
    points of a seat at any time.
    """

    least_seats: int
    most_seats: int
    longest: int
    least: int
    most: int
    hidden: bool


class Wire(Protocol):
    """The encoder of one match: its states as messages of the game's package.

    See a game's `wire.py`. `event` and `draw` are called before the step is applied.
    """

    def setup(self, state: Any) -> bytes:
        """The serialized `Setup`: what stays the same through the match."""

    def position(self, state: Any, seat: int, options: Sequence[Action]) -> bytes:
        """The serialized `Position`: what the seat sees, and its options."""

    def event(self, state: Any, seat: int, action: Action) -> bytes:
        """The serialized `Event` for an action that the seat is about to do."""

    def draw(self, state: Any, values: tuple[int, ...]) -> bytes:
        """The serialized `Event` for the result of the pending draw."""


class Game(ABC, Generic[S]):
    """The rules of one game, ready to begin any number of plays."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    wire_version: ClassVar[int]
    package: ClassVar[str]
    """The protobuf package that has the game's `Setup`, `Position` and `Event`."""

    facts: ClassVar[Facts]
    options: ClassVar[tuple[OptionSpec, ...]] = ()

    def begin(self, seats: int, options: Mapping[str, str] | None = None) -> S:
        """A new state, before anything is drawn.

        Raises:
            UsageError: for a number of seats or an option the game does not take.
        """
        least, most = self.facts.least_seats, self.facts.most_seats
        if not least <= seats <= most:
            raise UsageError(
                GameSentence.WRONG_NUMBER_OF_SEATS,
                game=self.name,
                least=least,
                most=most,
                seats=seats,
            )
        return self.new_state(seats, fill_options(self.name, self.options, options or {}))

    def checked(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """The full set of options of a match, as its record will keep it.

        Raises:
            UsageError: for a number of seats or an option the game does not take.
        """
        self.begin(seats, options)
        return self.pinned(fill_options(self.name, self.options, options))

    @abstractmethod
    def new_state(self, seats: int, options: Mapping[str, str]) -> S:
        """A new state from a checked number of seats and a full set of options.

        Raises:
            UsageError: for options that contradict each other or the seats.
        """

    def pinned(self, options: Mapping[str, str]) -> dict[str, str]:
        """A full set of options as a record keeps it: files named with their digest."""
        return dict(options)

    def presentation(
        self, seats: int, options: Mapping[str, str], names: Sequence[str] = ()
    ) -> Presentation:
        """How a match of the game looks and reads to people.

        Args:
            seats: how many play.
            options: the options of the match.
            names: the names of the seats; without them they are numbered.

        Raises:
            UsageError: for a number of seats or an option the game does not take.
        """
        self.begin(seats, options)
        full = fill_options(self.name, self.options, options)
        return self.new_presentation(tuple(names) or seat_names(seats), full)

    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        """A presentation for checked seats and a full set of options; by default words alone."""
        return PlainPresentation(names, self.write)

    def draw_board(self, path: str) -> tuple[str, str]:
        """A board of the game by name or path, drawn as text and as SVG.

        Raises:
            UsageError: when the game has no board file.
            DataError: when the file is no board of the game.
        """
        raise UsageError(GameSentence.NO_BOARD_FILE, game=self.name)

    @abstractmethod
    def write(self, action: Action) -> str:
        """The notation of an action."""

    @abstractmethod
    def read(self, text: str) -> Action:
        """The action of a notation.

        Raises:
            NotationError: for a text that is no action of the game.
        """

    @abstractmethod
    def conserved(self, state: S) -> Mapping[str, int]:
        """Counts by name that stay the same through a whole play."""

    @abstractmethod
    def wire(self) -> Wire:
        """A new encoder, for one match."""

    @abstractmethod
    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> S:
        """A state that a search can start from.

        It agrees with everything that the seat of the position may know. What the seat
        cannot know is dealt at random.

        Args:
            options: the options of the match.
            setup: the serialized `Setup` of the match.
            position: the serialized `Position` of a question.
            chance: the random stream that deals the hidden part.

        Raises:
            PositionError: for a position that contradicts itself, the setup or the
                options; it names the field.
            UsageError: for options that the game does not take.
        """

    @cached_property
    def defaults(self) -> dict[str, str]:
        """Every option with its default."""
        return fill_options(self.name, self.options, {})
