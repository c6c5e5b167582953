"""Build the harmful gRPC calls of a bot with a token, from single HTTP/2 frames."""

from collections.abc import Iterator

from tests.server import http2
from tianming_proto.v1 import play_pb2 as pb

METHOD = "/tianming.v1.RefereeService/Play"
POINTS = 32_700


def hellos(token: str) -> Iterator[bytes]:
    """Yield one call after the other, each with a `Hello` of `POINTS` resume points."""
    frame = hello_of(POINTS)
    for stream in range(1, 1 << 20, 2):
        yield http2.call(stream, METHOD, authorization=f"Bearer {token}") + data(stream, frame)


def hello_of(points: int) -> bytes:
    """Return a frame with a `Hello` that has `points` empty resume points."""
    hello = pb.Hello(revision_min=1, revision_max=1, resume=[pb.ResumePoint()] * points)
    return pb.PlayRequest(messages=[pb.BotMessage(hello=hello)]).SerializeToString()


def data(stream: int, message: bytes) -> bytes:
    """Return a gRPC message as HTTP/2 frames of at most 16,384 bytes."""
    whole = b"\0" + len(message).to_bytes(4, "big") + message
    pieces = [whole[at : at + 16_384] for at in range(0, len(whole), 16_384)]
    return b"".join(http2.frame(http2.DATA, 0, stream, piece) for piece in pieces)
