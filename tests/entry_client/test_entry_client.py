"""The client, and a service that breaks, restarts, or lies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from referee.entry_client import entry_client
from referee.entry_client.entry_client import EntryClient
from referee.entry_client.followed_output import MOST, FollowedOutput
from referee.entry_client.sentence import EntryClientSentence
from referee.error import DataError, TianmingError, UnavailableError, UsageError
from referee.server.startup import start
from tests.errors import raises
from tests.patience import PATIENCE
from tianming_proto.entry.v1 import entry_pb2 as pb

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[Any, Any]

Code = grpc.StatusCode
SERVICE = pb.DESCRIPTOR.services_by_name["EntryService"].full_name

QUEUED = pb.Submission(number=1, bot="jade", state=pb.SUBMISSION_STATE_QUEUED)
ACCEPTED = pb.Submission(number=1, bot="jade", state=pb.SUBMISSION_STATE_ACCEPTED)


def step(submission: pb.Submission, output: str = "") -> pb.FollowResponse:
    """Return a response to `Follow`."""
    return pb.FollowResponse(
        submission=submission, stage=pb.SUBMISSION_STAGE_BUILDING, output=output
    )


class Scripted:
    """A service that answers as a test says.

    Attributes:
        follows: the responses of each call of `Follow`; all calls but the last then break.
        breaks: the number of uploads that break after some bytes.
        uploads: what came of each upload.
        status: code, reason and text with which `ListEntries` and `Join` end.
    """

    def __init__(self) -> None:
        self.follows: list[list[pb.FollowResponse]] = []
        self.breaks = 0
        self.uploads: list[bytes] = []
        self.status = (Code.INTERNAL, "", "")

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the handler for a server."""
        methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
            "Follow": grpc.unary_stream_rpc_method_handler(self._follow),
            "Submit": grpc.stream_unary_rpc_method_handler(self._submit),
            "ListEntries": grpc.unary_unary_rpc_method_handler(self._refuse),
            "Join": grpc.unary_unary_rpc_method_handler(self._refuse),
            "ReadRecord": grpc.unary_stream_rpc_method_handler(self._record),
        }
        return grpc.method_handlers_generic_handler(SERVICE, methods)

    async def _follow(self, _: bytes, context: Context) -> AsyncIterator[bytes]:
        for response in self.follows.pop(0):
            yield response.SerializeToString()
        if self.follows:
            await context.abort(Code.UNAVAILABLE, "it restarts")

    async def _submit(self, requests: AsyncIterator[bytes], context: Context) -> bytes:
        self.uploads.append(b"")
        async for data in requests:
            self.uploads[-1] += pb.SubmitRequest.FromString(data).piece
            if self.uploads[-1] and self.breaks:
                self.breaks -= 1
                await context.abort(Code.UNAVAILABLE, "it restarts")
        return pb.SubmitResponse(submission=QUEUED).SerializeToString()

    async def _refuse(self, _: bytes, context: Context) -> bytes:
        code, reason, text = self.status
        await context.abort(code, text, (("tianming-reason", reason),) if reason else ())
        return b""

    async def _record(self, _: bytes, __: Context) -> AsyncIterator[bytes]:
        while True:
            yield pb.ReadRecordResponse(piece=bytes(60 << 10)).SerializeToString()


def with_client(
    folder: Path,
    service: Scripted,
    story: Callable[[EntryClient], Coroutine[Any, Any, None]],
) -> None:
    """Run a story with a client of a service."""

    async def run() -> None:
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((service.handler(),))
        address = f"unix:{folder / 'door.sock'}"
        server.add_insecure_port(address)
        await start(server)
        try:
            async with EntryClient(address, "token") as client:
                await asyncio.wait_for(story(client), PATIENCE)
        finally:
            await server.stop(None)

    asyncio.run(run())


