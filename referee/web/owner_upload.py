"""Receive the body of a request: a small one in JSON, or an archive.

An archive goes to a temporary file, because its digest comes before it in a submission. Each body
has a maximum of bytes, and a time that depends on its size.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import IO, Final, TypeVar

from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request

from referee.web.api.model import Model
from referee.web.sentence import WebSentence
from referee.web.web_problem import TooLarge, WebProblem

M = TypeVar("M", bound=Model)

_MOST_JSON: Final = 1 << 14
"""Maximum bytes of a body in JSON."""

_PATIENCE: Final = 30.0
"""Seconds for the next bytes of a body, and in addition to the time for all of it."""

_LEAST_RATE: Final = 1 << 14
"""Bytes a second of a body, on average."""

_PIECE: Final = 60 << 10
"""Bytes of a piece of a submission."""


@dataclass(frozen=True, slots=True)
class ReceivedArchive:
    """An archive in a temporary file, with its size and SHA-256."""

    file: IO[bytes]
    size: int
    digest: bytes

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the archive in pieces. It may be read several times at once."""
        for start in range(0, self.size, _PIECE):
            yield await asyncio.to_thread(os.pread, self.file.fileno(), _PIECE, start)


async def json_body(request: Request, kind: type[M]) -> M:
    """Return the body of a request.

    Raises:
        WebProblem: if it is too large, too slow, or not what the endpoint takes.
    """
    body = b"".join([piece async for piece in _body(request, _MOST_JSON)])
    try:
        return kind.model_validate_json(body or b"{}")
    except ValidationError as error:
        where = ".".join(str(word) for word in error.errors()[0]["loc"]) or "the body"
        raise WebProblem(WebSentence.WRONG_BODY, where=where[:60]) from None


@asynccontextmanager
async def received_archive(request: Request, most: int) -> AsyncIterator[ReceivedArchive]:
    """Receive an archive; its file is there while the block runs.

    Raises:
        WebProblem: if it is too large, too slow, or cut.
    """
    digest, size = sha256(), 0
    with tempfile.TemporaryFile() as file:
        async for piece in _body(request, most):
            digest.update(piece)
            size += len(piece)
            await asyncio.to_thread(file.write, piece)
        await asyncio.to_thread(file.flush)
        yield ReceivedArchive(file, size, digest.digest())


async def _body(request: Request, most: int) -> AsyncIterator[bytes]:
    """Yield the bytes of a body, which has the size that its header says.

    Raises:
        WebProblem: if it is too large, too slow, or cut.
    """
    size = _size(request)
    if size > most:
        raise TooLarge(WebSentence.BODY_TOO_LARGE, size=size, most=most)
    pieces = request.stream()
    deadline = monotonic() + _PATIENCE + size / _LEAST_RATE
    try:
        while True:
            async with asyncio.timeout(min(_PATIENCE, deadline - monotonic())):
                piece = await anext(pieces, None)
            if piece is None:
                return
            yield piece
    except TimeoutError:
        raise WebProblem(WebSentence.BODY_TOO_SLOW) from None
    except ClientDisconnect:
        raise WebProblem(WebSentence.BODY_CUT) from None


def _size(request: Request) -> int:
    text = request.headers.get("Content-Length", "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise WebProblem(WebSentence.NO_LENGTH)
    return int(text)
