"""The documentation is true: its programs, its commands, its links, the tests it names.

A page of `docs/` is followed in an empty folder, from top to bottom, as a reader would. A `python`
block is a program; its first line names its file, and so does that of other files, such as
`# league.toml`. Of the `sh` blocks each line that begins with
`referee` or `python` is run; the others set something up or need what only the reader has. `referee
serve` gets a bot for each token of the page, and is stopped after a match. Commands that begin with
`dask` run until the end of the page. `referee` runs in this process, because a new process takes a
while to start.
"""

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.league import league
from referee.launch import sandbox
from referee.server import refusal
from tests.cli.shell import Done, referee
from tests.free_port import free_port
from tests.patience import PATIENCE
from tests.source_tree import ROOT, files

DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = ("referee ", "python ", "(cd ")
NAMED_FILE = re.compile(r"# [\w-]+\.(?:toml|txt)\n")
BOT = (sys.executable, "-m", "tianming_bots.random_bot")


def blocks(page: Path) -> list[tuple[str, str]]:
    """The code blocks of a page: language and text."""
    return FENCE.findall(page.read_text(encoding="utf-8"))


def file_name(program: str) -> str:
    """The file that the first line of a program names."""
    return program.partition("\n")[0].removeprefix("# ")


def commands(page: Path) -> list[str]:
    """The lines of a page that can be run."""
    lines = [
        line for language, text in blocks(page) if language == "sh" for line in text.split("\n")
    ]
    return [line for line in lines if line.startswith(COMMAND)]


FIRST_OPTIONS = "1\n\n" * 400
"""What a reader types who has a seat in a match: the first option, and its confirmation."""


def pages() -> list[Path]:
    """The pages that have something to run."""
    return [page for page in sorted(DOCS.glob("*.md")) if commands(page)]


