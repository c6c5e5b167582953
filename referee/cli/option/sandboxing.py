"""The flags for the sandbox of local bots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.command import PATH, Decorator, ListedOption, WordChoice, collected
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.launch.sandbox import Sandbox
    from referee.league.configuration.settings import SandboxTable

PRESETS = ("none", "basic", "strict")
MIB = 1 << 20

LIMITS = (
    ("memory", 2048, (64, 1 << 24), "MIB", "memory of all its processes, in MiB"),
    ("disk", 64, (1, 1 << 24), "MIB", "size of its scratch folder, in MiB"),
    ("processes", 256, (1, 4_000_000), "N", "its processes and threads"),
    ("files", 1024, (1, 1 << 20), "N", "open descriptors per process"),
    ("cpu", 0, (0, 365 * 86_400), "SECONDS", "processor time; 0 means unlimited"),
    (
        "quota",
        0,
        (0, 1_000_000),
        "PERCENT",
        "percent of one processor over time; 0 means unlimited",
    ),
)
"""Name, default, bounds, unit and meaning of each limit, as in `[sandbox]` of a league file."""


class SandboxOption(ListedOption):
    """An option of the sandbox."""

    section = "Sandbox of each bot"


@dataclass(frozen=True, slots=True)
class SandboxFlags:
    """The flags for the sandbox, in the units of the command line."""

    sandbox: str
    bot_memory: int
    bot_disk: int
    bot_processes: int
    bot_files: int
    bot_cpu: int
    bot_quota: int
    bot_reads: tuple[Path, ...]

    def limit(self, name: str) -> int:
        """Return the limit with a name from `LIMITS`."""
        value: int = getattr(self, f"bot_{name}")
        return value

    def words(self) -> list[str]:
        """Return the flags with other values than the default, for a command line to print."""
        words = [] if self.sandbox == "none" else ["--sandbox", self.sandbox]
        for name, default, _, _, _ in LIMITS:
            if self.limit(name) != default:
                words += [f"--bot-{name}", str(self.limit(name))]
        for path in self.bot_reads:
            words += ["--bot-reads", str(path)]
        return words


def _limit_option(name: str, default: int, unit: str, meaning: str) -> Decorator:
    return click.option(
        f"--bot-{name}",
        cls=SandboxOption,
        type=int,
        default=default,
        metavar=unit,
        help=f"{meaning} (default: {default})",
    )


def sandbox_options_by(default: str) -> Decorator:
    """Return a decorator that adds the options, collected as `sandbox`, with a default preset."""
    preset = click.option(
        "--sandbox",
        cls=SandboxOption,
        type=WordChoice(PRESETS),
        default=default,
        help="how bots are isolated; the limits below apply in basic and strict "
        f"(default: {default})",
    )
    readable = click.option(
        "--bot-reads",
        cls=SandboxOption,
        type=PATH,
        multiple=True,
        metavar="PATH",
        help="another path that bots may read in strict; may be repeated",
    )
    limits = (_limit_option(name, value, unit, meaning) for name, value, _, unit, meaning in LIMITS)
    return collected("sandbox", SandboxFlags, (preset, *limits, readable))


sandbox_options = sandbox_options_by("none")
"""Adds the options, collected as `sandbox`; the default preset is `none`."""


def sandbox_of(flags: SandboxFlags) -> Sandbox:
    """Return the sandbox of the flags.

    Raises:
        UsageError: if a limit is out of range, the preset ignores a flag, or a path is missing.
    """
    from referee.launch.preset import Preset
    from referee.launch.sandbox import Sandbox, SandboxLimits

    for name, default, (least, most), _, _ in LIMITS:
        value = flags.limit(name)
        if not least <= value <= most:
            raise UsageError(
                CommandSentence.NUMBER_OUT_OF_RANGE,
                name=f"bot-{name}",
                value=value,
                least=least,
                most=most,
            )
        if value != default and flags.sandbox == "none":
            raise UsageError(CommandSentence.NEEDS_SANDBOX, name=name)
    if flags.bot_reads and flags.sandbox != "strict":
        raise UsageError(CommandSentence.NEEDS_STRICT)
    for path in flags.bot_reads:
        if not path.exists():
            raise UsageError(CommandSentence.NO_SUCH_PATH, path=path)
    limits = SandboxLimits(
        memory=flags.bot_memory * MIB,
        disk=flags.bot_disk * MIB,
        tasks=flags.bot_processes,
        files=flags.bot_files,
        cpu=flags.bot_cpu,
        quota=flags.bot_quota,
    )
    return Sandbox(Preset(flags.sandbox), limits, flags.bot_reads)


def table_of(flags: SandboxFlags) -> SandboxTable:
    """Return the sandbox of the flags as a table of a league file.

    Raises:
        UsageError: if a limit is out of range, the preset ignores a flag, or a path is missing.
    """
    from referee.league.configuration.settings import SandboxTable

    preset = sandbox_of(flags).preset
    return SandboxTable(
        preset=preset.value,
        memory=flags.limit("memory"),
        disk=flags.limit("disk"),
        processes=flags.limit("processes"),
        files=flags.limit("files"),
        cpu=flags.limit("cpu"),
        quota=flags.limit("quota"),
        reads=":".join(str(path.absolute()) for path in flags.bot_reads),
    )
