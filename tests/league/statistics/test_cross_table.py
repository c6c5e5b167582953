"""The cross table says how each bot fared against each other one."""

import random

import pytest

from referee.league.statistics.cross_table import Meeting, cross_table
from referee.league.statistics.results_table import results_of
from tests.league.statistics.rating.season import A, B, C, D, result, season


class TestCross:
    """Who finished ahead of whom."""

    def test_every_pair_of_seats_is_a_meeting(self) -> None:
        cross = cross_table(results_of([result("m", (A, B, C), (1, 2, 2))]))
        assert cross["a", "b"] == Meeting(ahead=1)
        assert cross["b", "a"] == Meeting(behind=1)
        assert cross["b", "c"] == cross["c", "b"] == Meeting(level=1)
        assert len(cross) == 6

    def test_forfeits_are_apart_from_losses(self) -> None:
        results = [result("m", (A, B, C), (1, 2, 2), (1, 2)), result("n", (A, B), (1, 2))]
        cross = cross_table(results_of(results))
        assert cross["a", "b"] == Meeting(ahead=1, gifts=1)
        assert cross["b", "a"] == Meeting(behind=1, forfeits=1)
        assert cross["b", "c"] == Meeting(neither=1)
        assert str(cross["a", "b"]) == "1-0-0 +1f"
        assert str(cross["b", "a"]) == "0-0-1 -1f"
        assert str(cross["b", "c"]) == "0-0-0 (1f)"

    def test_a_bot_does_not_meet_itself(self) -> None:
        cross = cross_table(results_of([result("m", (A, B, A), (1, 2, 3))]))
        assert cross == {("a", "b"): Meeting(1, 0, 1), ("b", "a"): Meeting(1, 0, 1)}

    def test_a_share_is_of_the_verdicts(self) -> None:
        assert Meeting(3, 2, 1, gifts=1, forfeits=1).share == pytest.approx(5 / 8)
        assert Meeting(neither=2).share is None

    def test_both_sides_of_a_meeting_agree(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        cross = cross_table(
            results_of(season(dict.fromkeys((A, B, C, D), 0.0), 40, 3, dice, ties=0.2))
        )
        for (bot, other), meeting in cross.items():
            mirror = cross[other, bot]
            assert (meeting.ahead, meeting.level) == (mirror.behind, mirror.level)
            assert meeting.matches == mirror.matches
