"""The reasons for which the referee ends a stream: a gRPC code, a name and a sentence.

The reasons are those of `StreamReason` in `tianming/v1/reason.proto`. A client reads them
from the trailing metadata: as plain text, or as a `google.rpc.Status` with details.
"""

from dataclasses import dataclass, field

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from referee.identifier import MatchId

DOMAIN = "tianming"
"""The domain of every reason in its `ErrorInfo`."""

_COSTLY = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
)

_AT_ONCE = 1.0
_RESTART = 5.0
"""Seconds after which another try can succeed: soon, or when the referee has restarted."""

_DETAILS = "grpc-status-details-bin"
_REASON = "tianming-reason"
"""The keys of the trailing metadata: the status details, and the reason as plain text."""


@dataclass(frozen=True)
class StreamRefused(Exception):
    """The referee ends a stream, for a reason that its bot can read.

    Attributes:
        code: the status code of the call.
        reason: a name of `StreamReason`, without its prefix.
        text: a sentence for people.
        facts: the variable parts of the text, by name.
        retry_after: seconds after which another try can succeed; None if none can.
    """

    code: grpc.StatusCode
    reason: str
    text: str
    facts: dict[str, str] = field(default_factory=dict)
    retry_after: float | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def is_costly(self) -> bool:
        """Whether the violation costs the referee more than the bot, so that a penalty follows."""
        return self.code in _COSTLY

    def trailers(self) -> tuple[tuple[str, str | bytes], ...]:
        """Return the trailing metadata that carries the reason."""
        details = [_any(ErrorInfo(reason=self.reason, domain=DOMAIN, metadata=self.facts))]
        if self.retry_after is not None:
            wait = Duration()
            wait.FromMilliseconds(round(1000 * self.retry_after))
            details.append(_any(RetryInfo(retry_delay=wait)))
        status = Status(code=self.code.value[0], message=self.text, details=details)
        return ((_REASON, self.reason), (_DETAILS, status.SerializeToString()))


def _any(message: Message) -> Any:
    packed = Any()
    packed.Pack(message)
    return packed


def malformed(text: str) -> StreamRefused:
    """Return the refusal of a frame or message that is malformed, empty or above a limit."""
    return StreamRefused(grpc.StatusCode.INVALID_ARGUMENT, "FRAME_MALFORMED", text)


def frame_too_large(most: int) -> StreamRefused:
    """Return the refusal of a frame above the published limit."""
    return StreamRefused(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "FRAME_TOO_LARGE",
        f"A frame may have at most {most} bytes; send fewer messages in each.",
        {"max_frame_bytes": str(most)},
        retry_after=_AT_ONCE,
    )


def message_too_large(most: int) -> StreamRefused:
    """Return the refusal of a message above the published limit."""
    return StreamRefused(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "MESSAGE_TOO_LARGE",
        f"A message may have at most {most} bytes; send a shorter one.",
        {"max_message_bytes": str(most)},
        retry_after=_AT_ONCE,
    )


def too_many_resume_points(most: int) -> StreamRefused:
    """Return the refusal of a `Hello` with more resume points than the published limit."""
    return malformed(f"A Hello has at most {most} resume points; leave out the oldest matches.")


def unexpected(text: str) -> StreamRefused:
    """Return the refusal of a message that the session's phase does not allow."""
    return StreamRefused(grpc.StatusCode.INVALID_ARGUMENT, "FRAME_UNEXPECTED", text)


def revision_unsupported(least: int, most: int) -> StreamRefused:
    """Return the refusal of a bot that has no protocol revision in common with the referee."""
    return StreamRefused(
        grpc.StatusCode.FAILED_PRECONDITION,
        "REVISION_UNSUPPORTED",
        f"This referee speaks revisions {least} to {most} of the protocol; use a client "
        "that speaks one of them.",
        {"min": str(least), "max": str(most)},
    )


def unauthenticated() -> StreamRefused:
    """Return the refusal of a call without a known token; the text does not reveal the reason."""
    return StreamRefused(
        grpc.StatusCode.UNAUTHENTICATED,
        "TOKEN_INVALID",
        "The call has no token that is known here: send the token of your organiser as the "
        "metadata `authorization: Bearer TOKEN` (the SDKs read it from TIANMING_TOKEN).",
    )


def revoked() -> StreamRefused:
    """Return the refusal of a token that the organiser has revoked, or that has expired."""
    return StreamRefused(
        grpc.StatusCode.UNAUTHENTICATED,
        "TOKEN_REVOKED",
        "The token was revoked or has expired; ask the organiser for a new one.",
    )


def too_many_streams(per_second: float) -> StreamRefused:
    """Return the refusal of a bot that opens streams faster than the published rate."""
    return StreamRefused(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "STREAM_LIMIT",
        f"The bot opened more than {per_second:g} streams a second; wait longer between two tries.",
        {"streams_per_second": f"{per_second:g}"},
        retry_after=_AT_ONCE,
    )


def not_your_match(match_id: MatchId) -> StreamRefused:
    """Return the refusal of a message about a match in which the bot has no seat."""
    return StreamRefused(
        grpc.StatusCode.PERMISSION_DENIED,
        "SEAT_NOT_OWNED",
        "The bot has no seat in a match of that name.",
        {"match_id": match_id[:64]},
    )


def flood(per_second: int) -> StreamRefused:
    """Return the refusal of a bot that sends messages faster than the published rate."""
    return StreamRefused(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "RATE_LIMIT",
        f"More than {per_second} messages a second answered no open question.",
        {"messages_per_second": str(per_second)},
        retry_after=_AT_ONCE,
    )


def slow_consumer() -> StreamRefused:
    """Return the refusal of a bot that does not read its messages."""
    return StreamRefused(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "SLOW_CONSUMER",
        "The bot did not read what it was sent; it may open a new stream and go on.",
        retry_after=_AT_ONCE,
    )


def superseded() -> StreamRefused:
    """Return the refusal of a stream that a newer one with the same token has replaced."""
    return StreamRefused(
        grpc.StatusCode.ABORTED,
        "SESSION_SUPERSEDED",
        "A newer stream with the same token has taken over.",
    )


def hello_missing(timeout: float) -> StreamRefused:
    """Return the refusal of a stream without a `Hello` in time."""
    return StreamRefused(
        grpc.StatusCode.DEADLINE_EXCEEDED,
        "HELLO_MISSING",
        f"No Hello came within {timeout:g} s of the stream's start.",
        retry_after=_AT_ONCE,
    )


def draining() -> StreamRefused:
    """Return the refusal of a stream because the referee is stopping."""
    return _unavailable("The referee is stopping; try again later.", _RESTART)


def renamed() -> StreamRefused:
    """Return the refusal of a stream whose bot has another name now."""
    text = "The organiser has renamed the bot; connect again with the same token."
    return _unavailable(text, _AT_ONCE)


def _unavailable(text: str, retry_after: float) -> StreamRefused:
    return StreamRefused(grpc.StatusCode.UNAVAILABLE, "DRAINING", text, retry_after=retry_after)


def bug(incident: str) -> StreamRefused:
    """Return the refusal after an error of the referee, which its log has under `incident`."""
    return StreamRefused(
        grpc.StatusCode.INTERNAL,
        "INTERNAL",
        f"The referee failed; its log says more about incident {incident}.",
        {"incident": incident},
        retry_after=_AT_ONCE,
    )
