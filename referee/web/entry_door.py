"""Call `EntryService` for an owner, as any client does; refused calls become problems."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, TypeVar

import grpc
from google.protobuf.message import Message
from grpc import aio

from referee.entry_client.refused_call import reason_of
from referee.web.entry_address import EntryAddress
from referee.web.sentence import WebSentence
from referee.web.web_problem import NotSignedIn, Overloaded, WebProblem
from tianming_games.ground.text import printable
from tianming_proto.entry.v1 import entry_pb2 as pb

M = TypeVar("M", bound=Message)

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["EntryService"].full_name

_PATIENCE: Final = 30.0
"""Seconds for the answer to a call."""

_STREAM_CHANNELS: Final = 4
"""Connections for streams and uploads; each has a quarter of those that the pages allow."""

_UPLOADS: Final = 4
"""How often an archive is sent at most."""

_Code = grpc.StatusCode

_STATUSES: Final = {
    _Code.INVALID_ARGUMENT: HTTPStatus.BAD_REQUEST,
    _Code.PERMISSION_DENIED: HTTPStatus.FORBIDDEN,
    _Code.NOT_FOUND: HTTPStatus.NOT_FOUND,
    _Code.ALREADY_EXISTS: HTTPStatus.CONFLICT,
    _Code.FAILED_PRECONDITION: HTTPStatus.CONFLICT,
    _Code.RESOURCE_EXHAUSTED: HTTPStatus.TOO_MANY_REQUESTS,
    _Code.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    _Code.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
}


class EntryRefusal(WebProblem):
    """The entry process refused a call; its sentence is for the owner."""

    def __init__(self, status: HTTPStatus, reason: str, why: str) -> None:
        super().__init__(WebSentence.ENTRY_REFUSED, why=why)
        self.status = status
        self._reason = reason

    @property
    def code(self) -> str:
        """The name of the reason, as in `EntryReason`."""
        return self._reason


class EntryDoor:
    """A client of the entry process. Each call is named after its request.

    A connection has a limited number of calls at once. So streams and uploads have connections of
    their own, beside the one for short calls.
    """

    def __init__(self, address: EntryAddress) -> None:
        self._address = address
        self._channels: list[aio.Channel] = []
        self._renewed: list[aio.Channel] = []
        self._streams = Counter[int]()
        self._stamp = 0

    async def close(self) -> None:
        """Close all connections."""
        channels, self._channels, self._renewed = [*self._channels, *self._renewed], [], []
        for channel in channels:
            await channel.close()

    async def ask(self, request: Message, kind: type[M], token: str = "") -> M:
        """Make a call with one response.

        Raises:
            WebProblem: if it is refused, or the process does not answer.
        """
        method = self._opened()[0].unary_unary(
            _path(request),
            request_serializer=type(request).SerializeToString,
            response_deserializer=kind.FromString,
        )
        with _problems():
            response: M = await method(request, timeout=_PATIENCE, metadata=_bearing(token))
            return response

    async def stream(self, request: Message, kind: type[M], token: str) -> AsyncGenerator[M, None]:
        """Yield the responses of a call.

        Raises:
            WebProblem: as `ask` does.
        """
        with self._stream_channel() as channel:
            method = channel.unary_stream(
                _path(request),
                request_serializer=type(request).SerializeToString,
                response_deserializer=kind.FromString,
            )
            call = method(request, metadata=_bearing(token))
            try:
                with _problems():
                    async for response in call:
                        yield response
            finally:
                call.cancel()

    async def submit(
        self, token: str, header: pb.SubmissionHeader, pieces: Callable[[], AsyncIterator[bytes]]
    ) -> pb.Submission:
        """Send an archive, and return its submission.

        It is sent again if the call breaks without a reason, which harms nothing: gRPC loses the
        reason of some calls that are refused while a request is written.

        Args:
            token: the owner's token.
            header: what is submitted.
            pieces: reads the archive from its start.

        Raises:
            WebProblem: as `ask` does.
        """

        async def requests() -> AsyncIterator[pb.SubmitRequest]:
            yield pb.SubmitRequest(header=header)
            async for piece in pieces():
                yield pb.SubmitRequest(piece=piece)

        with self._stream_channel() as channel, _problems():
            method = channel.stream_unary(
                f"/{_SERVICE}/Submit",
                request_serializer=pb.SubmitRequest.SerializeToString,
                response_deserializer=pb.SubmitResponse.FromString,
            )
            left = _UPLOADS
            while True:
                left -= 1
                try:
                    response = await method(requests(), metadata=_bearing(token))
                except aio.AioRpcError as error:
                    if not left or error.code() is not _Code.INTERNAL or reason_of(error):
                        raise
                else:
                    return response.submission

    @contextmanager
    def _stream_channel(self) -> Iterator[aio.Channel]:
        """Lend the connection that has the fewest streams."""
        channels = self._opened()
        at = min(range(1, len(channels)), key=lambda one: self._streams[one])
        self._streams[at] += 1
        try:
            yield channels[at]
        finally:
            self._streams[at] -= 1

    def _opened(self) -> list[aio.Channel]:
        """Return the connections; new ones if the certificate was renewed.

        Streams go on at the old ones.
        """
        stamp = self._address.stamp()
        if self._channels and stamp != self._stamp:
            self._renewed, self._channels = [*self._renewed, *self._channels], []
        if not self._channels:
            self._stamp = stamp
            self._channels = [self._address.channel() for _ in range(1 + _STREAM_CHANNELS)]
        return self._channels


def _path(request: Message) -> str:
    return f"/{_SERVICE}/{type(request).__name__.removesuffix('Request')}"


def _bearing(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),) if token else ()


@contextmanager
def _problems() -> Iterator[None]:
    """Turn a refused call into a problem."""
    try:
        yield
    except aio.AioRpcError as error:
        raise _problem(error) from None


def _problem(error: aio.AioRpcError) -> WebProblem:
    code, reason = error.code(), reason_of(error).lower()
    if code is _Code.UNAUTHENTICATED:
        return NotSignedIn(WebSentence.NOT_SIGNED_IN)
    if not reason or code not in _STATUSES:
        return Overloaded(WebSentence.ENTRIES_AWAY)
    why = "\n".join(map(printable, (error.details() or "").split("\n")))
    return EntryRefusal(_STATUSES[code], reason, why[:1].upper() + why[1:])
