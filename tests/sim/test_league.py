"""Simulated seasons of leagues: nobody waits for an absent bot, whoever comes, goes or is slow."""

import random
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import Mock, PropertyMock, patch

import pytest

from referee.league.format.field import Field
from referee.league.ledger import Ledger
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.standing_rule import StandingRule
from tests.sim.league_course import play_league
from tests.sim.league_oracle import judge_league
from tests.sim.league_season import league_season

FRESH = 3
"""Number of seasons with new seeds."""


class TestSeason:
    """The promises hold with kills, with owners, and with bots that come and go."""

    @pytest.mark.parametrize("part", range(FRESH))
    def test_new_seasons_break_no_promise(self, fresh_seed: int, part: int, tmp_path: Path) -> None:
        seed = random.Random(f"{fresh_seed} {part}").randrange(1 << 40)
        breaches = judge_league(play_league(league_season(seed, tmp_path)))
        assert not breaches, f"season {seed}: {breaches[0]}"


NOBODY = PropertyMock(return_value=frozenset())


class TestPlanted:
    """The oracle finds planted faults.

    Absent bots are at the table, rounds begin at any time, a restart forgets the next start, and
    nobody knows the owners of bots.
    """

    @pytest.mark.parametrize(
        ("seed", "promise", "fault"),
        [
            (8, "nobody waits", patch.object(AbsenceHandler, "away", NOBODY)),
            (8, "a round begins in time", patch.object(StandingRule, "may_begin_round", Mock())),
            (8, "owners", patch.object(Field, "owner", lambda *_: "")),
            (32, "a round begins in time", patch.object(Ledger, "next_start", lambda _: None)),
        ],
    )
    def test_a_planted_fault_is_found(
        self, seed: int, promise: str, fault: AbstractContextManager[object], tmp_path: Path
    ) -> None:
        season = league_season(seed, tmp_path)
        with fault:
            breaches = judge_league(play_league(season))
        assert promise in {breach.promise for breach in breaches}
