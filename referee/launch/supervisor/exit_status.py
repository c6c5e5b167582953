"""The exit status of a bot's process, as its supervisor reports it."""

import json
import signal
from typing import Any, NamedTuple

MIB = 1 << 20

MOST_BYTES = 1 << 13
"""The most bytes of a report; a supervisor writes fewer, as `MOST_CHARACTERS` bounds each text."""
MOST_CHARACTERS = 1000
"""The most characters of a clause in a report."""

_MOST = 1 << 62
"""The largest number of a report."""

SUPERVISOR_ENDED = "its supervisor got {name}, and not from the referee"
"""The clause for a bot that ended with its supervisor, which somebody else ended."""

_TEXTS = ("limit", "refused", "lost")
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

    Exactly one of `code`, `signal`, `limit`, `refused` and `lost` is set, unless the referee
    stopped it.

    Attributes:
        code: the exit code.
        signal: the signal that killed it.
        limit: the limit that it exceeded, as a clause.
        refused: why it was never started.
        lost: why its supervisor did not see its end, as a clause.
        by_machine: whether it was never started because of a fault of this machine.
        peak: its maximum memory in bytes; 0 if unknown.
        stopped: the exit code of a bot that the referee stopped, negative for a signal.
        deaf: whether the bot did not end in time after the referee asked it to, and was killed.
    """

    code: int | None = None
    signal: int | None = None
    limit: str | None = None
    refused: str | None = None
    lost: str | None = None
    by_machine: bool = False
    peak: int = 0
    stopped: int | None = None
    deaf: bool = False

    @property
    def causes(self) -> tuple[int | str | None, ...]:
        """The fields of which exactly one is set if it ended by itself."""
        return (self.code, self.signal, self.limit, self.refused, self.lost)

    @property
    def by_itself(self) -> bool:
        """Whether it ended without being stopped by the referee."""
        return any(cause is not None for cause in self.causes)

    @property
    def cause(self) -> str:
        """How it ended, as a clause such as "its process ended with code 1"."""
        if self.refused is not None:
            return f"it could not be started: {self.refused}"
        if self.lost is not None:
            return f"its process is gone: {self.lost}"
        if self.limit is not None:
            return f"it was killed because {self.limit}"
        if self.signal is not None:
            return self._killed(self.signal)
        if self.code is not None:
            return f"its process ended with code {self.code}{self._memory()}"
        return "the referee stopped it"

    def to_json(self) -> str:
        """Return the exit status as a line of JSON."""
        fields = self._asdict()
        for name in _TEXTS:
            fields[name] = fields[name] and fields[name][:MOST_CHARACTERS]
        return json.dumps(fields, separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> "ExitStatus | None":
        """Return the exit status from the last line, if `to_json` wrote it; None for anything else.

        Without a sandbox, a bot can open the pipe and write anything into it before its end.
        """
        try:
            fields = json.loads(text.splitlines()[-1]) if len(text) <= MOST_BYTES else None
        except (ValueError, IndexError, RecursionError, MemoryError):
            return None
        if not isinstance(fields, dict):
            return None
        if not all(_is_sound(name, value) for name, value in fields.items()):
            return None
        texts = {name: _printable(fields[name]) for name in _TEXTS if fields.get(name) is not None}
        ending = cls(**{**fields, **texts})
        causes = (*ending.causes, ending.stopped)
        return ending if causes.count(None) >= len(causes) - 1 else None

    def _killed(self, number: int) -> str:
        name = name_of_signal(number)
        if number in _BY_LIMIT:
            return f"it was killed ({name}) because {_BY_LIMIT[signal.Signals(number)]}"
        return f"its process was killed by {name}{self._memory()}"

    def _memory(self) -> str:
        return f", having used {self.peak / MIB:.0f} MiB at most" if self.peak else ""


def name_of_signal(number: int) -> str:
    """Return the name of a signal, such as SIGTERM."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


_NUMBERS = ("code", "signal", "stopped", "peak")


def _is_sound(name: str, value: Any) -> bool:
    """Whether a value has the type of a field, and is not too large."""
    if value is None:
        return name in (*_TEXTS, "code", "signal", "stopped")
    if name in _NUMBERS:
        return type(value) is int and abs(value) <= _MOST
    if name in _TEXTS:
        return type(value) is str and len(value) <= MOST_CHARACTERS
    return name in ("by_machine", "deaf") and type(value) is bool


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)
