"""Check the promises of `docs/guarantees.md` on new simulated seasons, with a class for each.

The page names the tests of the details. `TestSameAgain` is in `test_same_again.py`.
"""

import asyncio
import contextlib
import dataclasses
import random
import re
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from referee.record.reader import parse
from referee.server.limits import Limits
from tests.server.harness import RefereeHarness, play_on, running, started_referee
from tests.server.raw import Raw
from tests.sim.promise_check import (
    BESIDE,
    PROBES,
    caps,
    counted_once,
    hidden,
    isolated,
    seasons,
)
from tianming_proto.v1 import play_pb2 as pb

SEASONS = 10

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"

CAPS = set(re.findall(r"\d[\d,.]*\b", PAGE.read_text().partition("## Published caps")[2]))
"""Every number that is published as a cap."""


Broken = Callable[[str], list[str]]
"""Returns the breaches of a promise, each with its seed; an empty list if it was kept."""


@pytest.fixture(scope="module")
def broken(run_seed: int) -> Broken:
    """Play new seasons and known ones; return a function from a promise to its breaches."""
    found: dict[str, list[str]] = {}
    dice = random.Random(run_seed)
    for promise, text in seasons([*PROBES, *(dice.randrange(1 << 40) for _ in range(SEASONS))]):
        found.setdefault(promise, []).append(text)
    return lambda promise: found.get(promise, [])


class TestOneVerdict:
    """Every match that starts ends with exactly one outcome and one reason, in time."""

    def test_every_match_has_one_outcome(self, broken: Broken) -> None:
        assert broken("one verdict") == []


class TestLegalOnly:
    """No illegal state is stored or shown; every sealed record replays to the same outcome."""

    def test_every_record_replays_to_its_outcome(self, broken: Broken) -> None:
        assert broken("legal only") == []


class TestFairClock:
    """A clock runs from the hand-over of a question until its answer is read."""

    def test_every_clock_ran_as_long_as_the_simulated_one(self, broken: Broken) -> None:
        assert broken("fair clock") == []


class TestIsolation:
    """Nothing a bot does changes the outcome of another match."""

    def test_a_match_goes_the_same_way_beside_hostile_bots(self) -> None:
        assert story_of_a_match(hostile=True) == story_of_a_match(hostile=False)

    def test_a_simulated_match_goes_the_same_way_beside_hostile_bots(self) -> None:
        assert isolated(BESIDE) == []


class TestDurable:
    """Everything that a bot has seen survives every kill, and in mode `power` a loss of power."""

    def test_nothing_that_anybody_saw_is_lost(self, broken: Broken) -> None:
        assert broken("durable") == []


class TestOnce:
    """Every planned match is played and counted exactly once, whichever process is killed."""

    def test_no_match_has_two_records(self, broken: Broken) -> None:
        assert broken("once") == []

    def test_a_ledger_counts_each_match_once(self, tmp_path: Path) -> None:
        assert counted_once(tmp_path) == []


class TestNoLeak:
    """A seat learns only what the rules let it see."""

    def test_nobody_is_shown_what_is_for_others(self, broken: Broken) -> None:
        assert broken("no leak") == []

    def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(self) -> None:
        assert hidden() == []


class TestBounded:
    """Memory, descriptors, disk and log growth per bot have published caps."""

    @pytest.mark.parametrize("limit", dataclasses.fields(Limits), ids=lambda field: field.name)
    def test_every_limit_is_published(self, limit: "dataclasses.Field[float]") -> None:
        value = getattr(Limits(), limit.name)
        shown = f"{value:,.15g}" if value >= 1 else f"{1 / value:g}"
        assert shown in CAPS

    def test_the_caps_of_a_bot_hold(self) -> None:
        assert caps() == []


class TestTruthful:
    """A fault of the referee never counts as a bot's loss."""

    def test_no_bot_is_struck_for_what_it_did_not_do(self, broken: Broken) -> None:
        assert broken("truthful") == []


def story_of_a_match(hostile: bool) -> list[str]:
    """Return the decisions and results of an honest match, with or without a hostile one."""
    entries: list[str] = []

    async def test() -> None:
        async with started_referee() as harness:
            ann = await harness.bot("ann")
            noisy = await noise(harness) if hostile else []
            harness.match("ann", "ann", match_id="honest")
            await play_on(ann)
            for one in noisy:
                await one.close()
            record = parse(bytes(harness.records["honest"].data), "honest")
            for entry in record.entries:
                kind = entry.body.WhichOneof("kind")
                if kind == "chosen":
                    chosen = entry.body.chosen
                    entries.append(f"{chosen.seat} {chosen.number} {chosen.option} {chosen.origin}")
                elif kind == "seal":
                    entries.append(str(entry.body.seal.results))

    running(test)
    assert entries
    return entries


async def noise(harness: RefereeHarness) -> list[Raw]:
    """Start a match between a bot that never answers and one that floods; return both.

    The second bot sends 500 illegal answers, and then bytes that are not a message.
    """
    silent, rude = await harness.bot("silent"), await harness.bot("rude")
    harness.match("silent", "rude", match_id="hostile")
    wrong = pb.BotMessage(choose=pb.Choose(match_id="hostile", number=1, option=1 << 20))
    with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        for _ in range(500):
            await rude.send(wrong)
        await rude.send_bytes(b"\xff" * 100)
    return [silent, rude]