class TestFollow:
    """Following survives what the service does."""

    def test_a_call_that_breaks_is_made_again_and_no_output_comes_twice(
        self, tmp_path: Path
    ) -> None:
        service, away = Scripted(), list[str]()
        service.follows = [
            [step(QUEUED, "one\n"), step(QUEUED, "two\n")],
            [],
            [step(QUEUED, "one\ntwo\nthr"), step(QUEUED, "ee\n"), step(ACCEPTED)],
        ]

        async def story(client: EntryClient) -> None:
            steps = [one async for one in client.follow(1, away.append)]
            assert "".join(one.output for one in steps) == "one\ntwo\nthree\n"
            assert [one.stage for one in steps] == ["building"] * 4 + [""]
            assert steps[-1].submission.state == "accepted"

        with_client(tmp_path, service, story)
        assert away == ["it restarts"] * 2

    def test_a_state_that_nobody_knows_yet_is_queued(self, tmp_path: Path) -> None:
        service = Scripted()
        new = pb.FollowResponse()
        new.submission.MergeFromString(b"\x18\x63")  # state: 99
        service.follows = [[new, step(ACCEPTED)]]

        async def story(client: EntryClient) -> None:
            states = [one.submission.state async for one in client.follow(1)]
            assert states == ["queued", "accepted"]

        with_client(tmp_path, service, story)

    def test_output_without_end_is_cut(self) -> None:
        output = FollowedOutput()
        shown = [output.new("x" * 1_000_000) for _ in range(5)]
        assert sum(map(len, shown)) == MOST


class TestUpload:
    """An upload that breaks is sent again."""

    @pytest.mark.parametrize("breaks", [0, 2])
    def test_it_arrives_whole(self, breaks: int, tmp_path: Path) -> None:
        service, archive, sent = Scripted(), tmp_path / "archive", list[int]()
        archive.write_bytes(bytes(range(250)) * 1000)
        service.breaks = breaks

        async def story(client: EntryClient) -> None:
            assert (await client.submit(archive, "jade", sent.append)).number == 1

        with_client(tmp_path, service, story)
        assert service.uploads[-1] == archive.read_bytes()
        assert len(service.uploads) == breaks + 1
        assert sent[-1] == 250_000

    def test_one_that_breaks_each_time_says_so(self, tmp_path: Path) -> None:
        service, archive = Scripted(), tmp_path / "archive"
        archive.write_bytes(b"archive")
        service.breaks = 9

        async def story(client: EntryClient) -> None:
            with raises(UnavailableError, EntryClientSentence.SERVICE_AWAY, why="it restarts"):
                await client.submit(archive, "jade")

        with_client(tmp_path, service, story)


class Restarting:
    """A listening socket whose first connection is cut, and whose others reach the service."""

    def __init__(self, folder: Path, seconds: float) -> None:
        """Prepare the socket; the other connections wait some seconds first."""
        self.address = f"unix:{folder / 'front.sock'}"
        self._seconds = seconds
        self._folder = folder
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Listen inside the block; then end all connections."""

        def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._tasks.append(asyncio.create_task(self._meet(reader, writer)))

        async with await asyncio.start_unix_server(meet, self._folder / "front.sock"):
            yield
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        is_first = len(self._tasks) == 1
        async with _closed(writer):
            if is_first:
                return
            await asyncio.sleep(self._seconds)
            back, there = await asyncio.open_unix_connection(self._folder / "door.sock")
            async with _closed(there):
                await asyncio.gather(_copied(reader, there), _copied(back, writer))


@asynccontextmanager
async def _closed(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Close a connection after the block."""
    try:
        yield
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)


class TestRestart:
    """The service restarts while a call begins; its listening socket stays open."""

    @pytest.mark.parametrize("seconds", [0.0, 1.2])
    def test_a_call_waits_and_is_made_again(self, seconds: float, tmp_path: Path) -> None:
        service, archive = Scripted(), tmp_path / "archive"
        archive.write_bytes(b"archive")

        async def story(_: EntryClient) -> None:
            front = Restarting(tmp_path, seconds)
            async with front.listening(), EntryClient(front.address, "token") as client:
                assert (await client.submit(archive, "jade")).number == 1

        with_client(tmp_path, service, story)

    def test_the_same_holds_for_a_call_without_archive(self, tmp_path: Path) -> None:
        service = Scripted()
        service.status = (Code.FAILED_PRECONDITION, "FROZEN", "frozen")

        async def story(_: EntryClient) -> None:
            front = Restarting(tmp_path, 0)
            async with front.listening(), EntryClient(front.address, "token") as client:
                with raises(UnavailableError, EntryClientSentence.CALL_REFUSED, reason="FROZEN"):
                    await client.entries()

        with_client(tmp_path, service, story)


