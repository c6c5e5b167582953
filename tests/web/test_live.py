"""Live matches: spectators are told each step as it is written, once, and in order."""

import asyncio
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from referee.identifier import MatchId
from referee.record.framing import Scan
from referee.web import live
from referee.web.disclosure import Disclosure
from referee.web.live import LiveMatch
from tests.record.samples import dragon_record, toy_record
from tests.web.browser import Stream, events, get, request, visit
from tests.web.conftest import Pages

LIVE = "/api/v1/matches/m1/live"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the records without a pause."""
    monkeypatch.setattr(live, "LOOK", 0.001)


def ends(data: bytes) -> list[int]:
    """Where the entries of a record end."""
    scan = Scan(data)
    return [scan.good for _ in scan.entries()]


class Writer:
    """A referee that writes a record piece by piece."""

    def __init__(self, folder: Path, data: bytes) -> None:
        self._part = folder / "m1.tianming.part"
        self._data = data
        self._written = 0

    def write(self, until: int) -> None:
        """Write up to a byte."""
        with self._part.open("ab") as file:
            file.write(self._data[self._written : until])
        self._written = until

    def finish(self) -> None:
        """Write the rest, and give the record its name."""
        self.write(len(self._data))
        self._part.rename(self._part.with_suffix(""))


async def read_until(stream: Stream, kind: str) -> list[tuple[str, dict[str, object]]]:
    """Read until an event of a kind has come."""
    found: list[tuple[str, dict[str, object]]] = []
    while not any(one == kind for one, _ in found):
        found += events(await stream.read())
    return found


class TestStream:
    """What one spectator is told."""

    def test_the_steps_are_those_of_the_replay(self, folder: Path, pages: Pages) -> None:
        writer = Writer(folder, toy_record())
        offsets = ends(toy_record())
        writer.write(offsets[3])

        async def watch(app: ASGIApp) -> list[tuple[str, dict[str, object]]]:
            async with Stream(app, LIVE, {}) as stream:
                assert stream.start["status"] == 200
                received = await read_until(stream, "start")
                for offset in offsets[4:]:
                    writer.write(offset - 5)
                    await asyncio.sleep(0)
                    writer.write(offset)
                writer.finish()
                return received + events(await stream.rest())

        received = visit(pages(), watch)
        steps = [step for kind, step in received if kind == "step"]
        full = get(pages(), "/api/v1/matches/m1/steps").json()["steps"]
        assert steps == [
            {key: value for key, value in step.items() if key != "asked"} for step in full
        ]
        assert received[-1] == ("end", {"n": full[-1]["n"], "state": "finished"})

    def test_a_stream_continues_where_it_was_cut_off(self, folder: Path, pages: Pages) -> None:
        writer = Writer(folder, toy_record())
        writer.write(len(toy_record()) - 250)

        async def watch(app: ASGIApp) -> tuple[list[object], bytes]:
            async with Stream(app, LIVE, {}) as stream:
                first = await read_until(stream, "step")
            seen = [step["n"] for kind, step in first if kind == "step"]
            async with Stream(app, LIVE, {"Last-Event-ID": str(seen[-1])}) as stream:
                writer.finish()
                return seen, await stream.rest()

        seen, data = visit(pages(), watch)
        rest = events(data)
        assert "start" not in [kind for kind, _ in rest]
        numbers = seen + [step["n"] for kind, step in rest if kind == "step"]
        full = get(pages(), "/api/v1/matches/m1/steps").json()["steps"]
        assert numbers == [step["n"] for step in full]

    def test_a_spectator_who_comes_late_gets_everything(self, folder: Path, pages: Pages) -> None:
        writer = Writer(folder, toy_record())
        writer.write(len(toy_record()) - 250)

        async def watch(app: ASGIApp) -> tuple[bytes, bytes]:
            async with Stream(app, LIVE, {}) as early:
                await read_until(early, "step")
                async with Stream(app, LIVE, {}) as late:
                    received = await read_until(late, "step")
                    writer.finish()
                    assert received[0][0] == "start"
                    return await early.rest(), await late.rest()

        early, late = visit(pages(), watch)
        assert [one for one in events(early) if one[0] != "asked"] == [
            one for one in events(late) if one[0] != "asked"
        ]

    def test_silence_is_broken_by_comments(
        self, folder: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "HEARTBEAT", 0.01)
        Writer(folder, toy_record()).write(len(toy_record()) - 250)

        async def watch(app: ASGIApp) -> bytes:
            async with Stream(app, LIVE, {}) as stream:
                data = await stream.read()
                while data[:1] != b":":
                    data = await stream.read()
                return data

        assert visit(pages(), watch) == b": nothing new\n\n"

    def test_a_match_that_is_given_up_ends_the_stream(self, folder: Path, pages: Pages) -> None:
        Writer(folder, toy_record()).write(len(toy_record()) - 250)

        async def watch(app: ASGIApp) -> bytes:
            async with Stream(app, LIVE, {}) as stream:
                await read_until(stream, "step")
                (folder / "m1.tianming.part").unlink()
                return await stream.rest()

        assert events(visit(pages(), watch))[-1][0] == "end"

    def test_a_delayed_stream_shows_no_step_too_early(self, folder: Path, pages: Pages) -> None:
        writer = Writer(folder, toy_record())
        writer.write(len(toy_record()) - 250)
        app = pages(delay=2)
        shown = get(app, "/api/v1/matches/m1/steps").json()["steps"]

        async def watch(made: ASGIApp) -> tuple[list[object], bytes]:
            async with Stream(made, LIVE, {}) as stream:
                received = await read_until(stream, "step")
                numbers = [step["n"] for kind, step in received if kind == "step"]
                writer.finish()
                return numbers, await stream.rest()

        numbers, rest = visit(app, watch)
        assert numbers == [step["n"] for step in shown]
        assert events(rest)[-1][0] == "end"


class TestCaps:
    """More spectators than the server can bear are sent away in words."""

    def test_one_stream_too_many_is_refused(self, folder: Path, pages: Pages) -> None:
        Writer(folder, toy_record()).write(len(toy_record()) - 250)

        async def watch(app: ASGIApp) -> tuple[int, str, int]:
            async with Stream(app, LIVE, {}) as one:
                await read_until(one, "step")
                refused = await request(app, LIVE)
            async with Stream(app, LIVE, {}) as again:
                return refused.status, refused.json()["error"], again.start["status"]

        assert visit(pages(most_streams=1), watch) == (503, "too_many_streams", 200)

    def test_spectators_who_connect_together_receive_the_same_bytes(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "monotonic", lambda: 0.0)

        async def run() -> int:
            Writer(folder, dragon_record()).write(len(dragon_record()) // 2)
            match = LiveMatch(MatchId("m1"), folder / "m1.tianming", Disclosure(is_open=True))
            task = asyncio.create_task(match.follow())
            streams = [match.events() for _ in range(50)]
            received = [[await anext(stream), await anext(stream)] for stream in streams]
            task.cancel()
            await asyncio.wait((task,))
            return len({data for _, data in received})

        assert asyncio.run(run()) == 1


class TestNotLive:
    """What is not played has no stream."""

    def test_a_finished_match_is_read_by_its_steps(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        refused = get(pages(), LIVE)
        assert (refused.status, refused.json()["error"]) == (404, "not_live")

    def test_a_match_that_is_none_is_refused(self, pages: Pages) -> None:
        refused = get(pages(), LIVE)
        assert (refused.status, refused.json()["error"]) == (404, "no_such_match")
