"""Check the size of a bot's message and the characters of its texts."""

from collections.abc import Iterator

from google.protobuf.message import Message

from referee.match.bot_text import control
from referee.match.question import Thought
from tianming_proto.v1 import play_pb2 as pb

_MOST_LINE = 32
_MOST_NOTATION = 64
"""Maximum entries of a principal line that are kept, and maximum characters of each."""


def is_too_large(message: pb.BotMessage, most: int) -> bool:
    """Return whether a message has more than `most` bytes.

    A `Hello` can have many resume points, so each of them counts separately.
    """
    if not message.hello.resume:
        return message.ByteSize() > most
    rest = pb.BotMessage()
    rest.CopyFrom(message)
    del rest.hello.resume[:]
    return any(part.ByteSize() > most for part in (rest, *message.hello.resume))


def control_in(message: pb.BotMessage) -> str | None:
    """Return the first control character in the texts of a message, as `U+001B`, or None.

    It skips the note and the thought of a `Choose`, which the match checks.
    """
    if message.HasField("choose"):
        return control(message.choose.match_id)
    return next(filter(None, map(control, _texts(message))), None)


def thought_of(thought: pb.Thought) -> Thought:
    """Return a thought as the record keeps it.

    A value outside 0 to 1 becomes None, and a line beyond the limits is cut.
    """
    has_value = thought.HasField("value") and 0 <= thought.value <= 1
    line = tuple(text[:_MOST_NOTATION] for text in thought.principal_line[:_MOST_LINE])
    return Thought(thought.value if has_value else None, thought.nodes, thought.depth, line)


def _texts(message: Message) -> Iterator[str]:
    """Yield all texts of a message and of its submessages."""
    for _, value in message.ListFields():
        for part in (value,) if isinstance(value, str | int | Message) else value:
            if isinstance(part, str):
                yield part
            elif isinstance(part, Message):
                yield from _texts(part)
