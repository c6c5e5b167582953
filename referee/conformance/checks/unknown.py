"""Additions of a later version of the contract: fields, messages and enum values."""

from google.protobuf.message import Message

from referee.conformance.check import Level, on_stream
from referee.conformance.scripted_match import unknown
from referee.conformance.scripted_stream import ScriptedStream
from tianming_games.ground import encoding
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb

_LATER = 999
"""A value that no enum of the contract has."""

_SIZE = 20
"""Size of an unknown field in bytes."""


@on_stream(Level.CORE)
async def unknown_message(stream: ScriptedStream) -> None:
    """The bot ignores a message of a kind that it does not know."""
    match = stream.match("unknown-message")
    await stream.send(unknown(_SIZE), *match.messages(), unknown(_SIZE))
    await stream.answers([match.key])


@on_stream(Level.CORE)
async def unknown_field(stream: ScriptedStream) -> None:
    """The bot ignores fields that it does not know, in the frame and in each message."""
    match = stream.match("unknown-field")
    started = pb.RefereeMessage.FromString(match.started())
    asked = match.changed()
    for message in (
        started.match_started,
        started.match_started.clock,
        started.match_started.seats[0],
        asked.question,
    ):
        message.MergeFromString(unknown(_SIZE))
    for payload in (started.match_started.setup, asked.question.position):
        payload.value += unknown(_SIZE)
    await stream.send(started, asked, tail=unknown(_SIZE))
    await stream.answers([match.key])


@on_stream(Level.CORE)
async def unknown_value(stream: ScriptedStream) -> None:
    """The bot treats an unknown fault as a fault, and an unknown termination as finished."""
    match = stream.match("unknown-value")
    notice = pb.FaultNotice(match_id=match.name, strikes_left=1, reason="a later fault")
    _set(notice, pb.FaultNotice.FAULT_FIELD_NUMBER)
    ended = pb.MatchEnded(match_id=match.name)
    _set(ended.outcome, match_pb2.Outcome.TERMINATION_FIELD_NUMBER)
    await stream.send(match.started(), pb.RefereeMessage(fault_notice=notice))
    await stream.send(match.question())
    await stream.answers([match.key])
    await stream.send(pb.RefereeMessage(match_ended=ended))
    await stream.answer(stream.match("unknown-value-after"))


def _set(message: Message, number: int) -> None:
    """Set an enum field to a value that this version does not have."""
    message.MergeFromString(encoding.number(number, _LATER))
