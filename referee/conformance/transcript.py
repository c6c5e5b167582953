"""The transcript of a check: the frames of both sides, with times, as text."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from google.protobuf import text_format
from google.protobuf.message import DecodeError, Message

from tianming_proto.v1 import play_pb2 as pb

_MOST_BYTES = 1 << 14
"""Maximum of bytes of a frame that a transcript keeps."""

_MOST_LINES = 1 << 10
"""Maximum of lines that a transcript keeps, the last ones."""

_BULKY = {
    "match_started": ("options", "seats", "clock", "setup", "bot_seed", "seed_commitment"),
    "question": ("since", "position"),
    "match_events": ("events",),
    "match_ended": ("since", "seed", "seed_nonce", "record_digest"),
    "welcome": ("limits",),
}
"""Large fields of messages. The text form shows only their size."""


class LineKind(Enum):
    """The kind of event that a line of a transcript reports."""

    OPEN = "open"
    """A stream begins; the data is its `authorization`."""
    FRAME = "frame"
    HALF_CLOSE = "half-close"
    """The sender closes its side of the stream."""
    END = "end"
    """The sender ends the stream; the data is the code and the sentence as `CODE: sentence`."""
    REMARK = "remark"
    """An event outside the streams."""


_ARROWS = {"bot": "bot     ->", "referee": "referee <-", "": "          "}


@dataclass(frozen=True, slots=True)
class Line:
    """A frame, the start or the end of a stream, or a remark of the suite.

    Attributes:
        at: seconds since the start of the check.
        kind: the kind of event.
        stream: number of the stream, from 1; 0 for a remark on no stream.
        sender: `bot` or `referee`; empty for a remark.
        text: the event as text.
        data: the first bytes of the frame, or the data of another event (see `LineKind`).
    """

    at: float
    kind: LineKind
    stream: int
    sender: str
    text: str
    data: bytes = b""

    def __str__(self) -> str:
        stream = f"#{self.stream}" if self.stream else "  "
        return f"{self.at:8.3f} s  {stream} {_ARROWS[self.sender]} {self.text}"


class Transcript:
    """The events of both sides in a check, oldest first."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._streams = 0
        self.lines: list[Line] = []

    def restart(self) -> None:
        """Delete the lines, and restart the time."""
        self._began = time.monotonic()
        self.lines.clear()

    def open(self, sender: str, authorization: str) -> int:
        """Add the start of a stream; return its number."""
        self._streams += 1
        data = authorization.encode()
        self._add(LineKind.OPEN, self._streams, sender, "opens the stream", data)
        return self._streams

    def frame(self, stream: int, sender: str, data: bytes) -> None:
        """Add a frame; `sender` is `bot` or `referee`."""
        self._add(LineKind.FRAME, stream, sender, _text(sender, data), data[:_MOST_BYTES])

    def half_close(self, stream: int, sender: str) -> None:
        """Add the half-close of a stream by `sender`."""
        self._add(LineKind.HALF_CLOSE, stream, sender, "half-closes its side")

    def end(self, stream: int, sender: str, why: str) -> None:
        """Add the end of a stream; `why` is the code, followed by the sentence, if any."""
        self._add(LineKind.END, stream, sender, f"ends the stream, {why}", why.encode())

    def remark(self, text: str, stream: int = 0) -> None:
        """Add a remark; `stream` is 0 if it concerns no stream."""
        self._add(LineKind.REMARK, stream, "", text)

    def _add(self, kind: LineKind, stream: int, sender: str, text: str, data: bytes = b"") -> None:
        at = time.monotonic() - self._began
        self.lines.append(Line(at, kind, stream, sender, text, data))
        del self.lines[:-_MOST_LINES]


def _text(sender: str, data: bytes) -> str:
    """Return a frame as one line of text."""
    frame = pb.PlayRequest() if sender == "bot" else pb.PlayResponse()
    try:
        frame.ParseFromString(data)
    except DecodeError:
        return f"no frame: {len(data)} bytes, {data[:32].hex()}"
    return " | ".join(_texts(frame)) or "an empty frame"


def _texts(frame: pb.PlayRequest | pb.PlayResponse) -> Iterator[str]:
    messages = frame.messages
    for message in messages[:_MOST_MESSAGES]:
        yield _message(message)
    if len(messages) > _MOST_MESSAGES:
        yield f"{len(messages) - _MOST_MESSAGES} more messages"


_MOST_MESSAGES = 8
"""Maximum of messages of a frame that are shown."""


def _message(message: pb.BotMessage | pb.RefereeMessage) -> str:
    kind = message.WhichOneof("kind")
    if kind is None:
        return f"an unknown message ({message.SerializeToString().hex()})"
    content: Message = getattr(message, kind)
    short = type(content)()
    short.CopyFrom(content)
    left_out = []
    for name in _BULKY.get(kind, ()):
        before = short.ByteSize()
        short.ClearField(name)
        if before != short.ByteSize():
            left_out.append(f"{name}: {before - short.ByteSize()} bytes")
    text = text_format.MessageToString(short, as_one_line=True, print_unknown_fields=True)
    return f"{kind} {{{', '.join(filter(None, (text, *left_out)))}}}"
