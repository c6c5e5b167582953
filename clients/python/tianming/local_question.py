"""Questions and events of a match in this process, which are encoded only when a bot reads them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration

from tianming.question import Question
from tianming_proto.v1 import match_pb2, play_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tianming.match import Match
    from tianming_games.action import Action
    from tianming_games.game import Game
    from tianming_games.state import State


class History:
    """The steps of one match, each with a copy of the state before it."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game = game
        self.wire = game.wire()
        self._steps: list[tuple[State, int | None, Any]] = []

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, before: State, seat: int | None, step: Any) -> None:
        """Add an action of a seat, or the values of a draw."""
        self._steps.append((before, seat, step))

    def message(self, index: int) -> match_pb2.Event:
        """Return the event of a step."""
        before, seat, step = self._steps[index]
        if seat is None:
            notation, detail = before.draw_notation(step), self.wire.draw(before, step)
        else:
            notation, detail = self.game.write(step), self.wire.event(before, seat, step)
        return match_pb2.Event(index=index, seat=seat, notation=notation, detail=detail)


class LocalQuestion(Question):
    """A question of a match in this process.

    It is the question that the bot would receive from a referee. `actions` are its options as
    actions of the rules.
    """

    __slots__ = ("_events", "_history", "_snapshot", "actions")

    def __init__(
        self,
        match: Match,
        number: int,
        actions: Sequence[Action],
        snapshot: State,
        history: History,
        events: range,
    ) -> None:
        # The base class would read these from the message, which is not encoded yet.
        self.match = match
        self.match_id = match.match_id
        self.seat = match.seat
        self.number = number
        self.option_count = len(actions)
        self.arrival = time.monotonic()
        self.actions = actions
        self._message = None
        self._since = None
        self._position = None
        self._dealt = None
        self._snapshot = snapshot
        self._history = history
        self._events = events

    @property
    def budget(self) -> float:
        return self.match.clock.decision

    @property
    def message(self) -> play_pb2.Question:
        if self._message is None:
            history, seat = self._history, self.seat
            position = history.wire.position(self._snapshot, seat, self.actions)
            budget = Duration()
            budget.FromNanoseconds(round(self.budget * 1e9))
            self._message = play_pb2.Question(
                match_id=self.match_id,
                seat=seat,
                number=self.number,
                option_count=self.option_count,
                budget=budget,
                since=map(history.message, self._events),
                position=any_pb2.Any(
                    type_url=f"type.googleapis.com/{history.game.package}.Position",
                    value=position,
                ),
            )
        return self._message
