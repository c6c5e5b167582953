"""A question as a person reads it: the board, what happened, and the options in words.

Everything comes from the question of the SDK, so it has only what the seat may see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import tianming
from tianming_games.action import Action
from tianming_games.ground.text import printable
from tianming_games.presentation import Moment, Presentation
from tianming_games.registry import load
from tianming_games.state import State
from tianming_games.text_board import BoardLine


@dataclass(frozen=True, slots=True)
class AskedOption:
    """An option.

    Attributes:
        notation: its notation.
        words: its sentence, without the name of the seat.
        rule: heading of its rule in the page of the game; empty if it names none.
    """

    notation: str
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question to a person.

    Attributes:
        number: number of the question in the match.
        turn: number of the question among those to the seat, from 1.
        game: name of the game.
        seat: the seat of the person.
        names: the names of all seats.
        moment: the time in the game.
        points: points by seat.
        board: the board that the seat sees.
        options: the options, in the order of their indexes.
        news: what happened since the last question to the seat, oldest first.
        state: a state that agrees with all that the seat knows; all else is dealt at random.
        presentation: the drawings and sentences of the match.
        deadline: when the time for the answer is over, on the clock of `time.monotonic`.
    """

    number: int
    turn: int
    game: str
    seat: int
    names: tuple[str, ...]
    moment: Moment
    points: tuple[int, ...]
    board: Sequence[BoardLine]
    options: tuple[AskedOption, ...]
    news: tuple[str, ...]
    state: State
    presentation: Presentation
    deadline: float

    @property
    def observation(self) -> Any:
        """What the seat sees."""
        return self.state.observation(self.seat)

    @property
    def title(self) -> str:
        """The time in the game as one text."""
        return ", ".join(part for part in self.moment if part)

    @property
    def standing(self) -> str:
        """The points of all seats as one text."""
        pairs = zip(self.names, self.points, strict=True)
        return "  ".join(f"{name} {points}" for name, points in pairs)


class QuestionReader:
    """Turns the questions of one match into what a person reads."""

    def __init__(self, match: tianming.Match) -> None:
        """Load the game of the match."""
        self.names = tuple(printable(name) for name in match.bots)
        self._game = load(match.game)
        self._presentation = self._game.presentation(
            len(match.bots), dict(match.options), self.names
        )
        self._turn = 0

    def read(self, question: tianming.Question) -> AskedQuestion:
        """Return the question as a person reads it."""
        state, seat = question.state(question.match.random), question.seat
        seen = state.observation(seat)
        self._turn += 1
        return AskedQuestion(
            number=question.number,
            turn=self._turn,
            game=question.game,
            seat=seat,
            names=self.names,
            moment=self._presentation.moment(seen),
            points=tuple(state.returns()),
            board=state.board_lines(seat, self.names),
            options=tuple(self._option(seen, seat, one) for one in state.legal_actions(seat)),
            news=self.news(question.since),
            state=state,
            presentation=self._presentation,
            deadline=question.deadline,
        )

    def news(self, events: Sequence[tianming.Event]) -> tuple[str, ...]:
        """Return events as lines: draws as sentences, actions in the notation of the game."""
        return tuple(printable(self._event(event)) for event in events)

    def _option(self, seen: Any, seat: int, action: Action) -> AskedOption:
        shown = self._presentation
        words = printable(shown.action(seen, seat, action)).removeprefix(f"{self.names[seat]} ")
        return AskedOption(self._game.write(action), words, shown.rule(seen, action))

    def _event(self, event: tianming.Event) -> str:
        if event.seat is None:
            return self._presentation.draw(event.notation)
        return f"{self.names[event.seat]}: {event.notation}"
