"""Builds: in a sandbox without network, within limits, as little trusted as their authors."""

import asyncio
import os
from pathlib import Path

import pytest

from referee.entry.bot_file import BotFile
from referee.entry.build import BuildLimits, build
from referee.entry.sentence import SubmissionSentence
from referee.entry.toolchain import Toolchain
from referee.error import DataError
from referee.launch.sandbox import SandboxLimits
from tests.entry.archives import folder_of
from tests.errors import raises
from tests.patience import PATIENCE

MIB = 1 << 20
SMALL = SandboxLimits(memory=512 * MIB, disk=16 * MIB, tasks=32, cpu=60)


def built(
    command: str,
    folder: Path,
    toolchain: Toolchain | None = None,
    limits: BuildLimits | None = None,
    hidden: tuple[Path, ...] = (),
) -> Path:
    """Build a bot of one file by a command; return the folder of the result."""
    source = folder_of({"main.sh": b"#!/bin/sh\n"}, folder / "source")
    bot = BotFile(build=command, run="./main.sh")
    limits = limits or BuildLimits(sandbox=SMALL)
    what = build(source, folder / "new", bot, toolchain or Toolchain(), hidden, limits)
    asyncio.run(asyncio.wait_for(what, PATIENCE))
    return folder / "new"


def refused(command: str, folder: Path, seconds: float = 60.0) -> str:
    """Build a bot that is refused; return the sentence. Nothing is left of it."""
    with pytest.raises(DataError) as caught:
        built(command, folder, limits=BuildLimits(seconds, SMALL))
    assert not (folder / "new").exists()
    return str(caught.value)


def test_a_bot_without_a_build_is_copied_whole(tmp_path: Path) -> None:
    source = folder_of({"main.sh": b"#!/bin/sh\n", "target/a": b"x"}, tmp_path / "source")
    asyncio.run(build(source, tmp_path / "new", BotFile(run="./main.sh"), Toolchain()))
    assert (tmp_path / "new/target/a").read_bytes() == b"x"
    assert os.access(tmp_path / "new/main.sh", os.X_OK)


@pytest.mark.needs("strict")
class TestSound:
    """The result is what the build leaves in its folder."""

    def test_it_has_files_hard_links_and_links_into_the_system(self, tmp_path: Path) -> None:
        new = built(
            "mkdir -p .venv/bin && echo hi > .venv/a && ln .venv/a b && ln -s /usr/bin/env c"
            " && ln -s .venv/a d",
            tmp_path,
        )
        assert (new / "b").read_text() == (new / "d").read_text() == "hi\n"
        assert os.readlink(new / "c") == "/usr/bin/env"
        assert os.listdir(tmp_path / "source") == ["main.sh"]

    def test_it_uses_what_the_organiser_prepared(self, tmp_path: Path) -> None:
        cache = folder_of({"library": b"prepared"}, tmp_path / "cache")
        toolchain = Toolchain({"CACHE": str(cache)}, (cache,))
        new = built('cat "$CACHE/library" > copy; ! touch "$CACHE/x"', tmp_path, toolchain)
        assert (new / "copy").read_bytes() == b"prepared"
        assert os.listdir(cache) == ["library"]

    def test_it_has_a_lower_priority_than_its_process(self, tmp_path: Path) -> None:
        new = built("nice > own", tmp_path)
        assert int((new / "own").read_text()) >= 9

    def test_equal_builds_have_one_digest(self, tmp_path: Path) -> None:
        source = folder_of({"main.sh": b"#!/bin/sh\n"}, tmp_path / "source")
        bot = BotFile(build="cp main.sh copy", run="./copy")
        limits = BuildLimits(sandbox=SMALL)
        one = asyncio.run(build(source, tmp_path / "a", bot, Toolchain(), limits=limits))
        two = asyncio.run(build(source, tmp_path / "b", bot, Toolchain(), limits=limits))
        assert one == two


@pytest.mark.needs("strict")
class TestHostile:
    """What a build may not do, and the one sentence for its owner."""

    def test_one_that_fails_shows_the_end_of_its_output(self, tmp_path: Path) -> None:
        sentence = refused("echo no such crate; echo >&2 $((6 * 7)); exit 3", tmp_path)
        assert "code 3" in sentence
        assert "no such crate\n42" in sentence

    @pytest.mark.parametrize(
        ("command", "sentence"),
        [
            ("touch /usr/planted", SubmissionSentence.BUILD_WROTE_OUTSIDE),
            ("echo npm error code ENOTCACHED; exit 1", SubmissionSentence.BUILD_NEEDS_PACKAGE),
            ("echo a read-only property; exit 1", SubmissionSentence.BUILD_FAILED),
        ],
    )
    def test_the_sentence_about_one_that_fails_says_what_it_may_not(
        self, command: str, sentence: SubmissionSentence, tmp_path: Path
    ) -> None:
        with raises(DataError, sentence):
            built(command, tmp_path)

    def test_one_that_sleeps_is_ended(self, tmp_path: Path) -> None:
        with raises(DataError, SubmissionSentence.BUILD_TOO_LONG, seconds=1.0):
            built("sleep 10000", tmp_path, limits=BuildLimits(1.0, SMALL))

    def test_one_that_fills_its_disk(self, tmp_path: Path) -> None:
        sentence = refused("head -c 64m /dev/zero > a", tmp_path)
        assert "code 1" in sentence or "scratch" in sentence

    def test_one_that_forks_without_end(self, tmp_path: Path) -> None:
        assert refused("for i in $(seq 99); do sleep 60 & done; wait", tmp_path)

    def test_one_that_prints_without_end(self, tmp_path: Path) -> None:
        assert len(refused("yes 0123456789 | head -c 20000000; exit 1", tmp_path)) < 10_000

    def test_one_that_leaves_a_link_out_or_a_pipe(self, tmp_path: Path) -> None:
        secret = folder_of({"seed": b"7"}, tmp_path / "league")
        assert "leads to" in refused(f"ln -s {secret} x", tmp_path)
        assert "leads to" in refused("ln -s /usr/../root x", tmp_path)
        assert "a pipe" in refused("mkfifo x", tmp_path)

    def test_it_reads_no_other_folder_and_reaches_no_network(self, tmp_path: Path) -> None:
        secret = folder_of({"seed": b"7"}, tmp_path / "league")
        new = built(
            f"(cat {secret}/seed; ls {tmp_path}; cat /proc/net/route) > seen 2>&1; true", tmp_path
        )
        seen = (new / "seen").read_text()
        assert "league\n" not in seen
        assert "No such file" in seen
        assert "eth" not in seen

    def test_one_that_answers_for_itself_is_refused(self, tmp_path: Path) -> None:
        program = (
            "import os, socket; peer = socket.socket(socket.AF_UNIX);"
            'peer.connect(os.environ["TIANMING_SERVER"][5:]); peer.sendall(b"no archive")'
        )
        with raises(DataError, SubmissionSentence.BUILD_WITHOUT_RESULT):
            built(f"/usr/bin/python3 -c '{program}'", tmp_path)
