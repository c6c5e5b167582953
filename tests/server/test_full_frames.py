"""A bot of many matches gets questions together, because a frame costs as much as several."""

import asyncio

import pytest

from referee.server import stream
from tests.patience import PATIENCE
from tests.server.harness import RefereeHarness, started_referee
from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb


async def asked_twice(
    harness: RefereeHarness, matches: int, hold: float, monkeypatch: pytest.MonkeyPatch
) -> tuple[Raw, pb.Question]:
    """Return a bot with an open question, which was just asked and will be in another match.

    The last frame waits for its answers for `hold` seconds.
    """
    other, raw = await harness.bot("other"), await harness.bot("raw")
    for number in range(matches):
        harness.match("other", "raw", match_id=f"m{number}")
    asked = [await raw.receive("question") for _ in range(matches)]
    await raw.choose(asked[0])
    await raw.choose(asked[1])
    others = [await other.receive("question") for _ in range(2)]
    monkeypatch.setattr(stream, "HOLD", hold)
    await other.choose(others[0])
    await raw.receive("question")
    await other.choose(others[1])
    return raw, asked[2]


async def test_a_frame_waits_for_the_answers_to_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with started_referee() as harness:
        raw, question = await asked_twice(harness, 8, PATIENCE, monkeypatch)
        coming = asyncio.create_task(raw.receive("question"))
        done, _ = await asyncio.wait({coming}, timeout=0.2)
        assert not done
        await raw.choose(question)
        await coming


@pytest.mark.parametrize(("matches", "most"), [(8, stream.HOLD), (7, 2 * PATIENCE)])
async def test_it_waits_for_a_moment_only_and_not_at_all_with_few_matches(
    matches: int, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started_referee() as harness:
        raw, _ = await asked_twice(harness, matches, most, monkeypatch)
        await raw.receive("question")


async def test_a_bot_that_is_alone_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HOLD", 2 * PATIENCE)
    async with started_referee() as harness:
        raw = await harness.bot("raw")
        for number in range(8):
            harness.match("raw", "raw", match_id=f"m{number}")
        asked = [await raw.receive("question") for _ in range(8)]
        await raw.choose(asked[0])
        await raw.receive("question")
        harness.match("raw", "raw", match_id="m8")
        await raw.receive("question")
