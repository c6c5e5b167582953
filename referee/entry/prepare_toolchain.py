"""Prepare the toolchain of a language: fill its folder with the packages of the starter kit.

The packages come from the registries of the language, which need a network. A new folder takes the
place of the old one when it is whole, so no build ever uses half of one.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from referee.entry.file_tree import TreeLimits
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import digest_of
from referee.entry.toolchain import ABOUT, CACHE, about
from referee.entry.toolchain_recipe import RECIPES
from referee.error import StorageError, UnavailableError
from referee.file_lock import lock_file
from referee.starter.kit import write_kit
from referee.starter.language import LANGUAGES

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
"""What colours the output of a tool."""

_MOST_LINES = 10
"""Lines of output that an error shows, the last ones."""


class ToolchainState(Enum):
    """Whether builds of a language can work."""

    READY = "ready"
    STALE = "stale"
    """Prepared for other versions of the tools, or for another starter kit."""
    MISSING = "not prepared"
    NO_TOOLS = "no tools"


@dataclass(frozen=True, slots=True)
class ToolchainStatus:
    """A toolchain of a host.

    Attributes:
        language: its language.
        state: whether builds can use it.
        tools: the first line about the versions of its tools; empty if they are missing.
        missing: the programs that this machine lacks.
        size: bytes of its folder.
    """

    language: str
    state: ToolchainState
    tools: str = ""
    missing: tuple[str, ...] = ()
    size: int = 0


def status_of(language: str, folder: Path) -> ToolchainStatus:
    """Return the status of a language.

    Args:
        language: a language with a recipe.
        folder: the folder of all toolchains.
    """
    missing = tuple(tool for tool in RECIPES[language].tools if shutil.which(tool) is None)
    if missing:
        return ToolchainStatus(language, ToolchainState.NO_TOOLS, missing=missing)
    place, tools = folder / language, _tools(language)
    if (found := about(place)) is None:
        return ToolchainStatus(language, ToolchainState.MISSING, tools)
    is_new = found.get("recipe") == _recipe_digest(language, tools)
    state = ToolchainState.READY if is_new else ToolchainState.STALE
    return ToolchainStatus(language, state, tools, size=_size(place))


def prepare_toolchain(language: str, folder: Path) -> ToolchainStatus:
    """Prepare the toolchain of a language; an old one is replaced.

    Args:
        language: a language with a recipe, whose tools are here.
        folder: the folder of all toolchains; it is made if it is missing.

    Raises:
        UnavailableError: if a command of the recipe fails.
        StorageError: if the folder cannot be written, or another process prepares a toolchain.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            work = Path(mkdtemp(prefix=".prepare-", dir=folder))
            try:
                _fill(language, work)
                _put(work / "new", folder / language, work / "old")
            finally:
                shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        raise StorageError(
            SubmissionSentence.TOOLCHAIN_NOT_WRITTEN, folder=folder, why=error.strerror
        ) from None
    return status_of(language, folder)


def _fill(language: str, work: Path) -> None:
    """Make the toolchain of a language as `new` in a folder."""
    recipe, kit, new = RECIPES[language], work / "kit", work / "new"
    cache = new / CACHE
    cache.mkdir(parents=True)
    tools = _tools(language)
    if recipe.prepare:
        write_kit(LANGUAGES[language], "prepared", kit)
        _run(language, recipe.prepare, kit, os.environ | {"CACHE": str(cache.absolute())})
    found = {"homes": _homes(language), "recipe": _recipe_digest(language, tools), "tools": tools}
    (new / ABOUT).write_text(json.dumps(found, indent=2) + "\n")
    new.chmod(0o755)


def _put(new: Path, place: Path, old: Path) -> None:
    """Move a new folder to its place; what was there moves away."""
    if place.exists():
        place.rename(old)
    new.rename(place)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder while the block runs, and remove what a killed process left in it.

    Raises:
        StorageError: if another process holds the lock.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            lock_file(handle)
        except BlockingIOError:
            raise StorageError(SubmissionSentence.TOOLCHAINS_LOCKED, folder=folder) from None
        for left in folder.glob(".prepare-*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        os.close(handle)


def _recipe_digest(language: str, tools: str) -> str:
    """Return a digest of what decides the contents of a toolchain."""
    recipe, parts = RECIPES[language], [tools]
    if recipe.prepare:
        with _kit(language) as kit:
            parts.append(digest_of(kit, TreeLimits()))
    parts += [recipe.prepare, recipe.homes, json.dumps(dict(recipe.variables))]
    return sha256("\0".join(parts).encode()).hexdigest()


@contextmanager
def _kit(language: str) -> Iterator[Path]:
    """Yield the folder of a new starter kit, and remove it after the block."""
    folder = Path(mkdtemp(prefix="tianming-kit-"))
    try:
        write_kit(LANGUAGES[language], "prepared", folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _tools(language: str) -> str:
    """Return the first line about the versions of the tools."""
    printed = _run(language, RECIPES[language].version, Path("/"), dict(os.environ))
    return next(iter(_ESCAPE.sub("", printed).splitlines()), "").strip()


def _homes(language: str) -> list[str]:
    """Return the folders of the tools that are outside of the system."""
    command = RECIPES[language].homes
    printed = _run(language, command, Path("/"), dict(os.environ)) if command else ""
    homes = (os.path.realpath(line) for line in printed.splitlines() if line.startswith("/"))
    return [home for home in dict.fromkeys(homes) if not Path(home).is_relative_to("/usr")]


def _run(language: str, command: str, folder: Path, variables: dict[str, str]) -> str:
    """Run a command of a recipe; return what it prints.

    Raises:
        UnavailableError: if it fails.
    """
    done = subprocess.run(
        ("/bin/sh", "-e", "-c", command),
        cwd=folder,
        env=variables | {"NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        printed = "\n".join(done.stdout.strip().splitlines()[-_MOST_LINES:]) or "(nothing)"
        raise UnavailableError(
            SubmissionSentence.TOOLCHAIN_NOT_PREPARED, language=language, printed=printed
        )
    return done.stdout


def _size(place: Path) -> int:
    return sum(path.lstat().st_size for path in place.rglob("*"))
