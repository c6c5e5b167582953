"""Replay: a record played again, entry by entry, on the rules.

A replay needs no random generator: what was drawn and chosen stands in the record.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from referee.error import DataError, UsageError
from referee.match.clock import SECOND
from referee.match.journal import Origin
from referee.record.entry import Entry
from referee.record.reader import Record, game_of, settings_of
from tianming_games.action import Action
from tianming_games.game import Game
from tianming_games.state import State
from tianming_proto.record.v1 import record_pb2 as pb


class RulesFailed(Exception):
    """The rules broke on what they allow: the match was void from here on."""

    def __str__(self) -> str:
        return f"the rules failed here ({type(self.__cause__).__name__}), and the match was void."


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a record, in words, and the state after it.

    `kind` is the entry's kind, `seat` whom it is about, if anybody. The state is the
    replay's own and changes with the next step; clone it to keep it.
    """

    entry: Entry
    kind: str
    seat: int | None
    text: str
    state: State


class Replay:
    """The state of a record's match, and what the entries do to it."""

    def __init__(self, record: Record) -> None:
        """Set up the game.

        Raises:
            DataError, UsageError: when the record's game is not the installed one.
        """
        self.record = record
        self.game: Game[Any] = game_of(record)
        self.settings = settings_of(record.header)
        try:
            self.state: State = self.game.begin(len(record.header.bots), self.settings.options)
        except UsageError as error:
            raise DataError(self.place(record.entries[0]) + str(error)) from None

    def steps(self) -> Iterator[Step]:
        """Every entry after the header, in order.

        Raises:
            DataError: for a draw or a choice the rules do not allow.
        """
        for entry in self.record.entries[1:]:
            kind = entry.body.WhichOneof("kind") or ""
            seat, text = self._describe(kind, entry.body)
            try:
                self._check_seat(seat)
                text = self.apply(entry.body) or text
            except (ValueError, RulesFailed) as error:
                raise DataError(self.place(entry) + str(error)) from None
            yield Step(entry, kind, seat, text, self.state)

    def place(self, entry: Entry) -> str:
        """Where an entry is, for a message."""
        return f"{self.record.source}: entry {entry.index} (byte {entry.offset}): "

    def apply(self, body: pb.RecordBody) -> str:
        """Carry out a draw or a choice; gives its notation, nothing for other entries.

        Raises:
            ValueError: when the rules do not allow it, with the reason.
            RulesFailed: when they allow it, and break on it.
        """
        match body.WhichOneof("kind"):
            case "drawn":
                return self._apply_draw(tuple(body.drawn.values))
            case "chosen":
                action = self.action(body.chosen)
                with _rules():
                    self.state.apply_action(body.chosen.seat, action)
                return self.game.write(action)
        return ""

    def action(self, chosen: pb.RecordChosen) -> Action:
        """The action of a choice.

        Raises:
            ValueError: when the seat is not to act, or has no such option.
        """
        if chosen.seat not in self.state.to_act():
            raise ValueError(f"seat {chosen.seat} is not to act.")
        options = self.state.legal_actions(chosen.seat)
        if chosen.option >= len(options):
            raise ValueError(
                f"option {chosen.option} is not on offer: there are {len(options)}, from 0."
            )
        return options[chosen.option]

    def origin(self, entry: Entry) -> Origin:
        """Who made a choice.

        Raises:
            DataError: when this version knows nobody of that number.
        """
        try:
            return Origin(entry.body.chosen.origin)
        except ValueError as error:
            raise DataError(f"{self.place(entry)}{error}.") from None

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat >= len(self.settings.bots):
            raise ValueError(f"there is no seat {seat}.")

    def _apply_draw(self, values: tuple[int, ...]) -> str:
        if self.state.to_act() or self.state.is_terminal():
            raise ValueError("there is nothing to draw.")
        objection = self.state.draw_objection(values)
        if objection is not None:
            raise ValueError(objection)
        text = self.state.draw_notation(values)
        with _rules():
            self.state.apply_draw(values)
        return text

    def _describe(self, kind: str, body: pb.RecordBody) -> tuple[int | None, str]:
        match kind:
            case "asked":
                asked = body.asked
                return asked.seat, f"question {asked.number}, {asked.option_count} options"
            case "chosen":
                return body.chosen.seat, ""
            case "fault":
                return body.fault.seat, body.fault.reason
            case "note":
                note = body.note
                return (note.seat if note.HasField("seat") else None), note.text
            case "resumed":
                return None, "the referee had stopped, and took the match up again"
            case "stall":
                return None, f"the host stood still for {body.stall.span_ns / SECOND:.3f} s"
            case "seal":
                return None, body.seal.reason
        return None, ""


@contextmanager
def _rules() -> Iterator[None]:
    """Whatever goes wrong in here is a fault of the rules, and not of the record."""
    try:
        yield
    except Exception as error:
        raise RulesFailed from error
