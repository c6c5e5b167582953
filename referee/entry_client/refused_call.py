"""The error of a call that failed: a sentence for the owner, by the status of the call."""

import re

import grpc
from grpc import aio

from referee.entry_client.sentence import EntryClientSentence
from referee.error import DataError, TianmingError, UnavailableError, UsageError
from tianming.diagnosis import why_hopeless
from tianming_games.ground.text import printable

_REASON = re.compile(r"[A-Z_]{1,40}")

_LATER = ("FROZEN", "QUOTA", "INTERNAL", "SEASON_AWAY", "NOT_YET")
"""The reasons for which the same call may succeed later."""

_Code = grpc.StatusCode

_BROKEN = (_Code.INTERNAL, _Code.UNKNOWN, _Code.CANCELLED, _Code.DEADLINE_EXCEEDED)
"""The status codes that gRPC itself gives a call whose connection broke."""


_UNSENT = ("failed to connect", "resolution failed")
"""Parts of gRPC's error texts when there was no connection."""

_NOBODY = ("Connection refused", "No such file", "resolution failed")
"""Parts of gRPC's error texts when another attempt fails in the same way."""


def reason_of(error: aio.AioRpcError) -> str:
    """Return the reason that a service names for a refusal; empty if it names none."""
    for name, value in error.trailing_metadata() or ():
        if name == "tianming-reason" and isinstance(value, str) and _REASON.fullmatch(value):
            return value
    return ""


def is_passing(error: aio.AioRpcError) -> bool:
    """Return whether a call ended for a reason that passes by itself, such as a restart."""
    if error.code() is _Code.UNAVAILABLE:
        return True
    return not reason_of(error) and error.code() in (*_BROKEN, _Code.RESOURCE_EXHAUSTED)


def is_unsent(error: aio.AioRpcError) -> bool:
    """Return whether a call failed before anything of it was sent."""
    return any(words in (error.details() or "") for words in _UNSENT)


def is_broken(error: aio.AioRpcError) -> bool:
    """Return whether a call failed because its connection broke, and a new one may succeed."""
    return is_passing(error) and not any(words in (error.details() or "") for words in _NOBODY)


def was_cut_off(error: aio.AioRpcError) -> bool:
    """Return whether a connection broke before anything of its call was sent."""
    return is_unsent(error) and is_broken(error)


async def is_hopeless(error: aio.AioRpcError, address: str) -> bool:
    """Return whether every other attempt fails, for example because only one end uses TLS."""
    return bool(await _why_hopeless(error, address))


async def _why_hopeless(error: aio.AioRpcError, address: str) -> str:
    return await why_hopeless(address, error.details() or "", "service")


async def refused_call(error: aio.AioRpcError, address: str) -> TianmingError:
    """Return the error for the owner."""
    text = words_of(error)
    if reason := reason_of(error):
        kind: type[TianmingError] = UnavailableError if reason in _LATER else UsageError
        kind = DataError if reason == "UPLOAD_MALFORMED" else kind
        return kind(EntryClientSentence.CALL_REFUSED, reason=reason, why=text)
    if error.code() is _Code.UNIMPLEMENTED:
        return UnavailableError(EntryClientSentence.NO_ENTRY_SERVICE, address=address)
    if why := await _why_hopeless(error, address):
        return UnavailableError(EntryClientSentence.SERVICE_UNUSABLE, why=printable(why))
    return UnavailableError(EntryClientSentence.SERVICE_AWAY, address=address, why=text)


def words_of(error: aio.AioRpcError) -> str:
    """Return the text of a status in printable lines; gRPC bounds its size."""
    lines = (error.details() or error.code().name).splitlines()
    return "\n".join(map(printable, lines))
