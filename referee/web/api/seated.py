"""What the API says to a person who plays in the browser, and what the person answers."""

from pydantic import Field

from referee.web.api.model import Model, Seconds
from referee.web.api.scene import Point, SentBoard, SentScene


class SeatStart(Model):
    """What stays the same in a match of a person."""

    game: str
    seat: int
    seats: tuple[str, ...]
    """The names of all seats."""
    board: SentBoard | None = None


class SeatOption(Model):
    """An option of the open question."""

    words: str
    notation: str
    has_rule: bool = False
    """Whether the page of the game has a section about it."""
    at: tuple[Point, ...] = ()
    """The places on the board that it belongs to."""


class SeatView(Model):
    """What the seat sees now, and the open question."""

    question: int = 0
    """Number of the open question; 0 if none is open."""
    turn: int = 0
    """Number of the last question among those to the seat."""
    title: str = ""
    """The time in the game."""
    points: tuple[int, ...] = ()
    """The points by seat."""
    scene: SentScene = Field(default_factory=dict)
    news: tuple[str, ...] = ()
    """What happened so far, oldest first."""
    advice: tuple[str, ...] = ()
    """What a guided game says about the question."""
    options: tuple[SeatOption, ...] = ()
    left: Seconds | None = None
    """Time for the answer; null without a clock."""
    over: bool = False


class SeatAnswer(Model):
    """The answer of a person."""

    question: int
    """Number of the question."""
    option: int | None
    """Index of the option; null gives up the match."""


class SeatRule(Model):
    """The section of the rules behind an option."""

    heading: str
    text: str
    """Plain text."""
