"""The timeline of a match: the entries of its record as steps with scenes.

A timeline replays the entries by the rules, as `verify` does, and observes the state after each.
Its steps contain only what the viewer may see. A finished match and a running one have the same
steps with the same numbers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.match.clock import SECOND
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Faulted,
    Noted,
    Origin,
    Sealed,
)
from referee.match.outcome import Outcome
from referee.match.question import Thought
from referee.record.framing import StoredEntry
from referee.record.reader import Record
from referee.record.replay import Replay, ReplayStep
from referee.web.api.match import Asked as ApiAsked
from referee.web.api.match import Moment, Step
from referee.web.api.match import Thought as ApiThought
from referee.web.disclosure import Disclosure
from tianming_games.ground.text import printable
from tianming_games.presentation import Presentation
from tianming_games.scene import SEAT_TONES, Board, Scene, board_json, delta, delta_json, scene_json
from tianming_games.state import State


@dataclass(frozen=True, slots=True)
class TimelineQuestion:
    """A question to a seat, and the number `n` of its entry."""

    n: int
    asked: ApiAsked


class Timeline:
    """The steps of one match in one view. Feed the entries in their order."""

    def __init__(self, record: Record, disclosure: Disclosure) -> None:
        """Start before the first entry after the header.

        Raises:
            DataError, UsageError: if the record's game is not the installed one.
        """
        self._replay = Replay(record)
        self._shown = disclosure
        machine = self._replay.machine
        self.names = tuple(printable(bot) for bot in disclosure.bots or record.header.bots)
        self._words = machine.game.presentation(
            len(self.names), machine.settings.options, disclosure.titles or self.names
        )
        self._view = _ViewerWords(self._words, machine.state, disclosure.seat)
        self._clock = self._banks()

    @property
    def board(self) -> Board | None:
        """The board in the colours of the bots; None for a game without one."""
        board = self._words.board
        if board is None:
            return None
        own = zip(SEAT_TONES, (face.colours for face in self._shown.faces), strict=False)
        return replace(board, palette={**board.palette, **dict(own)})

    @property
    def scene(self) -> Scene:
        """What stands on the board after the entries so far."""
        return self._view.scene

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None until its end."""
        return self._replay.machine.outcome

    def beginning(self) -> dict[str, Any]:
        """Return the match before the entries that are fed next, as fields of `Steps`."""
        board = self.board
        return {
            "seats": list(self.names),
            "board": None if board is None else board_json(board),
            "clock": self._clock,
            **self._view.whole(),
        }

    def feed(self, entries: Iterable[StoredEntry]) -> Iterator[Step | TimelineQuestion]:
        """Yield the steps and questions of further entries.

        Raises:
            DataError: if the rules do not allow an entry.
        """
        for entry in entries:
            made = self._take(self._replay.step(entry))
            if made is not None:
                yield made

    def _take(self, step: ReplayStep) -> Step | TimelineQuestion | None:
        n, happened = step.entry.index, step.happened
        match happened:
            case Asked():
                budget = happened.budget / SECOND
                return TimelineQuestion(n, ApiAsked(seat=happened.seat, budget=budget))
            case Drawn():
                return self._step(n, "draw", self._words.draw(step.text), **self._changes())
            case Chosen():
                return self._choice(n, happened, step)
            case Faulted():
                return self._fault(n, happened)
            case Noted():
                remark = self._shown.remark(happened)
                return self._step(n, "note", remark, seat=happened.seat) if remark else None
            case Sealed():
                return self._step(n, "end", happened.outcome.reason, **self._changes())
        return self._step(n, step.kind, _sentence(step.text))

    def _choice(self, n: int, chosen: Chosen, step: ReplayStep) -> Step:
        game = self._replay.machine.game
        words = self._words.action(self._view.seen, chosen.seat, game.read(step.text))
        fields: dict[str, Any] = {"origin": chosen.origin.name.lower()}
        if chosen.handed_at is not None and chosen.origin is not Origin.HOUSE:
            fields["time"] = chosen.took / SECOND
        if self._shown.options and self._shown.is_open and step.question is not None:
            fields["options"] = [game.write(option) for option in step.question.options]
            fields["chosen"] = chosen.option
        if self._shown.shows_notes:
            fields["note"] = chosen.note
            if chosen.thought is not None:
                fields["thought"] = _shown(chosen.thought)
        return self._step(n, "action", words, seat=chosen.seat, **fields, **self._changes())

    def _fault(self, n: int, fault: Faulted) -> Step:
        return self._step(
            n,
            "fault",
            self._shown.fault(fault),
            seat=fault.seat,
            fault=fault.fault.name.lower(),
            strikes=fault.strikes,
            forfeited=fault.forfeit,
        )

    def _step(self, n: int, kind: str, words: str, **fields: Any) -> Step:
        return Step.model_validate({"n": n, "kind": kind, "words": words, **fields})

    def _changes(self) -> dict[str, Any]:
        """Return what a step changed, as fields of `Step`."""
        changes = self._view.look(self._replay.machine.state)
        clock = self._banks()
        if clock != self._clock:
            self._clock = changes["clock"] = clock
        return changes

    def _banks(self) -> list[float]:
        return [seat.clock.bank / SECOND for seat in self._replay.machine.seats]


class _ViewerWords:
    """What a viewer has seen so far; `seen` is the last observation, and `scene` its drawing."""

    def __init__(self, words: Presentation, state: State, seat: int | None) -> None:
        self._words = words
        self._seat = seat
        self.seen = state.observation(seat)
        self.scene = words.scene(self.seen)
        self._moment = words.moment(self.seen)
        self._scores = state.returns()

    def whole(self) -> dict[str, Any]:
        """Return everything that the viewer sees now, as fields of `Steps`."""
        return {
            "scene": scene_json(self.scene),
            "moment": Moment(**self._moment._asdict()),
            "scores": self._scores,
        }

    def look(self, state: State) -> dict[str, Any]:
        """Observe a state; return what has changed, as fields of `Step`."""
        changes: dict[str, Any] = {}
        seen, scores = state.observation(self._seat), state.returns()
        scene = self._words.follow(self.scene, self._words.scene(seen))
        moment = self._words.moment(seen)
        if scene != self.scene:
            changes["delta"] = delta_json(delta(self.scene, scene))
        if moment != self._moment:
            changes["moment"] = Moment(**moment._asdict())
        if scores != self._scores:
            changes["scores"] = scores
            reason = self._words.scored_for(self.seen, seen)
            changes["reason"] = reason
            changes["gains"] = self._words.gains(self._scores, scores, reason)
        self.seen, self.scene, self._moment, self._scores = seen, scene, moment, scores
        return changes


def is_choice(one: Step | TimelineQuestion) -> bool:
    """Whether a step is a decision."""
    return isinstance(one, Step) and one.kind == "action"


def _shown(thought: Thought) -> ApiThought:
    """Return a thought for the API, which has the text of a reasoning elsewhere."""
    reasoning = thought.reasoning
    return ApiThought(
        value=thought.value,
        nodes=thought.nodes,
        depth=thought.depth,
        line=thought.line,
        tokens_in=thought.tokens_in,
        tokens_out=thought.tokens_out,
        cost=thought.cost_micros / 1e6,
        reasoning=0 if reasoning is None else reasoning.size,
    )


def _sentence(text: str) -> str:
    """Return a clause as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."
