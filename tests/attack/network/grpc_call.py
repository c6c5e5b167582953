"""What bots with a token send to harm: whole calls of gRPC, by hand."""

from collections.abc import Iterator

from tests.server import http2
from tianming_proto.v1 import play_pb2 as pb

METHOD = "/tianming.v1.RefereeService/Play"
POINTS = 32_700


def hellos(token: str) -> Iterator[bytes]:
    """One call after the other that begins with a `Hello` of as many resume points as fit."""
    frame = hello_of(POINTS)
    for stream in range(1, 1 << 20, 2):
        yield http2.call(stream, METHOD, authorization=f"Bearer {token}") + data(stream, frame)


def hello_of(points: int) -> bytes:
    """A frame with a `Hello` that has so many empty resume points."""
    hello = pb.Hello(revision_min=1, revision_max=1, resume=[pb.ResumePoint()] * points)
    return pb.PlayRequest(messages=[pb.BotMessage(hello=hello)]).SerializeToString()


def data(stream: int, message: bytes) -> bytes:
    """A message, in frames of the size that HTTP/2 allows."""
    whole = b"\0" + len(message).to_bytes(4, "big") + message
    pieces = [whole[at : at + 16_384] for at in range(0, len(whole), 16_384)]
    return b"".join(http2.frame(http2.DATA, 0, stream, piece) for piece in pieces)
