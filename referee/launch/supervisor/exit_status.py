"""The exit status of a bot's process, as its supervisor reports it."""

import json
import signal
from typing import NamedTuple

MIB = 1 << 20

HAS_STARTED = b"\n"
"""What a supervisor reports before the exit status, just before the bot's program runs.

White space before JSON means nothing. A supervisor that ends without it has failed by itself, and
not because of its bot.
"""

_BY_LIMIT = {
    signal.SIGXCPU: "it used up the processor time it was given",
    signal.SIGXFSZ: "it wrote a larger file than it may",
}


class ExitStatus(NamedTuple):
    """How a bot's process ended.

    Exactly one of `code`, `signal`, `limit` and `refused` is set, unless the referee stopped it.

    Attributes:
        code: the exit code.
        signal: the signal that killed it.
        limit: the limit that it exceeded, as a clause.
        refused: why it was never started.
        by_machine: whether it was never started because of a fault of this machine.
        peak: its maximum memory in bytes; 0 if unknown.
        stopped: the exit code of a bot that the referee stopped, negative for a signal.
        deaf: whether the bot did not end in time after the referee asked it to, and was killed.
    """

    code: int | None = None
    signal: int | None = None
    limit: str | None = None
    refused: str | None = None
    by_machine: bool = False
    peak: int = 0
    stopped: int | None = None
    deaf: bool = False

    @property
    def by_itself(self) -> bool:
        """Whether it ended without being stopped by the referee."""
        return (self.code, self.signal, self.limit, self.refused) != (None,) * 4

    @property
    def cause(self) -> str:
        """How it ended, as a clause such as "its process ended with code 1"."""
        if self.refused is not None:
            return f"it could not be started: {self.refused}"
        if self.limit is not None:
            return f"it was killed because {self.limit}"
        if self.signal is not None:
            return self._killed(self.signal)
        if self.code is not None:
            return f"its process ended with code {self.code}{self._memory()}"
        return "the referee stopped it"

    def to_json(self) -> str:
        """Return the exit status as a line of JSON."""
        return json.dumps(self._asdict(), separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "ExitStatus":
        """Return the exit status from a line that `to_json` wrote."""
        return cls(**json.loads(text))

    def _killed(self, number: int) -> str:
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = f"signal {number}"
        if number in _BY_LIMIT:
            return f"it was killed ({name}) because {_BY_LIMIT[signal.Signals(number)]}"
        return f"its process was killed by {name}{self._memory()}"

    def _memory(self) -> str:
        return f", having used {self.peak / MIB:.0f} MiB at most" if self.peak else ""
