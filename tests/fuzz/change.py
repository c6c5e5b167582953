"""Change inputs: overwrite, insert, remove or repeat bytes, or cut the input off."""

from hypothesis import strategies as st

_POKES = (
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\n",
    b'"',
    b"[",
    b"=",
    b"\xed\xa0\x80",
    b"99999999999",
)

Change = tuple[int, int, int, bytes]
"""One change: its kind from 0 to 4, its offset, a number of bytes, and the bytes to write."""

CHANGES = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.integers(0, 1 << 16),
        st.integers(0, 64),
        st.one_of(st.sampled_from(_POKES), st.binary(max_size=8)),
    ),
    max_size=6,
)


def changed(data: bytes, changes: list[Change]) -> bytes:
    """Return the bytes after all changes."""
    for what, where, far, poke in changes:
        at = where % (len(data) + 1)
        match what:
            case 0:
                data = data[:at] + poke + data[at + len(poke) :]
            case 1:
                data = data[:at] + poke + data[at:]
            case 2:
                data = data[:at] + data[at + far :]
            case 3:
                data = data[:at] + data[max(0, at - far) : at] + data[at:]
            case _:
                data = data[:at]
    return data
