"""After a disk failure no result is announced, and the match resumes once the disk works."""

import asyncio
import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from referee.error import StorageError
from referee.record import held_write
from referee.record.file import RecordFile
from referee.record.reader import read
from referee.record.resume import reopen
from referee.record.sentence import RecordSentence
from referee.record.verify import verify
from tests.server.harness import play_on, running, started_referee, toy_match
from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb

Break = Callable[[pytest.MonkeyPatch], None]


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the fourth write on the disk is full."""
    left = [3]
    write = held_write.write

    def limited(file: int, data: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    monkeypatch.setattr(held_write, "write", limited)


def tearing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fifth write is taken in part only."""
    left = [5]
    write = held_write.write

    def torn(file: int, data: bytes) -> int:
        left[0] -= 1
        return write(file, data[: len(data) // 2] if left[0] == 0 else data)

    monkeypatch.setattr(held_write, "write", torn)


def unreliable(folder: bool) -> Break:
    """The first sync of a file, or of a folder, fails."""

    def failing(monkeypatch: pytest.MonkeyPatch) -> None:
        fsync = os.fsync

        def sync(file: int) -> None:
            if stat.S_ISDIR(os.fstat(file).st_mode) == folder:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            fsync(file)

        monkeypatch.setattr(os, "fsync", sync)

    return failing


FAULTS: dict[str, Break] = {
    "a full disk": full,
    "a torn write": tearing,
    "a file that cannot be synced": unreliable(folder=False),
    "a folder that cannot be synced": unreliable(folder=True),
}


async def listen(raw: Raw) -> list[str]:
    """Play until the stream ends; gives what was heard."""
    received: list[str] = []
    while (data := await raw.read()) is not None:
        for message in pb.PlayResponse.FromString(data).messages:
            received.append(message.WhichOneof("kind") or "")
            if message.HasField("question"):
                with contextlib.suppress(asyncio.InvalidStateError):  # the stream has ended
                    await raw.choose(message.question, 1)
    return received


class TestFaults:
    """No result without a durable record, and nothing is lost that was written before."""

    @pytest.mark.parametrize("fault", FAULTS)
    def test_without_a_seal_on_disk_no_result_is_sent_and_the_match_resumes_later(
        self, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "m1.tianming"

        async def first() -> None:
            async with started_referee() as harness:
                a, b = await harness.bot("a"), await harness.bot("b")
                host = harness.referee.host(toy_match("a", "b"), file)
                host.start()
                received = asyncio.gather(listen(a), listen(b))
                with pytest.raises(StorageError):
                    await host.done
                await harness.referee.stop(0)
                assert "match_ended" not in {kind for one in await received for kind in one}

        async def second() -> None:
            left = reopen(path)
            assert left is not None
            async with started_referee() as harness:
                a, b = await harness.bot("a"), await harness.bot("b")
                host = harness.referee.resume(left)
                host.start()
                await asyncio.gather(play_on(a), play_on(b))
                assert (await host.done).digest == read(path).digest

        file = RecordFile(path)
        with monkeypatch.context() as broken:
            FAULTS[fault](broken)
            running(first)
        assert not path.exists()
        file.close()
        running(second)
        assert all(result.strikes == 0 for result in verify(read(path)).outcome.results)


class TestStop:
    """The referee stops after a record that cannot be kept, and notifies every bot."""

    async def test_the_bots_of_other_matches_learn_that_the_referee_stops(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with started_referee() as harness:
            raws = [await harness.bot(name) for name in "abcd"]
            hosts = [
                harness.referee.host(
                    toy_match(*bots, match_id=name),
                    RecordFile(tmp_path / f"{name}.tianming"),
                )
                for name, bots in (("m1", "ab"), ("m2", "cd"))
            ]
            for host in hosts:
                host.start()
            for raw in raws:
                await raw.receive("match_started")
            questions = [await raws[number].receive("question") for number in (1, 3)]
            with monkeypatch.context() as broken:
                broken.setattr(RecordFile, "append", refuse)
                await raws[1].choose(questions[0])
                with pytest.raises(StorageError):
                    await hosts[0].done
            await harness.referee.stop(0)
            for raw in raws:
                code, reason, _ = await raw.end()
                assert (code, reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
            assert len(list(tmp_path.glob("*.part"))) == 2


def refuse(*_: object) -> None:
    """A disk that takes nothing."""
    raise StorageError(RecordSentence.RECORD_DISK_FULL, path="m1.tianming")
