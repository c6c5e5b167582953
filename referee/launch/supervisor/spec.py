"""The specification for a supervisor: the isolation and the limits of its bot."""

import json
from enum import Enum
from typing import NamedTuple

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
"""The devices that a sandboxed bot may open."""


SHARED = "/dev/shm"
"""The folder of shared memory, which a sandboxed bot may write to like its scratch folder."""

MOST_NAMES = 10_000
"""Files and folders that a bot may have in each of these two folders."""

KEY_LISTS = ("/proc/keys", "/proc/key-users")
"""Files of the kernel that list the user's keys."""


class Isolation(Enum):
    """What creates the namespaces of a bot."""

    NONE = "none"
    """Nothing: the bot is an ordinary process."""
    OWN = "own"
    """The supervisor."""
    GIVEN = "given"
    """Bubblewrap, which runs the supervisor as the first process inside."""


class ObserverSpec(NamedTuple):
    """What a supervisor needs to observe a bot.

    Attributes:
        notes: the file descriptor that it writes to.
        filter: the filter that notifies it of calls, in Base64.
        calls: the names of the calls by number; the numbers are texts.
        seccomp: the number of the call that installs the filter.
    """

    notes: int
    filter: str
    calls: dict[str, str]
    seccomp: int


class SandboxSpec(NamedTuple):
    """The specification of one supervisor.

    Its standard input is the lifeline: when that ends, the supervisor ends the bot.

    Attributes:
        report: the file descriptor for the exit status.
        isolation: what creates the namespaces of the bot.
        scratch: the folder that the bot may write to.
        memory: the limit of memory, in bytes.
        disk: the size of the scratch folder, in bytes.
        tasks: the limit of processes and threads.
        files: the limit of open descriptors of each process; without isolation, only the soft
            limit, which the bot may raise.
        cpu: the limit of processor time, in seconds; 0 for no limit.
        quota: percent of one processor over time; 0 for no limit.
        filter: the filter of system calls, in Base64.
        hidden: the paths to hide from the bot, if the supervisor creates the namespaces.
        socket: the path of the socket that stays visible.
        observer: the settings for an observed bot; None if the bot is not observed.
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
        """Whether the bot has limits."""
        return self.isolation is not Isolation.NONE

    def to_json(self) -> str:
        """Return the specification as JSON, for one command-line argument."""
        observer = None if self.observer is None else self.observer._asdict()
        changed = {"isolation": self.isolation.value, "observer": observer}
        return json.dumps(self._asdict() | changed, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "SandboxSpec":
        """Return the specification from a text that `to_json` wrote."""
        fields = json.loads(text)
        fields |= {"isolation": Isolation(fields["isolation"]), "hidden": tuple(fields["hidden"])}
        if fields["observer"] is not None:
            fields["observer"] = ObserverSpec(**fields["observer"])
        return cls(**fields)
