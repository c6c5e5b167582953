"""What a seat reads in words: the match, the board, the options and the events.

All of it comes from the messages that the seat received, so it shows nothing else. It names seats
by their numbers, because the name of a bot is a text of its author.
"""

import random
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import tianming
from tianming_bots.bridge.error import UnknownGame
from tianming_bots.bridge.option_list import option_lines
from tianming_games.ground.error import UsageError
from tianming_games.registry import load

QUESTION_BYTES = 1200
"""Bytes of a question that the events may fill up."""

_EVENT_BYTES = range(80, 201)
"""Bytes of the events in a question; the board shows what the older ones did."""


class SeatText:
    """The words for the questions to one seat of a match."""

    def __init__(self, match: tianming.Match) -> None:
        """Load the rules of the game.

        Raises:
            UnknownGame: when they are not installed, or in another version.
        """
        self.match = match
        try:
            self._game = load(match.game)
            self._words = self._game.presentation(len(match.bots), match.options)
        except UsageError as error:
            raise UnknownGame(str(error).rstrip(".")) from None
        if match.rules_version not in (0, self._game.rules_version):
            raise UnknownGame(
                f"the match is played by version {match.rules_version} of the rules of "
                f"{match.game}, and version {self._game.rules_version} is installed"
            )

    @property
    def title(self) -> str:
        """Name of the game for people."""
        return self._game.title

    def begin(self) -> str:
        """Return the line about the beginning of the match."""
        seat, clock = self.match.seat, self.match.clock
        return (
            f"A match of {self.title} begins: you are seat {seat} of {len(self.match.bots)}, with "
            f"{clock.decision:g} s for each answer and {clock.bank:g} s in the bank.\n"
        )

    def asked(self, question: tianming.Question) -> "AskedText":
        """Return the words of a question."""
        return AskedText(question, self._game, self._words)

    def end(self, result: tianming.MatchResult) -> str:
        """Return the line about the end of the match."""
        if result.place is None:
            return "The match has ended: it is void and does not count.\n"
        seats = ", ".join(
            f"seat {one.seat} place {one.place} with {one.score} points"
            for one in result.outcome.results
        )
        return f"The match has ended, and you are on place {result.place}: {seats}.\n"


class AskedText:
    """A question in words.

    `board` is what the seat sees, `sentences` has a sentence for each option, `notations` the same
    in the notation of the game.
    """

    def __init__(self, question: tianming.Question, game: Any, words: Any) -> None:
        state = question.state(random.Random(0))  # a board shows nothing of what this deals
        seat = question.seat
        seen = state.observation(seat)
        actions = state.legal_actions(seat)
        self.question = question
        self.board = state.brief_text(seat)
        self.notations = [game.write(action) for action in actions]
        self.sentences = [
            _without_subject(words.action(seen, seat, action), seat) for action in actions
        ]

    @property
    def options(self) -> str:
        """The numbered options, several on a line if they differ in one place."""
        return "".join(f"{line}\n" for line in option_lines(self.sentences))

    @property
    def whole(self) -> str:
        """The question as one text without an empty line."""
        asked = self.question
        head = f"Question {asked.number} to seat {asked.seat}, {asked.budget:.0f} s.\n"
        rest = f"{self.board}{self.options}{self.wanted}\n"
        left = QUESTION_BYTES - len(f"{head}{rest}New: \n".encode())
        events = event_text(asked.since, min(max(left, _EVENT_BYTES[0]), _EVENT_BYTES[-1]))
        new = f"New: {events}\n" if events else ""
        return f"{head}{new}{rest}"

    @property
    def wanted(self) -> str:
        """What the seat must answer."""
        return f"Answer with one number from 0 to {len(self.notations) - 1}."


def fault_text(notice: tianming.FaultNotice) -> str:
    """Return the line about a fault."""
    left = f"{notice.strikes_left} strikes are left"
    return f"The referee books a fault, {left}: {notice.reason}\n"


def event_text(events: Sequence[tianming.Event], most: int) -> str:
    """Return events in notation on one line: the last ones that fit into a number of bytes."""
    kept: list[tianming.Event] = []
    for event in reversed(events):
        more = f"({len(events)} earlier) {_joined([event, *kept])}"
        if len(more.encode()) > most:
            return f"({len(events) - len(kept)} earlier) {_joined(kept)}".rstrip()
        kept.insert(0, event)
    return _joined(kept)


def _joined(events: Sequence[tianming.Event]) -> str:
    runs = groupby(events, key=lambda event: event.seat)
    return "; ".join(
        ("referee " if seat is None else f"seat {seat} ")
        + ", ".join(" ".join(event.notation.split()) for event in run)
        for seat, run in runs
    )


def _without_subject(sentence: str, seat: int) -> str:
    """Return a sentence about the seat without its subject, on one line."""
    name = f"seat {seat}"
    text = " ".join(sentence.split()).removesuffix(".")
    return text.removeprefix(f"{name}: ").removeprefix(f"{name} ")
