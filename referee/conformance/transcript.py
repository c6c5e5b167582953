"""The transcript of a check: the frames of both sides, with times, as text."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from google.protobuf import text_format
from google.protobuf.message import DecodeError, Message

from tianming_proto.v1 import play_pb2 as pb

_MOST_BYTES = 1 << 12
"""Bytes of a frame that a transcript keeps."""

_MOST_LINES = 1 << 10
"""Lines that a transcript keeps: the last ones."""

_BULKY = {
    "match_started": ("options", "seats", "clock", "setup", "bot_seed", "seed_commitment"),
    "question": ("since", "position"),
    "match_events": ("events",),
    "match_ended": ("since", "seed", "seed_nonce", "record_digest"),
    "welcome": ("limits",),
}
"""Fields of messages that the text form leaves out, and counts."""


@dataclass(frozen=True, slots=True)
class Line:
    """A frame, or a remark of the suite.

    Attributes:
        at: seconds since the start of the check.
        stream: number of the stream, from 1; 0 for a remark that concerns none.
        sender: `bot`, `referee`, or nothing for a remark.
        text: the frame or the remark as text.
        data: the bytes of the frame; its first ones where it is large.
    """

    at: float
    stream: int
    sender: str
    text: str
    data: bytes = b""

    def __str__(self) -> str:
        arrow = {"bot": "bot     ->", "referee": "referee <-"}.get(self.sender, "          ")
        stream = f"#{self.stream}" if self.stream else "  "
        return f"{self.at:8.3f} s  {stream} {arrow} {self.text}"


class Transcript:
    """What both sides did in a check, oldest first."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.lines: list[Line] = []

    def restart(self) -> None:
        """Forget the lines, and count the time from now."""
        self._began = time.monotonic()
        self.lines.clear()

    def frame(self, stream: int, sender: str, data: bytes) -> None:
        """Add a frame; `sender` is `bot` or `referee`."""
        self._add(Line(self._now(), stream, sender, _text(sender, data), data[:_MOST_BYTES]))

    def remark(self, text: str, stream: int = 0) -> None:
        """Add something that is no frame, such as the end of a stream."""
        self._add(Line(self._now(), stream, "", text))

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _add(self, line: Line) -> None:
        self.lines.append(line)
        del self.lines[:-_MOST_LINES]


def _text(sender: str, data: bytes) -> str:
    """A frame as text, on one line."""
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
"""Messages of a frame that are shown."""


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
