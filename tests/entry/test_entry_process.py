"""The entry process and the build process: confined, restarted, and hard to harm."""

import asyncio
import contextlib
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from grpc import aio
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest, ServerReflectionResponse

from referee.entry import entry_process
from referee.entry.build_process import LOCK
from referee.entry.entry_book import SubmissionState
from referee.entry.entry_process import EntryProcess
from referee.entry.entry_store import EntryStore
from referee.entry.entry_view import PRIVATE_FOLDERS, view
from referee.entry.handed_settings import ProcessSettings
from referee.entry.sentence import SubmissionSentence
from referee.entry.supervised import Supervised
from referee.entry.toolchain import ABOUT
from referee.error import UnavailableError, UsageError
from referee.file_lock import lock_file
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import LeagueSettings
from referee.server.certificate import Authority
from referee.server.log_output import LogSettings
from tests.entry.archives import zip_of
from tests.entry.test_entry_service import bearing
from tests.errors import raises
from tests.patience import PATIENCE
from tests.processes import command_line, everybody_below
from tianming_proto.entry.v1 import entry_pb2 as pb
from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceStub

pytestmark = pytest.mark.needs("strict")

LEAGUE = """
name = "spring"
game = "ming"
seats = 2
seed = "the secret of the season"

[format]
kind = "ladder"

[entry]
listen = "127.0.0.1:0"
submissions_per_day = 1000
waiting = 1000
"""

OTHER_GAME = b'run = "python3 main.py"\ngames = ["dragon"]\n'
"""A `bot.toml` that is refused before anything is built."""

Story = Callable[[Any], Coroutine[Any, Any, None]]


def league_in(folder: Path, more: str = "") -> LeagueSettings:
    """Write a league file and what a season writes beside it; return the settings."""
    (folder / "league.toml").write_text(LEAGUE + more)
    (folder / "spring-records").mkdir(exist_ok=True)
    league = read_league(folder / "league.toml", {}, {})
    for path in league.secrets:
        if not path.exists() and path != folder / "entry":
            path.write_bytes(b"secret")
    return league


@contextlib.contextmanager
def served(folder: Path, more: str = "") -> Iterator[tuple[EntryProcess, EntryStore]]:
    """Run the processes of a league."""
    with EntryProcess(league_in(folder, more), LogSettings()) as process:
        store = EntryStore(folder / "entry")
        try:
            yield process, store
        finally:
            store.close()


def tell(address: str, story: Story, authority: Authority | None = None) -> None:
    """Run a story with a client."""

    async def run() -> None:
        async with _channel(address, authority) as channel:
            await asyncio.wait_for(story(EntryServiceStub(channel)), PATIENCE)

    asyncio.run(run())


def _channel(address: str, authority: Authority | None) -> grpc.aio.Channel:
    if authority is None:
        return grpc.aio.insecure_channel(address)
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(authority.certificate))


def requests(content: bytes, bot: str = "bot") -> list[pb.SubmitRequest]:
    """Return the requests of a submission."""
    digest = hashlib.sha256(content).digest()
    header = pb.SubmissionHeader(bot=bot, archive_bytes=len(content), archive_digest=digest)
    return [pb.SubmitRequest(header=header), pb.SubmitRequest(piece=content)]


def refused_archive(number: int) -> bytes:
    """Return an archive that is refused without a build."""
    return zip_of({"main.py": b"1", "bot.toml": OTHER_GAME, "number": b"%d" % number})


def inner(process: EntryProcess) -> int:
    """Return the id of the process that faces the network, inside its view."""
    assert process.entry.pid is not None
    for pid in everybody_below(process.entry.pid):
        words = command_line(pid).split(b"\0")
        if b"referee.entry" in words and not words[0].endswith(b"bwrap"):
            return pid
    raise AssertionError("there is no such process")


def all_done(store: EntryStore) -> bool:
    """Return whether no submission waits."""
    states = {one.state for one in store.book.submissions.values()}
    return SubmissionState.QUEUED not in states


PROBE = """
import json, socket, sys
found = []
for path in json.loads(sys.argv[1]):
    for mode in ("rb", "r+b"):
        try:
            open(path, mode).close()
        except OSError:
            continue
        found.append([path, mode])
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[2])), 5)
    found.append("network")
except OSError:
    pass
print(json.dumps(found))
"""


