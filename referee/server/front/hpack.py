"""Count the fields of an HPACK header block without decoding them (RFC 7541, section 6).

A field takes at least one byte, so a block of 16 KiB can have 16,384 fields. Each costs the decoder
memory and time, however short it is.
"""

_LONGEST_INTEGER = 5
"""Maximum bytes of an integer after its prefix, which is enough for 2**32."""


class BadBlockError(ValueError):
    """The bytes are not a header block, or it has too many fields. The text says which."""


def count_fields(block: bytes, most: int) -> int:
    """Return the number of fields in a block; an update of the table size counts as one.

    Raises:
        BadBlockError: when it has more than `most` fields, or ends within a field.
    """
    at, count, end = 0, 0, len(block)
    while at < end:
        count += 1
        if count > most:
            raise BadBlockError(f"a header block has more than {most} fields")
        at = _skip_field(block, at)
    return count


def _skip_field(block: bytes, at: int) -> int:
    """Return the end of the field that begins at an index."""
    first = block[at]
    if first & 0x80:  # an indexed field
        return _integer(block, at, 7)[1]
    if first & 0xE0 == 0x20:  # an update of the table size
        return _integer(block, at, 5)[1]
    index, at = _integer(block, at, 6 if first & 0x40 else 4)
    if index == 0:
        at = _skip_text(block, at)
    return _skip_text(block, at)


def _skip_text(block: bytes, at: int) -> int:
    length, at = _integer(block, at, 7)
    if at + length > len(block):
        raise BadBlockError("a header block ends within a field")
    return at + length


def _integer(block: bytes, at: int, prefix: int) -> tuple[int, int]:
    """Return the integer with a prefix of `prefix` bits at an index, and the index after it."""
    if at >= len(block):
        raise BadBlockError("a header block ends within a field")
    most = (1 << prefix) - 1
    value = block[at] & most
    at += 1
    if value < most:
        return value, at
    for shift in range(0, 7 * _LONGEST_INTEGER, 7):
        if at >= len(block):
            raise BadBlockError("a header block ends within a field")
        byte = block[at]
        at += 1
        value += (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise BadBlockError("a header block has an integer that does not end")
