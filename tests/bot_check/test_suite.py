"""The suite tells a good bot from those that trouble a league."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
import uvloop

from referee.bot_check import judge
from referee.bot_check.finding import BotFinding, Severity, Verdict, verdict_of
from referee.bot_check.plan import plans
from referee.bot_check.settings import CheckSettings
from referee.bot_check.suite import BotSuite, idle_share
from referee.bot_check.trial import BotGone, Trial
from referee.match.clock import ClockSettings
from tests.bot_check.bots import SHORT, greedy, settings, untidy

T = TypeVar("T")


def findings(checked: CheckSettings) -> dict[str, BotFinding]:
    """All findings on a bot by their subjects."""

    async def check() -> list[BotFinding]:
        return [finding async for finding in BotSuite(checked).run()]

    return {finding.subject: finding for finding in uvloop.run(check())}


def trial(
    kind: str,
    work: Callable[[Trial], Awaitable[T]],
    clock: ClockSettings | None = None,
    *,
    alone: bool = False,
) -> tuple[Trial, T]:
    """What some work with one process of an untidy bot returns, and the trial after its end."""

    async def play() -> tuple[Trial, T]:
        checked = settings(untidy(kind), clock)
        async with Trial(checked, checked.sandbox, alone=alone) as begun:
            result = await work(begun)
        return begun, result

    return uvloop.run(play())


def nothing(_: Trial) -> Awaitable[None]:
    """No work."""
    return asyncio.sleep(0)


TIMED = ("start", "end", "clock", "end after matches")
"""Subjects that get a warning for a slow bot, so for any bot on a very busy machine."""


@pytest.mark.full
class TestWhole:
    """The whole check."""

    def test_a_good_bot_is_ready(self) -> None:
        found = findings(settings(greedy()))
        assert list(found) == [
            *("start", "games", "idle", "end", "matches", "clock", "many matches", "memory"),
            *("end after matches", "slow machine", "files", "network", "programs"),
        ]
        of_bot = [one for subject, one in found.items() if subject not in TIMED]
        assert verdict_of(of_bot) is Verdict.READY
        assert {finding.severity for finding in of_bot} == {Severity.OK}
        assert Severity.FAILURE not in {finding.severity for finding in found.values()}
        assert found["matches"].data["matches"] == len(plans(["ming"]))
        assert found["many matches"].data["matches"] == 4 * 4

    def test_leaks_writes_calls_and_programs_are_found(self) -> None:
        found = findings(settings(untidy("messy")))
        assert verdict_of(found.values()) is Verdict.NOT_READY
        assert found["memory"].severity is Severity.FAILURE
        growth = found["memory"].data["growth_bytes_per_match"]
        assert isinstance(growth, int)
        assert growth > 1 << 20
        assert found["files"].severity is Severity.WARNING
        (refused,) = found["files"].details
        assert refused.endswith("/diary.txt")
        assert found["files"].data["scratch_writes"] == 1
        assert found["network"].severity is Severity.WARNING
        assert found["network"].data["attempts"] == [{"kind": "connect", "address": "127.0.0.1:9"}]
        assert len(found["programs"].details) == 1

    def test_a_bot_that_names_no_installed_game_is_not_played_with(self) -> None:
        found = findings(settings(untidy("misnamed")))
        assert list(found) == ["start", "games"]
        assert found["games"].severity is Severity.FAILURE
        assert found["games"].data == {"games": [], "wrong": ["dargon"]}

    def test_a_bot_that_does_not_connect_is_not_ready_and_its_output_is_shown(self) -> None:
        found = findings(settings(untidy("nobody")))
        assert list(found) == ["start"]
        assert found["start"].severity is Severity.FAILURE
        assert any("KeyError" in line for line in found["start"].details)


class TestParts:
    """Single processes of bots."""

    def test_a_bot_that_ignores_sigterm_is_warned_of(self) -> None:
        ended, _ = trial("deaf", nothing, alone=True)
        status = ended.process.exited.result()
        assert status.deaf
        assert judge.end("end", status, "").severity is Severity.WARNING

    def test_a_bot_that_fails_at_its_end_is_warned_of_with_its_output(self) -> None:
        ended, _ = trial("crashing", nothing, alone=True)
        status = ended.process.exited.result()
        assert (status.by_itself, status.stopped) == (False, 3)
        finding = judge.end("end", status, ended.process.last_words)
        assert finding.severity is Severity.WARNING
        assert "cannot save the diary" in finding.details

    def test_a_bot_that_works_while_it_waits_is_warned_of(self) -> None:
        _, share = trial("busy", idle_share, alone=True)
        assert judge.idle(share).severity is Severity.WARNING

    def test_a_bot_that_ends_in_a_match_has_failed(self) -> None:
        with pytest.raises(BotGone) as caught:
            trial("dying", lambda begun: begun.play(plans(["ming"])[:1]))
        assert caught.value.status.code == 7
        finding = judge.gone("matches", caught.value)
        assert finding.severity is Severity.FAILURE
        assert "cannot go on" in finding.details

    def test_a_bot_that_is_too_slow_for_the_clock_has_failed(self) -> None:
        plan = plans(["ming"])[0]
        _, (match,) = trial("slow", lambda begun: begun.play([plan]), SHORT)
        assert match.forfeited
        finding = judge.matches("matches", [(plan, match)], 0, Severity.FAILURE)
        assert finding.severity is Severity.FAILURE
        assert finding.data["faults"] == 3
        assert all("within 0.0" in line for line in finding.details[1:])
