"""The terms of a match: what the league's file says, and what the plan does."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.error import UsageError
from referee.identifier import BotName, MatchId
from referee.launch.match_task import TaskBot
from referee.launch.preset import Preset
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import (
    ClockTable,
    LeagueSettings,
    MatchTable,
    SandboxTable,
)
from referee.league.pairing import Pairing
from referee.league.running.task_factory import TaskFactory
from referee.league.sentence import LeagueSentence
from referee.match.clock import ClockSettings, seconds
from tests.errors import raises
from tests.league.running.fake_backend import league
from tianming_games.match_terms import SEED_BYTES

PAIRING = Pairing(
    MatchId("test-r001-s00002-1"),
    1,
    2,
    (BotName("bob"), BotName("ann"), BotName("cat")),
    bytes(range(32)),
    variant=1,
)
PLAYERS = (
    TaskBot(BotName("bob"), "random"),
    TaskBot(BotName("ann"), "random"),
    TaskBot(BotName("cat"), "random"),
)


@pytest.fixture
def settings(tmp_path: Path) -> LeagueSettings:
    """A league in whose file nothing is as it would be without."""
    return replace(
        league(tmp_path),
        variants=({"together": "no"}, {"together": "yes"}),
        clock=ClockTable(decision=1.0, bank=2.0, increment=3.0, grace=4.0, first=5.0, stall=6.0),
        match=MatchTable(strikes=7, durable="power", startup=8.0),
        sandbox=SandboxTable(preset="strict", files=9),
    )


class TestTask:
    """A task says all that a worker needs to know."""

    def test_bots_are_run_where_the_file_is_but_for_those_of_other_machines(
        self, settings: LeagueSettings, tmp_path: Path
    ) -> None:
        for records, folder in ((tmp_path / "records", tmp_path), (None, Path())):
            factory = TaskFactory(settings, records)
            task = factory.task(
                PAIRING, AttemptName(PAIRING.match_id, 1), PAIRING.seed, PLAYERS, False
            )
            assert task.folder == folder

    def test_what_is_agreed_stands_in_the_file_and_in_the_plan(
        self, settings: LeagueSettings
    ) -> None:
        task = TaskFactory(settings, None).task(
            PAIRING, AttemptName(PAIRING.match_id, 1), PAIRING.seed, PLAYERS, False
        )
        agreed = task.settings
        assert (agreed.match_id, agreed.game, agreed.bots) == (
            PAIRING.match_id,
            "toy",
            ("bob", "ann", "cat"),
        )
        assert agreed.options == {"together": "yes", "broken": "no"}
        assert agreed.seed == PAIRING.seed
        assert agreed.clock == ClockSettings(*map(seconds, (1, 2, 3, 4, 5, 6)))
        assert agreed.strikes == 7
        assert (task.players, task.startup, task.durable) == (PLAYERS, 8.0, "power")
        assert (task.sandbox.preset, task.sandbox.limits.files) == (Preset.STRICT, 9)
        assert (task.record, task.resume, task.lobby) == (None, False, None)

    def test_options_that_are_gone_from_the_file_are_named(self, settings: LeagueSettings) -> None:
        factory = TaskFactory(replace(settings, variants=settings.variants[:1]), None)
        match_id = PAIRING.match_id
        with raises(
            UsageError, LeagueSentence.NO_SUCH_VARIANT, match=match_id, variant=2, variants=1
        ):
            factory.task(PAIRING, AttemptName(match_id, 1), PAIRING.seed, PLAYERS, False)

    def test_each_attempt_has_a_name_a_record_and_draws_of_its_own(
        self, settings: LeagueSettings, tmp_path: Path
    ) -> None:
        factory = TaskFactory(settings, tmp_path)
        tasks = [
            factory.task(
                PAIRING,
                AttemptName(PAIRING.match_id, number),
                bytes([number]) * SEED_BYTES,
                PLAYERS,
                resume=number == 3,
            )
            for number in (1, 2, 3)
        ]
        names = [PAIRING.match_id, f"{PAIRING.match_id}.2", f"{PAIRING.match_id}.3"]
        assert [task.settings.match_id for task in tasks] == names
        assert [task.record for task in tasks] == [tmp_path / f"{name}.tianming" for name in names]
        assert [task.resume for task in tasks] == [False, False, True]
        assert [task.settings.seed[0] for task in tasks] == [1, 2, 3]
        assert {len(task.settings.seed_nonce) for task in tasks} == {SEED_BYTES}
        assert len({task.settings.seed_nonce for task in tasks} | {PAIRING.seed}) == 4