def wait_for(found: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until there is something."""
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.05)


class Reader:
    """A reader who follows a page in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tokens: list[str] = []
        self._port = str(free_port())
        here = str(Path(sys.executable).parent)
        self._environment = {
            **os.environ,
            "PATH": here + os.pathsep + os.environ["PATH"],
            "TIANMING_CA": str(folder / "tls" / "authority.pem"),
        }

    def follow(self, page: Path) -> None:
        """Write each program, and run each command."""
        with contextlib.ExitStack() as machines:
            self._follow(page, machines)

    def _follow(self, page: Path, machines: contextlib.ExitStack) -> None:
        for language, text in blocks(page):
            if language == "python" or NAMED_FILE.match(text):
                (self._folder / file_name(text)).write_text(text, encoding="utf-8")
            elif language == "sh":
                for line in text.replace("8786", self._port).splitlines():
                    if line.startswith("dask "):
                        machines.enter_context(self._machine(line))
                    elif line.startswith("referee serve "):
                        self._serve(line)
                    elif line.startswith("referee league run ") and self._tokens:
                        self._play_league(line)
                    elif line.startswith(COMMAND):
                        self._run(line)

    def _run(self, line: str) -> None:
        name, *words = shlex.split(line)
        is_plain = name == "referee" and ">" not in words
        done = self._referee(words) if is_plain else self._shell(line)
        assert done.returncode == 0, f"`{line}` failed:\n{done.stdout}{done.stderr}"
        if line.startswith("referee token "):
            self._tokens.append(done.stdout.strip())

    def _referee(self, words: list[str]) -> Done:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(FIRST_OPTIONS))
            for variable, value in self._environment.items():
                patch.setenv(variable, value)
            return referee(*words, cwd=self._folder)

    def _shell(self, line: str) -> Done:
        return subprocess.run(
            ["sh", "-c", line],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def _serve(self, line: str) -> None:
        """Serve on a free port until a match is over, then drain."""
        log = self._folder / "log.jsonl"
        before = self._records()
        with contextlib.ExitStack() as stack:
            errors = stack.enter_context(log.open("w"))
            words = f"exec {line} --listen localhost:0 --log json"
            server = stack.enter_context(
                subprocess.Popen(
                    ["sh", "-c", words], cwd=self._folder, env=self._environment, stderr=errors
                )
            )
            stack.callback(server.kill)
            wait_for(log.read_text)
            listening = json.loads(log.read_text().splitlines()[0])
            scheme = "https" if listening["tls"] else "http"
            for token in self._tokens:
                stack.enter_context(self._bot(f"{scheme}://{listening['address']}", token))
            wait_for(lambda: self._records() - before)
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0, log.read_text()

    def _play_league(self, line: str) -> None:
        """Run a league with the bots that have tokens, on a socket of this folder."""
        address = f"unix:{self._folder / 'league.sock'}"
        with contextlib.ExitStack() as stack:
            for token in self._tokens:
                stack.enter_context(self._bot(address, token))
            self._run(line.replace("127.0.0.1:50051", address))

    @contextlib.contextmanager
    def _machine(self, line: str) -> Iterator[None]:
        """A scheduler or a worker."""
        words = ["sh", "-c", f"exec {line} --no-dashboard 2>> machines"]
        with subprocess.Popen(words, cwd=self._folder, env=self._environment) as process:
            try:
                yield
            finally:
                process.kill()

    @contextlib.contextmanager
    def _bot(self, address: str, token: str) -> Iterator[None]:
        """A bot that is connected for as long as it is needed."""
        own = {"TIANMING_SERVER": address, "TIANMING_TOKEN": token}
        with subprocess.Popen(BOT, env=self._environment | own) as process:
            try:
                yield
            finally:
                process.terminate()

    def _records(self) -> set[Path]:
        return set(self._folder.rglob("*.tianming"))


@pytest.mark.full
@pytest.mark.usefixtures("only_real_games")
class TestPages:
    """A page does what it says."""

    @pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
    def test_every_command_of_a_page_succeeds_in_its_order(
        self, page: Path, tmp_path: Path
    ) -> None:
        Reader(tmp_path).follow(page)

    @pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
    def test_every_program_of_a_page_is_run_by_one_of_its_commands(self, page: Path) -> None:
        lines = "\n".join(commands(page))
        for language, text in blocks(page):
            if language == "python":
                assert f"python {file_name(text)}" in lines

    def test_the_short_league_is_played_as_it_is_printed(self, tmp_path: Path) -> None:
        files = [text for kind, text in blocks(DOCS / "league.md") if kind == "toml"]
        (short,) = [text for text in files if "[[bot]]" in text]
        (tmp_path / "league.toml").write_text(short, encoding="utf-8")
        done = referee("league", "run", "--json", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["matches"] == 8


def markdown() -> list[Path]:
    """Every page of the project."""
    return [ROOT / name for name in files("*.md")]


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(
        r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class TestReferences:
    """What a page points at is there."""

    @pytest.mark.parametrize("page", markdown(), ids=lambda page: str(page.relative_to(ROOT)))
    def test_every_relative_link_leads_somewhere(self, page: Path) -> None:
        prose = FENCE.sub("", page.read_text(encoding="utf-8"))
        for link in re.findall(r"\]\(([^)\s]+)\)", prose):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link

    def test_every_command_is_in_the_changelog(self) -> None:
        text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        for command in (*main.ROOT.members, *league.members):
            assert f"`{command}`" in text, command

    @pytest.mark.parametrize(
        "page",
        [
            "docs/enter.md",
            "docs/guarantees.md",
            "docs/open-competition.md",
            "docs/submissions.md",
            "THREAT_MODEL.md",
        ],
    )
    def test_every_test_that_a_guarantee_names_is_there(self, page: str) -> None:
        text = (ROOT / page).read_text(encoding="utf-8")
        named = re.findall(r"`(tests/[\w/]+\.py)::(Test\w+)`", text)
        assert len(named) == len(re.findall(r"\bTest[A-Z]\w+", text))
        for path, name in named:
            assert f"\nclass {name}:" in (ROOT / path).read_text(encoding="utf-8"), (path, name)

    def test_every_variable_that_a_sandbox_passes_on_is_named(self) -> None:
        source = Path(sandbox.__file__).read_text(encoding="utf-8")
        page = (DOCS / "sandbox.md").read_text(encoding="utf-8")
        listed = source.partition("_PASSED_ON = (")[2].partition('"""')[0]
        named = page.partition("variables that are passed on: ")[2].partition("\n- ")[0]
        assert set(re.findall(r'"(\w+)"', listed)) == set(re.findall(r"`(\w+)…?`", named))

    def test_every_reason_for_the_end_of_a_stream_is_in_the_table(self) -> None:
        source = Path(refusal.__file__).read_text(encoding="utf-8")
        table = (DOCS / "protocol.md").read_text(encoding="utf-8")
        codes = {
            reason: code
            for code, reason in re.findall(r'StatusCode\.([A-Z_]+),\s+"([A-Z_]+)"', source)
        }
        assert len(codes) == source.count("return StreamRefused(")
        for reason, code in codes.items():
            assert f"| `{reason}` | `{code}` |" in table
