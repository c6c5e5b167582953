"""Answers: models as JSON, compressed, with a tag by which a browser knows its copy."""

import gzip
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import brotli
from starlette.requests import Request
from starlette.responses import Response

from referee.web.api.model import Model

_LEAST_PACKED: Final = 512
"""Bytes from which an answer is compressed."""

_BEST: Final = 11
"""The quality of Brotli for what is kept and sent often."""
_QUICK: Final = 4
"""The quality for what is made for one request."""


@dataclass(frozen=True, slots=True)
class EncodedResponse:
    """What a request is answered with; `packed` is the body by encoding, the smallest first."""

    body: bytes
    packed: dict[str, bytes]
    tag: str
    media_type: str

    @classmethod
    def of_bytes(cls, body: bytes, media_type: str, kept: bool = True) -> "EncodedResponse":
        """The answer with a body; one that is `kept` is worth the time to compress it well."""
        tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
        packed = {}
        if len(body) >= _LEAST_PACKED:
            packed["br"] = brotli.compress(body, quality=_BEST if kept else _QUICK)
            packed["gzip"] = gzip.compress(body, 9 if kept else 1, mtime=0)
        return cls(body, packed, tag, media_type)

    @classmethod
    def of(cls, model: Model, kept: bool = False) -> "EncodedResponse":
        """The answer with a model; fields that have their default are left out."""
        body = model.model_dump_json(exclude_defaults=True).encode()
        return cls.of_bytes(body, "application/json", kept)

    def response(self, request: Request, cache: str = "no-cache") -> Response:
        """The response to a request: nothing but the tag if the client has the answer already."""
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
