"""The decisions of a record as numbers, for learners: what a seat saw, could do, and did.

One call reads one record, so a season of any size fits into memory.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from referee.error import UsageError
from referee.match.clock import SECOND
from referee.match.entry import Chosen
from referee.match.outcome import Outcome, Termination
from referee.record.framing import StoredEntry
from referee.record.reader import Record, game_of, read
from referee.record.recorded_question import position_of
from referee.record.replay import Replay
from referee.record.sentence import RecordSentence
from referee.record.verify import sealed_outcome
from tianming_games.action import Action
from tianming_games.action_catalogue import ActionCatalogue
from tianming_games.match_terms import place_rewards
from tianming_games.registry import load
from tianming_games.tensor import TensorLayout
from tianming_proto.record.v1 import record_pb2 as pb

_PARTS: Final = ("test", "validation", *["train"] * 8)
"""The splits; each gets a tenth of the sets for each time it is here."""


class RecordedDecision(NamedTuple):
    """One decision.

    Attributes:
        seat: the seat that decided.
        question: number of its question; 0 if nobody was asked.
        choice: id of the action in the catalogue of the game.
        origin: who chose: `bot`, `substitute`, `house` or `forced`.
        seconds: time of the answer; None if no bot was asked.
    """

    seat: int
    question: int
    choice: int
    origin: str
    seconds: float | None


class MatchDecisions(NamedTuple):
    """The decisions of a match in order; none for a void match.

    Attributes:
        match_id: name of the match.
        set_id: hash of its set: of game, options, bots in any order, and seed.
        split: `train`, `validation` or `test`, equal for all matches of a set.
        game: name of the game.
        rules_version: its version of the rules.
        options: its options, as an object in JSON.
        bots: the bots by seat.
        scores: the points by seat.
        places: the places by seat, from 1.
        rewards: the rewards by seat, from -1 (last) to 1 (first).
        layout: tag of the layout of the tensors; empty for positions.
        decisions: the decisions.
        seen: for each decision the tensor, or the serialised position.
        masks: for each decision a byte for each action: 1 if it was legal.
    """

    match_id: str
    set_id: str
    split: str
    game: str
    rules_version: int
    options: str
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    rewards: tuple[float, ...]
    layout: str
    decisions: list[RecordedDecision]
    seen: list[bytes]
    masks: list[bytes]


def read_decisions(path: Path, with_positions: bool) -> MatchDecisions:
    """Return the decisions of the record in a file.

    Args:
        path: the file.
        with_positions: whether to return positions instead of tensors.

    Raises:
        DataError: when the record is not whole or sealed, does not fit its rules, or is of another
            version of the rules.
        UsageError: when the game is not installed, or has no ids of actions, or no tensors.
    """
    return decisions_of(read(path), with_positions)


def decisions_of(record: Record, with_positions: bool) -> MatchDecisions:
    """Return the decisions of a record, as `read_decisions` does."""
    outcome = sealed_outcome(record)
    try:
        game_of(record)
        reading = _Reading(record, with_positions)
    except UsageError as error:
        raise UsageError(RecordSentence.NOT_EXPORTED, source=record.source, why=error) from None
    if outcome.termination is not Termination.VOID:
        reading.read()
    return _of_match(record.header, outcome, reading)


def set_id(header: pb.RecordHeader) -> str:
    """Return the hash of the set of a match: matches with the same bots, settings and seed."""
    options = sorted((option.name, option.value) for option in header.options)
    key = json.dumps([header.game, options, sorted(header.bots), header.seed.hex()])
    return blake2b(key.encode(), digest_size=8).hexdigest()


def split_of(name: str) -> str:
    """Return the split of a set: eight of ten sets are for training."""
    return _PARTS[int(name, 16) % len(_PARTS)]


class _Reading:
    """Replays a record, and collects its decisions."""

    def __init__(self, record: Record, with_positions: bool) -> None:
        header = record.header
        options = tuple((option.name, option.value) for option in header.options)
        self._catalogue = _catalogue(header.game, options)
        seats = len(header.bots)
        self.layout = None if with_positions else _layout(header.game, seats, options)
        self._row = bytearray(self.layout.size if self.layout else 0)
        self._writer = self.layout.writer(memoryview(self._row)) if self.layout else None
        self._record = record
        self._replay = Replay(record)
        self._wire = self._replay.machine.game.wire()
        self._asked: dict[int, bytes] = {}
        """What a seat saw when it was asked, until it has chosen."""
        self.decisions: list[RecordedDecision] = []
        self.seen: list[bytes] = []
        self.masks: list[bytes] = []

    def read(self) -> None:
        """Replay the whole record."""
        for entry in self._record.entries[1:]:
            if entry.body.HasField("chosen"):
                self._chosen(entry)
                continue
            step = self._replay.step(entry)
            if step.question is not None and step.kind == "asked":
                options = step.question.options
                self._asked[step.question.seat] = self._see(step.question.seat, options, entry)

    def _chosen(self, entry: StoredEntry) -> None:
        seat = entry.body.chosen.seat
        machine = self._replay.machine
        if seat not in machine.turn:
            self._replay.step(entry)  # it names the wrong entry
            return
        options = tuple(machine.state.legal_actions(seat))
        seen = self._asked.pop(seat, None) or self._see(seat, options, None)
        mask = bytes(self._catalogue.mask(machine.state, seat))
        happened = self._replay.step(entry).happened
        if isinstance(happened, Chosen):
            number = self._catalogue.ids[options[happened.option]]
            self.decisions.append(_decision(happened, number))
            self.seen.append(seen)
            self.masks.append(mask)

    def _see(self, seat: int, options: Sequence[Action], asked: StoredEntry | None) -> bytes:
        """Return the tensor or the position of a seat, checked if it was asked."""
        state = self._replay.machine.state
        if self._writer is not None:
            self._writer.write(state.observation(seat))
            return bytes(self._row)
        if asked is None:
            return self._wire.position(state, seat, options)
        return position_of(self._replay, self._wire, seat, options, asked)


def _decision(chosen: Chosen, number: int) -> RecordedDecision:
    is_timed = chosen.handed_at is not None
    return RecordedDecision(
        seat=chosen.seat,
        question=chosen.number,
        choice=number,
        origin=chosen.origin.name.lower(),
        seconds=chosen.took / SECOND if is_timed else None,
    )


def _of_match(header: pb.RecordHeader, outcome: Outcome, reading: _Reading) -> MatchDecisions:
    name = set_id(header)
    places = tuple(result.place for result in outcome.results)
    return MatchDecisions(
        match_id=header.match_id,
        set_id=name,
        split=split_of(name),
        game=header.game,
        rules_version=header.rules_version,
        options=json.dumps({option.name: option.value for option in header.options}),
        bots=tuple(header.bots),
        scores=tuple(result.score for result in outcome.results),
        places=places,
        rewards=tuple(place_rewards(places)) if places else (),
        layout=reading.layout.tag if reading.layout else "",
        decisions=reading.decisions,
        seen=reading.seen,
        masks=reading.masks,
    )


@lru_cache(maxsize=8)
def _catalogue(game: str, options: tuple[tuple[str, str], ...]) -> ActionCatalogue:
    return load(game).catalogue(dict(options))


@lru_cache(maxsize=8)
def _layout(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> TensorLayout:
    return load(game).tensor_layout(seats, dict(options))
