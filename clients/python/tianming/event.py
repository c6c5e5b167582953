"""What happened in a match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tianming.payload import message_type

if TYPE_CHECKING:
    from tianming.match import Match
    from tianming_proto.v1 import match_pb2


@dataclass(frozen=True)
class Event:
    """An action of a seat, or a draw of the referee.

    Attributes:
        match: the match.
        index: number of the event in its match, from 0.
        seat: the seat that acted; None for a draw.
        notation: the event in the game's notation.
        serialized_detail: the game's serialized `Event` message.
    """

    match: Match
    index: int
    seat: int | None
    notation: str
    serialized_detail: bytes

    @classmethod
    def of(cls, match: Match, message: match_pb2.Event) -> Event:
        """The event of a protobuf message."""
        seat = message.seat if message.HasField("seat") else None
        return cls(match, message.index, seat, message.notation, message.detail)

    @cached_property
    def detail(self) -> Any:
        """The event as data: the game's own `Event` message."""
        setup = self.match.serialized_setup
        package = "" if setup is None else setup.type_url.rpartition("/")[2].rpartition(".")[0]
        detail = message_type(f"{package}.Event")()
        detail.ParseFromString(self.serialized_detail)
        return detail
