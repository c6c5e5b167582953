"""The specification for a supervisor: isolation and limits of the bot."""

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


class ObserverSpec(NamedTuple):
    """What a supervisor needs to observe a bot.

    `notes` is the descriptor that it writes to, `filter` the filter that notifies it of calls, in
    Base64, `calls` has the names of the calls by their numbers as text, and `seccomp` is the
    number of the call that installs the filter.
    """

    notes: int
    filter: str
    calls: dict[str, str]
    seccomp: int


class SandboxSpec(NamedTuple):
    """One supervisor's orders.

    `report` is the descriptor it writes to when the bot has ended; its standard input is the
    lifeline: when that ends, so does the bot. `scratch` is the folder the bot may write to.
    `memory` and `disk` are bytes, `cpu` is seconds, `quota` percent of one processor over time, 0
    for no limit; `tasks` counts processes and threads, `files` open descriptors. `filter` is the
    filter of system calls, in Base64. `hidden` are the paths that the bot must not find, for a
    supervisor that builds the namespaces, and `socket` is the one that stays visible. `observer` is
    set for a bot that is observed.
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
    observer: ObserverSpec | None = None

    @property
    def limited(self) -> bool:
        """Whether the bot is held to limits."""
        return self.isolation is not Isolation.NONE

    def to_json(self) -> str:
        """The orders as one word of a command line."""
        observer = None if self.observer is None else self.observer._asdict()
        changed = {"isolation": self.isolation.value, "observer": observer}
        return json.dumps(self._asdict() | changed, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "SandboxSpec":
        """The orders that `to_json` has written."""
        fields = json.loads(text)
        fields |= {"isolation": Isolation(fields["isolation"]), "hidden": tuple(fields["hidden"])}
        if fields["observer"] is not None:
            fields["observer"] = ObserverSpec(**fields["observer"])
        return cls(**fields)
