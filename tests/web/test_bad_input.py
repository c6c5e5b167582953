"""Errors at the pages, over real connections: each is reported, and the rest continues."""

import asyncio
import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from referee.cli.main import main
from referee.league.configuration.league_file import read_league
from referee.league.ledger import Ledger
from referee.web import browser_connection, live, records_source
from referee.web.service import Service
from tests.record.samples import dragon_record, toy_record
from tests.web.conftest import Served
from tests.web.test_live import Writer

HIDDEN = "the token is xyzzy"

_NOBODY = 65534
"""A user who may read nothing of others."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    body: bytes

    @property
    def problem(self) -> str:
        """The code of a problem; the body is one in words."""
        said = json.loads(self.body)
        assert set(said) == {"error", "message"}
        assert said["message"].endswith((".", "?"))
        assert "Traceback" not in said["message"]
        code: str = said["error"]
        return code

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


async def ask(port: int, target: str) -> Answer:
    """Ask for an address, exactly as it is written."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with contextlib.suppress(ConnectionError):
        writer.write(head.encode())
        await writer.drain()
    data = await reader.read()
    writer.close()
    head_bytes, _, body = data.partition(b"\r\n\r\n")
    return Answer(int(head_bytes.split()[1]), body)


async def watch(port: int, name: str) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
    """Open the stream of a match; gives the status of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 12)
    writer.write(f"GET /api/v1/matches/{name}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    status = int((await reader.readline()).split()[1])
    return status, reader, writer


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """Files that this user must not read are refused, even if the tests run as root."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the records without a pause."""
    monkeypatch.setattr(live, "LOOK", 0.001)
    monkeypatch.setattr(records_source, "_REST", 0.0)


