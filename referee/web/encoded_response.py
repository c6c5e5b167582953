"""Encode responses: models as JSON, compressed, with an ETag."""

import gzip
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import brotli
from starlette.requests import Request
from starlette.responses import Response

from referee.web.api.model import Model

_LEAST_PACKED: Final = 512
"""Size in bytes from which a body is compressed."""

_BEST: Final = 11
"""Brotli quality of a body that is kept and sent often."""
_QUICK: Final = 4
"""Brotli quality of a body that is made for one request."""


@dataclass(frozen=True, slots=True)
class EncodedResponse:
    """A body with its ETag; `packed` has the compressed body by encoding, the smallest first."""

    body: bytes
    packed: dict[str, bytes]
    tag: str
    media_type: str

    @classmethod
    def of_bytes(cls, body: bytes, media_type: str, kept: bool = True) -> "EncodedResponse":
        """Return the response with a body. A `kept` one is compressed more, which takes longer."""
        tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
        packed = {}
        if len(body) >= _LEAST_PACKED:
            packed["br"] = brotli.compress(body, quality=_BEST if kept else _QUICK)
            packed["gzip"] = gzip.compress(body, 9 if kept else 1, mtime=0)
        return cls(body, packed, tag, media_type)

    @classmethod
    def of(cls, model: Model, kept: bool = False) -> "EncodedResponse":
        """Return the response with a model as JSON; fields with their default are left out."""
        body = model.model_dump_json(exclude_defaults=True).encode()
        return cls.of_bytes(body, "application/json", kept)

    def response(self, request: Request, cache: str = "no-cache") -> Response:
        """Return the HTTP response to a request: 304 if the client has the current body."""
        headers = {"ETag": self.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers=headers)
        body, accepted = self.body, request.headers.get("Accept-Encoding", "")
        words = {word.partition(";")[0].strip() for word in accepted.split(",")}
        for encoding, packed in self.packed.items():
            if encoding in words:
                headers["Content-Encoding"], body = encoding, packed
                break
        return Response(body, media_type=self.media_type, headers=headers)