class TestConfined:
    """The process that faces the network sees nothing of the season, and cannot change it."""

    def test_from_inside_no_secret_opens_and_nothing_answers(self, tmp_path: Path) -> None:
        league, private = league_in(tmp_path), tmp_path / "private"
        store = tmp_path / "entry"
        for folder in (store, *(private / name for name in PRIVATE_FOLDERS)):
            folder.mkdir(parents=True)
        secrets = [path for path in league.secrets if path != store]
        tried = [*secrets, *(path / "x" for path in secrets), tmp_path / "entries" / "x"]
        (store / "own").write_bytes(b"")
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = str(listening.getsockname()[1])
            command = [*view(store, private), sys.executable, "-c", PROBE]
            done = subprocess.run(
                [*command, json.dumps([*map(str, tried), str(store / "own")]), port],
                capture_output=True,
                check=True,
            )
        assert json.loads(done.stdout) == [[str(store / "own"), mode] for mode in ("rb", "r+b")]
        assert all(path.is_dir() or path.read_bytes() == b"secret" for path in secrets[1:])

    def test_the_running_process_has_no_secret_in_its_root_or_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_LEAGUE_SEED", "the secret of the season")
        with served(tmp_path) as (process, _):
            pid = inner(process)
            below = [Path(f"/proc/{pid}/root{path}") for path in league_in(tmp_path).secrets]
            assert [path.name for path in below if path.exists()] == ["entry"]
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            assert b"TIANMING_LEAGUE" not in environment

    def test_a_store_that_shows_the_league_file_is_refused(self, tmp_path: Path) -> None:
        league = league_in(tmp_path)
        league = replace(league, entry=replace(league.entry, store="."))
        with (
            raises(UsageError, SubmissionSentence.ENTRY_SHOWS),
            EntryProcess(league, LogSettings()),
        ):
            pass

    def test_without_bubblewrap_it_does_not_start(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(entry_process, "missing", lambda: "it needs bubblewrap.")
        league = league_in(tmp_path)
        with (
            raises(UnavailableError, SubmissionSentence.ENTRY_NOT_CONFINED),
            EntryProcess(league, LogSettings()),
        ):
            pass


class TestService:
    """Owners enter over the network."""

    def test_over_tls_a_submission_is_taken_and_judged(self, tmp_path: Path) -> None:
        authority = Authority.new("owners")
        authority.issue_server(["127.0.0.1"], 1).write(tmp_path, "door")
        tls = 'certificate = "door.pem"\nkey = "door-key.pem"\n'
        with served(tmp_path, tls) as (process, store):
            code = store.invite(0)

            async def story(stub: Any) -> None:
                joined = await stub.Join(pb.JoinRequest(invitation=code, owner="ada"))
                bearer = bearing(joined.token)
                taken = await stub.Submit(iter(requests(refused_archive(1))), metadata=bearer)
                request = pb.FollowRequest(number=taken.submission.number)
                followed = [one async for one in stub.Follow(request, metadata=bearer)]
                assert "does not play ming" in followed[-1].submission.why

            assert process.link.startswith("https://")
            tell(process.address, story, authority)

    def test_it_names_a_toolchain_that_was_prepared_while_it_serves(self, tmp_path: Path) -> None:
        with served(tmp_path) as (process, _):
            place = read_league(tmp_path / "league.toml", {}, {}).entry.toolchains

            async def story(stub: Any) -> None:
                assert not (await stub.Describe(pb.DescribeRequest())).toolchains
                (tmp_path / place / "go").mkdir(parents=True)
                (tmp_path / place / "go" / ABOUT).write_text('{"homes": []}')
                async with asyncio.timeout(PATIENCE):
                    while not (found := await stub.Describe(pb.DescribeRequest())).toolchains:
                        await asyncio.sleep(0.1)
                assert list(found.toolchains) == ["go"]

            tell(process.address, story)

    @pytest.mark.full
    def test_a_bot_is_built_checked_and_its_output_followed(self, tmp_path: Path) -> None:
        files = {
            "main.py": b"import tianming\ntianming.run(lambda question: 0)\n",
            "bot.toml": b'build = "echo built now"\nrun = "python3 main.py"\n',
        }
        with served(tmp_path) as (process, store):
            code = store.invite(0)

            async def story(stub: Any) -> None:
                joined = await stub.Join(pb.JoinRequest(invitation=code, owner="ada"))
                bearer = bearing(joined.token)
                await stub.Submit(iter(requests(zip_of(files))), metadata=bearer)
                request = pb.FollowRequest(number=1)
                for _ in range(2):  # the second time it is done already
                    followed = [one async for one in stub.Follow(request, metadata=bearer)]
                    assert followed[-1].submission.state == pb.SUBMISSION_STATE_ACCEPTED
                    printed = "".join(one.output for one in followed)
                    assert printed.startswith("built now\n")
                    assert "ming" in printed

            tell(process.address, story)


SENT_TOO_LATE = "Internal error from Core"
"""What gRPC says in its client of a message that it sends when the service has just died."""


class TestKill:
    """The processes are killed; nothing that was acknowledged is lost or comes twice."""

    def test_kills_at_random_instants(self, tmp_path: Path, fresh_seed: int) -> None:
        instants = Random(fresh_seed)
        numbers: list[int] = []
        with served(tmp_path) as (process, store):
            token = store.join(store.invite(0, owner="ada"), "", 0)[1]

            async def submit(stub: Any, number: int) -> None:
                while True:
                    try:
                        parts = iter(requests(refused_archive(number)))
                        taken = await stub.Submit(parts, metadata=bearing(token), timeout=PATIENCE)
                    except grpc.aio.AioRpcError as error:
                        is_gone = error.code() is grpc.StatusCode.UNAVAILABLE
                        if not is_gone and error.details() != SENT_TOO_LATE:
                            raise
                        await asyncio.sleep(0.05)
                    else:
                        numbers.append(taken.submission.number)
                        return

            async def story(stub: Any) -> None:
                for number in range(5):
                    submitting = asyncio.create_task(submit(stub, number))
                    await asyncio.sleep(instants.random() * 0.1)
                    if number % 2:
                        pid = process.entry.pid if number % 4 == 1 else process.builds.pid
                        if pid is not None:
                            with contextlib.suppress(ProcessLookupError):  # it ends by itself
                                os.kill(pid, signal.SIGKILL)
                    await submitting

            tell(process.address, story)
            end = time.monotonic() + PATIENCE
            while sorted(numbers) != sorted(store.book.submissions) or not all_done(store):
                assert time.monotonic() < end
                time.sleep(0.1)
                store.refresh()
            assert sorted(numbers) == [1, 2, 3, 4, 5]


class TestFirstStart:
    """A process is killed before it serves for the first time."""

    def test_it_is_started_again(self, tmp_path: Path) -> None:
        with started(tmp_path, 'test -e "$0" && exec "$@"; touch "$0"; kill -9 $$') as process:
            assert process.pid is not None

    def test_one_that_never_serves_is_an_error(self, tmp_path: Path) -> None:
        with (
            raises(UnavailableError, SubmissionSentence.ENTRY_NOT_STARTED, why="it ended at once."),
            started(tmp_path, 'echo >> "$0"; kill -9 $$'),
        ):
            pass
        assert (tmp_path / "starts").read_text() == 3 * "\n"


@contextlib.contextmanager
def started(folder: Path, script: str) -> Iterator[Supervised]:
    """A build process that a script of the shell starts; `$0` is a file that it may write."""
    settings = ProcessSettings.of(league_in(folder), "127.0.0.1:0", LogSettings())
    settings.store.mkdir()
    process = Supervised("build", "referee.entry.build_process", lambda _: None)
    try:
        process.start(settings, ["sh", "-c", script, str(folder / "starts")])
        yield process
    finally:
        process.stop()


class TestAlone:
    """A season was killed, and its build process has not ended when the next one starts."""

    def test_no_two_build_processes_work_at_once(self, tmp_path: Path) -> None:
        with (
            served(tmp_path),
            (tmp_path / "entries" / LOCK).open("wb") as lock,
            pytest.raises(BlockingIOError),
        ):
            lock_file(lock.fileno())
        with (tmp_path / "entries" / LOCK).open("wb") as lock:
            lock_file(lock.fileno())


def test_reflection_names_the_service(tmp_path: Path) -> None:
    async def names(address: str) -> list[str]:
        async with _channel(address, None) as channel:
            method: aio.StreamStreamMultiCallable[
                ServerReflectionRequest, ServerReflectionResponse
            ] = channel.stream_stream(
                "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                ServerReflectionRequest.SerializeToString,
                ServerReflectionResponse.FromString,
            )
            call = method(iter([ServerReflectionRequest(list_services="")]))
            answer = await asyncio.wait_for(anext(aiter(call)), PATIENCE)
            return [service.name for service in answer.list_services_response.service]

    with served(tmp_path) as (process, _):
        assert "tianming.entry.v1.EntryService" in asyncio.run(names(process.address))


class TestHostile:
    """Callers who cost time, and say what is not so."""

    def test_a_hundred_connections_that_send_a_byte_at_a_time_stop_nobody(
        self, tmp_path: Path
    ) -> None:
        with served(tmp_path) as (process, store), contextlib.ExitStack() as stack:
            host, _, port = process.address.rpartition(":")
            code = store.invite(0)
            slow = [
                stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(100)
            ]

            async def story(stub: Any) -> None:
                for byte in b"PRI * HTT":
                    for each in slow:
                        with contextlib.suppress(OSError):
                            each.send(bytes((byte,)))
                    await stub.Describe(pb.DescribeRequest())
                joined = await stub.Join(pb.JoinRequest(invitation=code, owner="ada"))
                parts = iter(requests(refused_archive(1)))
                taken = await stub.Submit(parts, metadata=bearing(joined.token))
                assert taken.submission.number == 1

            tell(process.address, story)

    def test_an_upload_that_is_cut_leaves_nothing(self, tmp_path: Path) -> None:
        with served(tmp_path) as (process, store):
            token = store.join(store.invite(0, owner="ada"), "", 0)[1]
            head, piece = requests(refused_archive(1) + bytes(1000))

            async def story(stub: Any) -> None:
                call = stub.Submit(metadata=bearing(token))
                await call.write(head)
                await call.write(pb.SubmitRequest(piece=piece.piece[:100]))
                call.cancel()
                short = [head, pb.SubmitRequest(piece=piece.piece[:100])]
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await stub.Submit(iter(short), metadata=bearing(token))
                assert "nothing was taken" in str(caught.value.details())

            tell(process.address, story)
            end = time.monotonic() + PATIENCE
            while list((tmp_path / "entry" / "uploads").iterdir()):
                assert time.monotonic() < end
                time.sleep(0.05)
            store.refresh()
            assert store.book.submissions == {}
