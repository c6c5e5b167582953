"""Gauntlet: one meets all."""

from collections import Counter
from math import comb

import pytest

from referee.identifier import BotName
from referee.league.format.gauntlet import Gauntlet
from referee.league.format.sentence import FormatSentence
from referee.league.planning.planner import Planner
from tests.league.play import league, names


class TestGauntlet:
    """A season."""

    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_the_challenger_meets_every_group_of_the_others(self, seats: int) -> None:
        bots = names(8)
        planner = Planner(league(Gauntlet(challenger=bots[3]), bots, seats))
        groups = {frozenset(one.bots) for one in planner.next_round(1, bots, ())}
        assert len(groups) == comb(7, seats - 1)
        assert all(bots[3] in group for group in groups)

    def test_where_that_is_too_many_all_are_met_equally_often(self) -> None:
        bots = names(41)
        planner = Planner(league(Gauntlet(challenger=bots[0], most_groups=80), bots, 4))
        pairings = planner.next_round(1, bots, ())
        met = Counter(bot for one in pairings for bot in one.bots)
        assert met.pop(bots[0]) == len(pairings) == 80 * 4
        assert set(met.values()) == {80 * 3 * 4 // 40}

    def test_a_challenger_that_does_not_play_is_named(self) -> None:
        violation = Gauntlet(challenger=BotName("bto 0001")).violation(2, names(4))
        assert violation is not None
        assert violation.sentence is FormatSentence.CHALLENGER_DOES_NOT_PLAY
        assert violation.fields == {"bot": "bto 0001", "hint": "did you mean bot 0001?"}
