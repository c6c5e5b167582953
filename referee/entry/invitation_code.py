"""The code of an invitation: short enough to copy from paper, and too long to guess.

It has 20 characters in five groups, which are 100 random bits. The alphabet has no characters that
look alike. Upper and lower case, spaces and hyphens do not count.
"""

import secrets
from typing import Final

from referee.server.identity import hashed

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})
_GROUPS: Final = 5
_GROUP: Final = 4


def new_code() -> str:
    """Return a new random code, such as `7KQM-3F2X-9TRB-WD4H-05NE`."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def hash_of_code(code: str) -> str:
    """Return the hash of a code as somebody typed it: its SHA-256 in hexadecimal."""
    return hashed(code.strip().upper().translate(_ALIKE))
