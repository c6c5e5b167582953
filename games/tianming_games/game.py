"""The interface of a game: its facts, options, initial states, notation and encoding."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tianming_games.action import Action
from tianming_games.action_catalogue import ActionCatalogue
from tianming_games.chance import Chance
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.option import OptionSpec, fill_options
from tianming_games.presentation import PlainPresentation, Presentation, seat_names
from tianming_games.state import State
from tianming_games.tensor import TensorField, TensorLayout

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Facts:
    """Bounds that hold for every play of a game; tests check them.

    Attributes:
        least_seats: minimum number of seats.
        most_seats: maximum number of seats.
        longest: maximum number of decisions of one play.
        least: minimum points of a seat at any time.
        most: maximum points of a seat at any time.
        hidden: whether the game has hidden information.
    """

    least_seats: int
    most_seats: int
    longest: int
    least: int
    most: int
    hidden: bool


class Wire(Protocol):
    """The encoder of one match: it encodes states as messages of the game's protobuf package.

    A game implements it in its `wire.py`. `event` and `draw` are called before the step is applied.
    """

    def setup(self, state: Any) -> bytes:
        """Return the serialised `Setup`, which is constant during the match."""

    def position(self, state: Any, seat: int, options: Sequence[Action]) -> bytes:
        """Return the serialised `Position`: the observation of the seat, and its options."""

    def event(self, state: Any, seat: int, action: Action) -> bytes:
        """Return the serialised `Event` for an action that is applied next."""

    def draw(self, state: Any, values: tuple[int, ...]) -> bytes:
        """Return the serialised `Event` for the result of the pending draw."""


class Game(ABC, Generic[S]):
    """The rules of one game; it can begin any number of plays."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    wire_version: ClassVar[int]
    package: ClassVar[str]
    """The protobuf package with the game's `Setup`, `Position` and `Event`."""

    facts: ClassVar[Facts]
    options: ClassVar[tuple[OptionSpec, ...]] = ()

    def begin(self, seats: int, options: Mapping[str, str] | None = None) -> S:
        """Return a new state, before the first draw.

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
        """Check the seats and options of a match; return the full set of options for its record.

        Raises:
            UsageError: for a number of seats or an option the game does not take.
        """
        self.begin(seats, options)
        return self.pinned(fill_options(self.name, self.options, options))

    @abstractmethod
    def new_state(self, seats: int, options: Mapping[str, str]) -> S:
        """Return a new state, from a valid number of seats and a full set of options.

        Raises:
            UsageError: for options that contradict each other or the number of seats.
        """

    def pinned(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return a full set of options for a record, with a digest after each file name."""
        return dict(options)

    def presentation(
        self, seats: int, options: Mapping[str, str], names: Sequence[str] = ()
    ) -> Presentation:
        """Return the presentation of a match.

        Args:
            seats: number of seats.
            options: options of the match.
            names: names of the seats; empty for numbers.

        Raises:
            UsageError: for a number of seats or an option the game does not take.
        """
        self.begin(seats, options)
        full = fill_options(self.name, self.options, options)
        return self.new_presentation(tuple(names) or seat_names(seats), full)

    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        """Return a presentation, for valid names and a full set of options; text by default."""
        return PlainPresentation(names, self.write)

    def draw_board(self, path: str) -> tuple[str, str]:
        """Return a board of the game, by name or path, as text and as SVG.

        Raises:
            UsageError: when the game has no board files, or the file cannot be read.
            DataError: when the file is not a valid board of the game.
        """
        raise UsageError(GameSentence.NO_BOARD_FILE, game=self.name)

    def rules_page(self) -> str:
        """Return the rules for people in Markdown; empty if there is no page.

        A distribution may put the page beside the module of the game, as `NAME.md`.
        """
        page = files(sys.modules[type(self).__module__].__package__ or "") / f"{self.name}.md"
        return page.read_text(encoding="utf-8") if page.is_file() else ""

    @abstractmethod
    def write(self, action: Action) -> str:
        """Return the notation of an action."""

    @abstractmethod
    def read(self, text: str) -> Action:
        """Return the action of a notation.

        Raises:
            NotationError: for a text that is not an action of the game.
        """

    @abstractmethod
    def conserved(self, state: S) -> Mapping[str, int]:
        """Return counts by name that are constant during a play, such as numbers of pieces."""

    def catalogue(self, options: Mapping[str, str] | None = None) -> ActionCatalogue:
        """Return all actions of the game, each with a fixed id.

        Args:
            options: options of the match; only a board file changes the catalogue.

        Raises:
            UsageError: for an option the game does not take, or a game without a list of actions.
        """
        full = fill_options(self.name, self.options, options or {})
        return ActionCatalogue(self.name, self.rules_version, self.all_actions(full))

    def all_actions(self, options: Mapping[str, str]) -> Iterable[Action]:
        """Return every action that can be legal in any state, for a full set of options."""
        raise UsageError(GameSentence.NO_ACTIONS, game=self.name)

    def tensor_layout(self, seats: int, options: Mapping[str, str] | None = None) -> TensorLayout:
        """Return the layout of the tensors of observations.

        Args:
            seats: number of seats.
            options: options of the match.

        Raises:
            UsageError: for seats or options the game does not take, or a game without tensors.
        """
        full = fill_options(self.name, self.options, options or {})
        self.begin(seats, full)
        fields = self.tensor_fields(seats, full)
        return TensorLayout(self.name, self.rules_version, seats, fields, self.tensor_sources())

    def tensor_fields(self, seats: int, options: Mapping[str, str]) -> Iterable[TensorField]:
        """Return the fields of a tensor, for valid seats and a full set of options."""
        raise UsageError(GameSentence.NO_TENSORS, game=self.name)

    def tensor_sources(self) -> Callable[[Any], list[object]]:
        """Return the function that returns the sources of an observation, for its fields.

        Default: the only source is the whole observation. Self-play is faster with a source for
        each part that changes seldom.
        """
        return _whole

    @abstractmethod
    def wire(self) -> Wire:
        """Return a new encoder for one match."""

    @abstractmethod
    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> S:
        """Return a state from which a search can start.

        It agrees with all that the seat of the position can know. Hidden information is dealt at
        random.

        Args:
            options: the options of the match.
            setup: the serialised `Setup` of the match.
            position: the serialised `Position` of a question.
            chance: the random stream that deals the hidden part.

        Raises:
            PositionError: for a position that contradicts itself, the setup or the options; it
                names the field.
            UsageError: for options that the game does not have.
        """

    @cached_property
    def defaults(self) -> dict[str, str]:
        """The default of every option."""
        return fill_options(self.name, self.options, {})


def _whole(seen: Any) -> list[object]:
    return [seen]