class TestRecords:
    """A record that cannot be shown takes nothing with it."""

    def test_an_unknown_match_is_a_problem_in_words(self, folder: Path, served: Served) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())

        async def use(port: int) -> None:
            for part in ("", "/steps", "/live"):
                refused = await ask(port, f"/api/v1/matches/nothing{part}")
                assert (refused.status, refused.problem) == (404, "no_such_match")
            assert (await ask(port, "/api/v1/matches/m1/steps")).status == 200

        served(use)

    @pytest.mark.parametrize(
        "damage",
        [
            lambda data: b"",
            lambda data: b"what is this?",
            lambda data: data[: len(data) // 2],
            lambda data: data + bytes(1 << 16),
            lambda data: data[:400] + bytes([data[400] ^ 1]) + data[401:],
        ],
        ids=["empty", "garbage", "cut off", "zeros", "one bit"],
    )
    def test_a_damaged_record_is_a_problem_in_words(
        self, folder: Path, served: Served, damage: Any
    ) -> None:
        (folder / "bad.tianming").write_bytes(damage(toy_record()))
        (folder / "m1.tianming").write_bytes(toy_record())

        async def use(port: int) -> None:
            refused = await ask(port, "/api/v1/matches/bad/steps")
            assert refused.status in (403, 404, 422)
            assert refused.problem
            assert (await ask(port, "/api/v1/matches/bad")).status == 200
            assert len((await ask(port, "/api/v1/matches")).json()["matches"]) == 2
            assert (await ask(port, "/api/v1/matches/m1/steps")).status == 200

        served(use)

    def test_a_record_in_play_may_end_anywhere(self, folder: Path, served: Served) -> None:
        """At each byte of some entries, the steps are those of the whole entries before it."""
        whole = toy_record()
        part = folder / "m1.tianming.part"
        counts: list[int] = []

        async def use(port: int) -> None:
            for end in range(len(whole) - 400, len(whole) - 200, 9):
                part.write_bytes(whole[:end])
                answer = await ask(port, "/api/v1/matches/m1/steps")
                assert answer.status == 200
                assert not answer.json()["over"]
                counts.append(len(answer.json()["steps"]))

        served(use)
        assert counts == sorted(counts)
        assert counts[0] < counts[-1]

    def test_an_unreadable_file_is_reported_in_a_sentence(
        self, shared: Path, served: Served
    ) -> None:
        for name in ("m1", "m2"):
            path = shared / f"{name}.tianming"
            path.write_bytes(toy_record())
            path.chmod(0o644)
        (shared / "m2.tianming").chmod(0)

        async def use(port: int) -> None:
            with unprivileged():
                assert (await ask(port, "/api/v1/matches/m1/steps")).status == 200
                shut = await ask(port, "/api/v1/matches/m2/steps")
                assert (shut.status, shut.problem) == (422, "record_damaged")
            shared.chmod(0)
            with unprivileged():
                gone = await ask(port, "/api/v1/matches/m1/steps")
                assert (gone.status, gone.problem) == (503, "season_not_read")
                assert str(shared).encode() not in gone.body
                assert (await ask(port, "/")).status == 200

        served(use, shared)

    @pytest.fixture
    def shared(self) -> Iterator[Path]:
        """A folder that any user reaches, unlike those of the tests."""
        with tempfile.TemporaryDirectory(prefix="tianming-open-") as name:
            Path(name).chmod(0o755)
            yield Path(name)
            Path(name).chmod(0o755)


class TestLedger:
    """A ledger that the pages cannot read is said before they start."""

    @pytest.fixture
    def league(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A league that has begun."""
        monkeypatch.chdir(tmp_path)
        assert main(["league", "new"]) == 0
        settings = read_league(tmp_path / "league.toml", {}, {})
        settings.records.mkdir()
        Ledger(settings.ledger_url, settings.records, settings.name, begin=True).close()
        return tmp_path / "league.toml"

    def test_one_of_a_newer_version_is_said(
        self, league: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        engine = create_engine(read_league(league, {}, {}).ledger_url)
        with engine.begin() as tables:
            tables.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        engine.dispose()
        assert main(["web", str(league), "--listen", "127.0.0.1:0"]) == 65
        said = capsys.readouterr().err
        assert "use a newer version of tianming-referee" in said
        assert "Traceback" not in said

    def test_a_damaged_one_is_said(self, league: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = Path(read_league(league, {}, {}).ledger_url.removeprefix("sqlite:///"))
        path.write_bytes(b"no database" * 1000)
        assert main(["web", str(league), "--listen", "127.0.0.1:0"]) == 65
        said = capsys.readouterr().err
        assert "is damaged" in said
        assert "Traceback" not in said


class TestRequests:
    """No request reaches a file beside the records, and none makes the server fall."""

    @pytest.mark.parametrize(
        "path",
        [
            "/../secret",
            "/../../../../../../etc/passwd",
            "/..%2f..%2fsecret",
            "/%2e%2e/secret",
            "/assets/../../secret",
            "/assets/..%5c..%5csecret",
            "//etc/passwd",
            "http://other.example/etc/passwd",
            "/api/v1/matches/..%2fsecret/steps",
            "/api/v1/matches/%2e%2e%2fsecret/live",
            "/api/v1/matches/m1%00/steps",
            "/api/v1/matches/%00/live",
            "/api/v1/matches?bot=%00",
            "/api/v1/bots/a%0Ab",
            "/api/v1/fair/..%2fsecret",
            "/api/v1/bots/..%2f..%2fsecret",
            "/api/v1/matches/m1.tianming",
            "/records/m1.tianming",
        ],
    )
    def test_tricks_with_paths_lead_nowhere(self, folder: Path, served: Served, path: str) -> None:
        (folder.parent / "secret").write_text(HIDDEN)
        (folder.parent / "secret.tianming").write_bytes(toy_record())
        (folder / "m1.tianming").write_bytes(toy_record())

        async def use(port: int) -> None:
            answer = await ask(port, path)
            assert answer.status in (400, 404)
            assert HIDDEN.encode() not in answer.body
            assert b"root:" not in answer.body
            assert b"Traceback" not in answer.body
            assert (await ask(port, "/api/v1/matches/m1")).status == 200

        served(use)

    def test_a_megabyte_of_query_is_refused_and_the_rest_continues(
        self, folder: Path, served: Served, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())

        async def use(port: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(ConnectionError):
                writer.write(b"GET /api/v1/matches?bot=" + b"a" * (1 << 20) + b" HTTP/1.1\r\n\r\n")
                await writer.drain()
                assert b"Traceback" not in await reader.read()
            writer.close()
            long = await ask(port, "/api/v1/matches?bot=" + "a" * 5000)
            assert (long.status, long.problem) == (414, "address_too_long")
            assert (await ask(port, "/api/v1/matches")).status == 200

        served(use)
        assert "Traceback" not in capfd.readouterr().err


class TestStreams:
    """Spectators who are too many, or who do not read, cost the others nothing."""

    def test_streams_beyond_the_cap_are_refused(
        self, folder: Path, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cap, callers = 20, 100
        monkeypatch.setattr(Service.__init__, "__defaults__", (cap,))
        Writer(folder, toy_record()).write(len(toy_record()) - 250)

        async def use(port: int) -> None:
            opened = await asyncio.gather(*(watch(port, "m1") for _ in range(callers)))
            statuses = [status for status, _, _ in opened]
            assert statuses.count(200) == cap
            assert statuses.count(503) == callers - cap
            assert (await ask(port, "/api/v1/matches/m1/steps")).status == 200
            for _, _, writer in opened:
                writer.close()
            while (again := await watch(port, "m1"))[0] != 200:
                again[2].close()
            again[2].close()

        served(use)

    def test_a_spectator_who_does_not_read_delays_nobody_and_takes_little_memory(
        self, folder: Path, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        transports: list[asyncio.Transport] = []
        made = browser_connection.BrowserConnection.connection_made

        def note(self: browser_connection.BrowserConnection, transport: asyncio.Transport) -> None:
            transports.append(transport)
            made(self, transport)

        monkeypatch.setattr(browser_connection.BrowserConnection, "connection_made", note)
        writer = Writer(folder, dragon_record())
        writer.write(3000)

        async def use(port: int) -> None:
            deaf = [await watch(port, "m1") for _ in range(20)]
            status, reader, open_end = await watch(port, "m1")
            assert status == 200
            writer.finish()
            said = b""
            while b"event: end" not in said:
                said += await reader.read(1 << 16)
            assert max(one.get_write_buffer_size() for one in transports) < 1 << 16
            for _, _, end in (*deaf, (0, reader, open_end)):
                end.close()

        served(use, live=True)


class TestStart:
    """Pages that cannot start say why."""

    def test_a_port_that_is_taken_is_said_and_the_pages_there_stay(
        self, folder: Path, served: Served, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def use(port: int) -> None:
            words = ["web", str(folder), "--listen", f"127.0.0.1:{port}"]
            assert await asyncio.to_thread(main, words) == 69
            assert (await ask(port, "/")).status == 200

        served(use)
        said = capsys.readouterr().err
        assert "cannot listen" in said
        assert "Traceback" not in said
