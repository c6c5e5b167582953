"""Check the size of a bot's message and the characters of its texts."""

from collections.abc import Iterator
from typing import Final

from google.protobuf.message import Message

from referee.match.bot_text import control
from referee.match.question import Reasoning, Thought
from referee.record.reasoning import digest_of
from tianming_proto.v1 import play_pb2 as pb

_MOST_LINE = 32
_MOST_NOTATION = 64
"""Maximum entries of a principal line that are kept, and maximum characters of each."""

_CUT: Final = "\n[cut]"
"""The mark at the end of a reasoning that was cut."""


def is_too_large(message: pb.BotMessage, most: int) -> bool:
    """Return whether a message has more than `most` bytes.

    A `Hello` can have many resume points, so each of them counts separately. The reasoning of a
    thought does not count, because it has a limit of its own.
    """
    if not message.hello.resume:
        size = message.ByteSize()
        return size > most and size - _reasoning_size(message) > most
    rest = pb.BotMessage()
    rest.CopyFrom(message)
    del rest.hello.resume[:]
    return any(part.ByteSize() > most for part in (rest, *message.hello.resume))


def control_in(message: pb.BotMessage) -> str | None:
    """Return the first control character in the texts of a message, as `U+001B`, or None."""
    return next(filter(None, map(control, _texts(message))), None)


def thought_of(thought: pb.Thought, most_reasoning: int) -> Thought:
    """Return a thought as the record keeps it.

    A value outside 0 to 1 becomes None. A line beyond the limits is cut, and so is a reasoning of
    more than `most_reasoning` bytes.
    """
    has_value = thought.HasField("value") and 0 <= thought.value <= 1
    line = tuple(text[:_MOST_NOTATION] for text in thought.principal_line[:_MOST_LINE])
    return Thought(
        thought.value if has_value else None,
        thought.nodes,
        thought.depth,
        line,
        _reasoning(thought.reasoning, most_reasoning) if thought.reasoning else None,
        tokens_in=thought.tokens_in,
        tokens_out=thought.tokens_out,
        cost_micros=thought.cost_micros,
    )


def _reasoning(text: str, most: int) -> Reasoning:
    """Return a reasoning; a longer one is cut between two characters, and ends with a mark."""
    data = text.encode()
    if len(data) > most:
        text = data[: most - len(_CUT)].decode(errors="ignore") + _CUT
        data = text.encode()
    return Reasoning(digest_of(text), len(data), text)


def _reasoning_size(message: pb.BotMessage) -> int:
    """Return how many bytes of a message are the reasoning of a thought."""
    return len(message.choose.thought.reasoning.encode())


def _texts(message: Message) -> Iterator[str]:
    """Yield all texts of a message and of its submessages."""
    for _, value in message.ListFields():
        for part in (value,) if isinstance(value, str | int | Message) else value:
            if isinstance(part, str):
                yield part
            elif isinstance(part, Message):
                yield from _texts(part)