class TestRefused:
    """Each status is one kind of error, with the words of the service."""

    @pytest.mark.parametrize(
        ("reason", "code", "kind"),
        [
            ("TOKEN_INVALID", Code.UNAUTHENTICATED, UsageError),
            ("NAME_TAKEN", Code.ALREADY_EXISTS, UsageError),
            ("NOT_ALLOWED", Code.FAILED_PRECONDITION, UsageError),
            ("A_NEW_REASON", Code.FAILED_PRECONDITION, UsageError),
            ("FROZEN", Code.FAILED_PRECONDITION, UnavailableError),
            ("NOT_YET", Code.FAILED_PRECONDITION, UnavailableError),
            ("QUOTA", Code.RESOURCE_EXHAUSTED, UnavailableError),
            ("SEASON_AWAY", Code.UNAVAILABLE, UnavailableError),
            ("INTERNAL", Code.INTERNAL, UnavailableError),
            ("UPLOAD_MALFORMED", Code.INVALID_ARGUMENT, DataError),
        ],
    )
    def test_a_reason_decides_the_kind(
        self, reason: str, code: Code, kind: type[TianmingError], tmp_path: Path
    ) -> None:
        service = Scripted()
        service.status = (code, reason, "one\x1b[2J\ntwo")

        async def story(client: EntryClient) -> None:
            sentence = EntryClientSentence.CALL_REFUSED
            with raises(kind, sentence, reason=reason) as caught:
                await client.entries()
            assert caught.value.exit_code == kind.exit_code
            assert "one\N{REPLACEMENT CHARACTER}[2J\ntwo" in str(caught.value)

        with_client(tmp_path, service, story)

    @pytest.mark.parametrize(
        ("code", "sentence"),
        [
            (Code.UNIMPLEMENTED, EntryClientSentence.NO_ENTRY_SERVICE),
            (Code.UNAVAILABLE, EntryClientSentence.SERVICE_AWAY),
            (Code.RESOURCE_EXHAUSTED, EntryClientSentence.SERVICE_AWAY),
        ],
    )
    def test_without_a_reason_the_code_decides(
        self, code: Code, sentence: EntryClientSentence, tmp_path: Path
    ) -> None:
        service = Scripted()
        service.status = (code, "", "")

        async def story(client: EntryClient) -> None:
            with raises(UnavailableError, sentence, address=client.address):
                await client.entries()

        with_client(tmp_path, service, story)

    def test_a_join_that_broke_says_that_the_invitation_may_be_used(self, tmp_path: Path) -> None:
        service = Scripted()
        service.status = (Code.UNAVAILABLE, "", "it restarts")

        async def story(client: EntryClient) -> None:
            with raises(UnavailableError, EntryClientSentence.JOIN_CUT, why="it restarts"):
                await client.join("code", "Ada")

        with_client(tmp_path, service, story)

    def test_a_record_without_end_is_not_read_for_ever(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(entry_client, "MOST_RECORD", 1 << 20)

        async def story(client: EntryClient) -> None:
            with raises(DataError, EntryClientSentence.ANSWER_TOO_LARGE):
                async for _ in client.record("m"):
                    pass

        with_client(tmp_path, Scripted(), story)

    @pytest.mark.parametrize("values", [("\udcff", ["x"]), ("x", ["\udcff"])])
    def test_a_text_that_is_none_is_not_sent(
        self, values: tuple[str, list[str]], tmp_path: Path
    ) -> None:
        async def story(client: EntryClient) -> None:
            with raises(UsageError, EntryClientSentence.CALL_NOT_SENT):
                await client.challenge(*values)

        with_client(tmp_path, Scripted(), story)
