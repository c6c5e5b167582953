"""What builds of each language may not do, by the hooks that their tools run."""

import asyncio
import os
from pathlib import Path

import pytest

from referee.entry.bot_file import BotFile
from referee.entry.build import BuildLimits, build
from referee.entry.sentence import SubmissionSentence
from referee.entry.toolchain import Toolchain
from referee.error import DataError
from tests.entry.archives import folder_of
from tests.entry.toolchains import BY_LANGUAGE, toolchain_for
from tests.patience import PATIENCE

pytestmark = [pytest.mark.full, pytest.mark.timeout(3600)]
"""Compilers run here."""

CARGO = b'[package]\nname = "bot"\nversion = "0.1.0"\nedition = "2021"\n'
RUST = b"fn main() {}\n"
BUILD_RS = b'fn main() { std::process::Command::new("sh").arg("attack.sh").status().unwrap(); }\n'
GO = b"package main\n\n//go:generate sh attack.sh\n\nfunc main() {}\n"
JAVA = (
    b"class Attack { public static void main(String[] a) throws Exception {"
    b' new ProcessBuilder("sh", "attack.sh").inheritIO().start().waitFor(); } }\n'
)
CMAKE = (
    b"cmake_minimum_required(VERSION 3.16)\nproject(bot NONE)\n"
    b"execute_process(COMMAND sh attack.sh WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})\n"
)
POM = b"""<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<parent><groupId>org.example</groupId><artifactId>absent</artifactId><version>1</version></parent>
<artifactId>bot</artifactId><packaging>pom</packaging>
</project>
"""

HOOKS: dict[str, tuple[str, dict[str, bytes]]] = {
    "cpp": ("cmake -S . -B build", {"CMakeLists.txt": CMAKE}),
    "go": ("go generate && go build -o bot .", {"go.mod": b"module bot\n", "main.go": GO}),
    "java": ("java Attack.java", {"Attack.java": JAVA}),
    "python": (
        "python3 setup.py",
        {"setup.py": b'import subprocess\nsubprocess.run(("sh", "attack.sh"))\n'},
    ),
    "rust": ("cargo build", {"Cargo.toml": CARGO, "src/main.rs": RUST, "build.rs": BUILD_RS}),
    "typescript": (
        "npm install --foreground-scripts",
        {"package.json": b'{"name": "bot", "scripts": {"preinstall": "sh attack.sh"}}'},
    ),
}
"""By language: a build that lets its tool run `attack.sh`."""

ABSENT: dict[str, tuple[str, dict[str, bytes]]] = {
    "go": (
        "GOFLAGS=-mod=mod go build ./...",
        {
            "go.mod": b"module bot\n\nrequire example.com/absent v1.0.0\n",
            "main.go": b'package main\n\nimport _ "example.com/absent"\n\nfunc main() {}\n',
        },
    ),
    "java": ("mvn -q -B package", {"pom.xml": POM}),
    "python": (
        "python3 -m venv .venv && .venv/bin/pip install -q tianming-absent",
        {},
    ),
    "rust": (
        "cargo build",
        {"Cargo.toml": CARGO + b'\n[dependencies]\nabsent = "1"\n', "src/main.rs": RUST},
    ),
    "typescript": (
        "npm install",
        {"package.json": b'{"name": "bot", "dependencies": {"tianming-absent": "1"}}'},
    ),
}
"""By language: a build that needs a package which no toolchain has."""


def built(command: str, files: dict[str, bytes], toolchain: Toolchain, folder: Path) -> Path:
    """Build a bot; return the folder of the result."""
    bot = BotFile(build=command, run="./bot")
    source = folder_of({"bot.toml": b"", **files}, folder / "source")
    what = build(source, folder / "new", bot, toolchain, (), BuildLimits(seconds=PATIENCE))
    asyncio.run(what)
    return folder / "new"


class TestHook:
    """Code of the submission that a build tool runs may do what any build may."""

    @pytest.mark.parametrize("language", BY_LANGUAGE)
    def test_a_hook_reads_no_league_reaches_no_network_and_changes_no_toolchain(
        self, language: str, tmp_path: Path
    ) -> None:
        toolchain = toolchain_for(language)
        secret = folder_of({"seed": b"1729"}, tmp_path / "league")
        lines = [f"cat {secret}/seed", f"ls {tmp_path}", "cat /proc/net/route"]
        lines += [f"touch {path}/planted" for path in toolchain.readable]
        attack = "\n".join(["exec > /tmp/bot/seen 2>&1", *lines, "true\n"])
        command, files = HOOKS[language]
        new = built(command, {**files, "attack.sh": attack.encode()}, toolchain, tmp_path)
        seen = (new / "seen").read_text()
        assert "1729" not in seen
        assert "league\n" not in seen
        assert "eth" not in seen
        assert seen.count("Read-only file system") == len(toolchain.readable)
        assert not any("planted" in os.listdir(path) for path in toolchain.readable)


class TestAbsentPackage:
    """A build that needs more than the toolchain has fails with one sentence."""

    @pytest.mark.parametrize("language", [one for one in BY_LANGUAGE if one.values[0] in ABSENT])
    def test_a_package_that_is_not_there_is_named_with_the_way_out(
        self, language: str, tmp_path: Path
    ) -> None:
        command, files = ABSENT[language]
        with pytest.raises(DataError) as caught:
            built(command, files, toolchain_for(language), tmp_path)
        assert caught.value.sentence is SubmissionSentence.BUILD_NEEDS_PACKAGE, str(caught.value)
        assert "absent" in str(caught.value)
