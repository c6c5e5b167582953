"""The flags of a sandbox for local bots."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from referee.error import UsageError

if TYPE_CHECKING:
    from referee.launch.sandbox import Sandbox

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
"""Name, default, bounds, unit and meaning: those of `[sandbox]` in a league's file."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    group = parser.add_argument_group("sandbox of each bot")
    group.add_argument(
        "--sandbox",
        choices=PRESETS,
        default="none",
        help="how bots are isolated; the limits below apply in basic and strict (default: none)",
    )
    for name, default, _, unit, text in LIMITS:
        group.add_argument(
            f"--bot-{name}",
            type=int,
            default=default,
            metavar=unit,
            help=f"{text} (default: {default})",
        )
    group.add_argument(
        "--bot-reads",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="another path that bots may read in strict; may be repeated",
    )


def sandbox_of(args: argparse.Namespace) -> "Sandbox":
    """The sandbox that the flags say.

    Raises:
        UsageError: for a limit that is none.
    """
    from referee.launch.sandbox import Limits, Preset, Sandbox

    for name, default, (least, most), _, _ in LIMITS:
        value = getattr(args, f"bot_{name}")
        if not least <= value <= most:
            raise UsageError(
                f"--bot-{name} is {value}: give a whole number from {least} to {most}."
            )
        if value != default and args.sandbox == "none":
            raise UsageError(f"--bot-{name} applies in a sandbox only: add --sandbox basic.")
    if args.bot_reads and args.sandbox != "strict":
        raise UsageError("--bot-reads applies to --sandbox strict only: add it.")
    for path in args.bot_reads:
        if not path.exists():
            raise UsageError(f"--bot-reads {path}: no such file or folder.")
    limits = Limits(
        memory=args.bot_memory * MIB,
        disk=args.bot_disk * MIB,
        tasks=args.bot_processes,
        files=args.bot_files,
        cpu=args.bot_cpu,
        quota=args.bot_quota,
    )
    return Sandbox(Preset(args.sandbox), limits, tuple(args.bot_reads))


def flags_of(args: argparse.Namespace) -> list[str]:
    """The flags that say the same, for a command line that is shown."""
    words = [] if args.sandbox == "none" else ["--sandbox", args.sandbox]
    for name, default, _, _, _ in LIMITS:
        value = getattr(args, f"bot_{name}")
        if value != default:
            words += [f"--bot-{name}", str(value)]
    for path in args.bot_reads:
        words += ["--bot-reads", str(path)]
    return words
