"""The outline of a record: its match and its result, from the first and the last entry.

The chain of digests is checked over all entries, so a changed, truncated or joined record has no
outline. The entries in between are not parsed; `verify` does that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from google.protobuf.message import DecodeError

from referee.error import DataError
from referee.identifier import BotName, MatchId
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.record.framing import MOST_BYTES, Scan, bodies, links
from referee.record.playing_machine import PlayingMachine, machine_of
from referee.record.reader import match_settings_of, parse, start_of
from referee.record.sentence import RecordSentence
from referee.record.verify import sealed_outcome, sensible_outcome
from tianming_games.ground.text import printable
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(frozen=True, slots=True)
class Header:
    """The match in the header of a record: the game, its options, the bots by seat, the seed."""

    game: str
    options: tuple[tuple[str, str], ...]
    bots: tuple[BotName, ...]
    seed: bytes


@dataclass(frozen=True, slots=True)
class Outline:
    """A sealed record.

    Attributes:
        match_id: the id of its match.
        header: its header.
        outcome: its outcome.
        digest: the digest of its seal.
        bodies: the body of each entry up to the seal, for whoever reads on.
    """

    match_id: MatchId
    header: Header
    outcome: Outcome
    digest: bytes
    bodies: Sequence[bytes] = field(default=(), repr=False, compare=False)


def outline(data: bytes, source: str) -> Outline:
    """Return the outline of a record.

    Raises:
        DataError: when the bytes are not a sealed record, or damaged.
    """
    found = links(data)
    if found is not None:
        linked, digest = found
        try:
            header = pb.RecordBody.FromString(linked[0]).header
            seal = pb.RecordBody.FromString(linked[-1])
            if seal.WhichOneof("kind") == "seal" and header.match_id:
                outcome = sensible_outcome(seal.seal, len(header.bots))
                return Outline(MatchId(header.match_id), _header(header), outcome, digest, linked)
        except (DecodeError, ValueError):
            pass
    record = parse(data, source)
    outcome = sealed_outcome(record)  # says what is wrong
    header, match_id = record.header, MatchId(record.header.match_id)
    return Outline(match_id, _header(header), outcome, record.digest, bodies(data))


def _header(header: pb.RecordHeader) -> Header:
    options = tuple((option.name, option.value) for option in header.options)
    return Header(header.game, options, tuple(map(BotName, header.bots)), header.seed)


@dataclass(frozen=True, slots=True)
class Opening:
    """The settings of a match, and when it started, from the header of its record."""

    settings: MatchSettings
    started: datetime


def opening(data: bytes, source: str) -> Opening:
    """Return the opening of a record, which need not be complete.

    Raises:
        DataError: when the bytes do not begin with a record's header.
    """
    header = _first(data, source)
    return Opening(match_settings_of(header), start_of(header, source))


def read_header(path: Path) -> tuple[MatchId, Header]:
    """Return the name and the header of a match; only the beginning of the file is read.

    Raises:
        DataError: when the file cannot be read, or does not begin with a record's header.
    """
    header = _first_of(path)
    return MatchId(header.match_id), _header(header)


def read_machine(path: Path) -> PlayingMachine | None:
    """Return the machine in the header of a record; None if the header names none.

    Raises:
        DataError: when the file cannot be read, or does not begin with a record's header.
    """
    return machine_of(_first_of(path))


def _first_of(path: Path) -> pb.RecordHeader:
    """Return the header of a record; only the beginning of the file is read."""
    source = printable(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(2 * MOST_BYTES)
    except OSError as error:
        why = error.strerror
        raise DataError(RecordSentence.RECORD_NOT_READ, source=source, why=why) from None
    return _first(data, source)


def _first(data: bytes, source: str) -> pb.RecordHeader:
    first = next(Scan(data).entries(), None)
    if first is not None and first.body.HasField("header"):
        return first.body.header
    return parse(data, source).header  # says what is wrong
