"""Judge which files, addresses and programs an observed bot used."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from referee.bot_check.finding import BotFinding, Severity
from referee.bot_check.settings import CheckSettings
from referee.error import UsageError
from referee.launch import bubblewrap
from referee.launch.preset import Preset
from referee.launch.touch import Touch, TouchKind
from tianming_games.ground.text import counted

_MOST_DETAILS = 20
"""Maximum of files or addresses that a finding lists."""

_SYSTEM = ("/dev", "/proc", "/sys")
"""File systems of the kernel. The sandbox limits what a bot may do there."""
_CACHE = "__pycache__"
"""The folder to which Python writes compiled modules, if it may."""
_LOOKUPS = ("unix:/var/run/nscd/", "unix:/run/systemd/", "unix:/run/nscd/")
"""Sockets at which C libraries look up users and hosts."""
_PROBES = ("127.0.0.1:0", "[::1]:0", "0.0.0.0:0", "[::]:0")
"""Addresses that libraries bind briefly to detect the available protocols."""
_KERNEL = "an address of family 16"
"""Netlink sockets, through which libraries ask the kernel for its network interfaces."""


class Own(Protocol):
    """The resources that a bot may use."""

    @property
    def scratch(self) -> Path:
        """The folder that it may write to."""

    @property
    def server(self) -> str:
        """The address of its referee."""


def unobserved(why: str) -> BotFinding:
    """Return the finding on a bot whose files and network this machine cannot observe."""
    text = f"Files and network were not observed: {why.rstrip('.')}."
    return BotFinding("files", Severity.UNKNOWN, text)


def reach(touches: Sequence[Touch], own: Own, settings: CheckSettings) -> Iterator[BotFinding]:
    """Judge the files, addresses and programs that a bot used.

    Args:
        touches: the observed uses, in order.
        own: the folder and the address that the bot may use.
        settings: the settings of the check.
    """
    found = list(touches)
    yield _files(found, own.scratch, settings)
    yield _network(found, own.server)
    yield _programs(found)


def _files(touches: Sequence[Touch], scratch: Path, settings: CheckSettings) -> BotFinding:
    written = _paths(touches, TouchKind.WRITE)
    own = [path for path in written if path.is_relative_to(scratch)]
    others = [path for path in written if path not in own and not _is_of_kernel(path)]
    refused = [path for path in others if _CACHE not in path.parts]
    hidden = _hidden_in_strict(touches, settings)
    data = {
        "refused_writes": [str(path) for path in refused],
        "scratch_writes": len(own),
        "hidden_in_strict": [str(path) for path in hidden],
    }
    more = [f"hidden in --sandbox strict without --bot-reads: {path}" for path in hidden]
    if refused:
        text = f"It tried to change {counted(len(refused), 'file')}, which the sandbox refuses"
        text += ": write to the folder that TMPDIR names."
        lines = [*map(str, refused), *more]
        return BotFinding("files", Severity.WARNING, text, _shortened(lines), data)
    text = "It changed no file" if not own else f"It changed {counted(len(own), 'file')}"
    text += " outside of its scratch folder." if not own else ", all in its scratch folder."
    return BotFinding("files", Severity.OK, text, _shortened(more), data)


def _hidden_in_strict(touches: Sequence[Touch], settings: CheckSettings) -> list[Path]:
    """Return the files that a bot read and that the preset `strict` would hide."""
    sandbox = settings.sandbox
    if sandbox.preset is Preset.STRICT:
        return []
    try:
        visible = bubblewrap.visible(settings.bot, sandbox.readable)
    except UsageError:
        return [settings.bot.folder.absolute()]
    shown = [*visible, *(path.resolve() for path in visible)]
    read = [path for path in _paths(touches, TouchKind.READ) if not _is_of_kernel(path)]
    # `Path.is_file` would raise for a name that is too long
    return [
        path
        for path in read
        if os.path.isfile(path) and not any(path.is_relative_to(folder) for folder in shown)
    ]


def _network(touches: Sequence[Touch], server: str) -> BotFinding:
    kinds = (TouchKind.CONNECT, TouchKind.BIND, TouchKind.SEND)
    others = [
        touch
        for touch in touches
        if touch.kind in kinds
        and touch.target not in (server, _KERNEL)
        and not touch.target.startswith(_LOOKUPS)
        and not (touch.kind is TouchKind.BIND and touch.target in _PROBES)
    ]
    data = {"attempts": [{"kind": each.kind.value, "address": each.target} for each in others]}
    if not others:
        text = "It spoke to nobody but its referee."
        return BotFinding("network", Severity.OK, text, data=data)
    text = f"It tried {counted(len(others), 'address', 'addresses')} besides its referee's"
    lines = [f"{each.kind.value} {each.target}" for each in others]
    text += ": a sandbox has no network."
    return BotFinding("network", Severity.WARNING, text, _shortened(lines), data)


def _programs(touches: Sequence[Touch]) -> BotFinding:
    """Judge the programs that a bot started, other than its own."""
    run = [path for path in _paths(touches, TouchKind.RUN) if os.path.isfile(path)]
    others = [str(path) for path in run[1:]]
    data = {"programs": others}
    if not others:
        return BotFinding("programs", Severity.OK, "It started no other program.", data=data)
    text = f"It started {counted(len(others), 'other program')}: they share its limits."
    return BotFinding("programs", Severity.OK, text, _shortened(others), data)


def _paths(touches: Iterable[Touch], kind: TouchKind) -> list[Path]:
    return [Path(touch.target) for touch in touches if touch.kind is kind]


def _is_of_kernel(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in _SYSTEM)


def _shortened(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first lines, and a line with the number of the others."""
    if len(lines) <= _MOST_DETAILS:
        return tuple(lines)
    more = len(lines) - _MOST_DETAILS
    return (*lines[:_MOST_DETAILS], f"and {counted(more, 'more')}")
