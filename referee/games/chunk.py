"""Pieces of protobuf messages that are put together as bytes.

A message may be serialized in pieces: fields that are written one after another are
read as one message (https://protobuf.dev/programming-guides/encoding). So what did not
change since the last question is kept as bytes, and only the rest is serialized again.
"""


def varint(number: int) -> bytes:
    """A number from 0 as a protobuf varint."""
    if number < 0x80:
        return bytes((number,))
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def field(number: int, message: bytes) -> bytes:
    """A serialized message as field `number`, 1 to 15, of another."""
    return bytes((number << 3 | 2,)) + varint(len(message)) + message
