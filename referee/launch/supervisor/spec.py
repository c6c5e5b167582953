"""What a supervisor is told: how to isolate the bot, and what the bot may use."""

import json
from enum import Enum
from typing import NamedTuple

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
"""The devices a bot in a sandbox may open."""


KEY_LISTS = ("/proc/keys", "/proc/key-users")
"""Files of the kernel that name the keys of the user."""


class Isolation(Enum):
    """Who builds the namespaces around a bot."""

    NONE = "none"
    """Nobody: the bot is an ordinary process."""
    OWN = "own"
    """The supervisor."""
    GIVEN = "given"
    """Bubblewrap, and the supervisor is its first process."""


class Spec(NamedTuple):
    """One supervisor's orders.

    `report` is the descriptor it writes to when the bot has ended; its standard input is
    the lifeline: when that ends, so does the bot. `scratch` is the folder the bot may
    write to. `memory` and `disk` are bytes, `cpu` is seconds, `quota` percent of one
    processor over time, 0 for no limit; `tasks` counts processes and threads, `files` open
    descriptors. `filter` is the filter of system calls, in Base64. `hidden` are
    the paths that the bot must not find, for a supervisor that builds the namespaces, and
    `socket` is the one that it finds all the same.
    """

    report: int
    isolation: Isolation = Isolation.NONE
    scratch: str = ""
    memory: int = 0
    disk: int = 0
    tasks: int = 0
    files: int = 0
    cpu: int = 0
    quota: int = 0
    filter: str = ""
    hidden: tuple[str, ...] = ()
    socket: str = ""

    @property
    def limited(self) -> bool:
        """Whether the bot is held to limits."""
        return self.isolation is not Isolation.NONE

    def to_json(self) -> str:
        """The orders as one word of a command line."""
        return json.dumps(
            self._asdict() | {"isolation": self.isolation.value}, separators=(",", ":")
        )

    @classmethod
    def from_json(cls, text: str) -> "Spec":
        """The orders that `to_json` has written."""
        fields = json.loads(text)
        fields |= {"isolation": Isolation(fields["isolation"]), "hidden": tuple(fields["hidden"])}
        return cls(**fields)
