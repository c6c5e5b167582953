"""Field: what is known when a set is planned."""

from dataclasses import replace
from random import Random

import pytest

from referee.identifier import BotName
from tests.league.format.steps import field_of, results_of_set
from tests.league.play import names

BOTS = names(6)
STRENGTHS = {bot: -number / 2 for number, bot in enumerate(BOTS)}


class TestCounts:
    """Sets, open sets and meetings."""

    def test_an_open_set_counts_until_it_ends(self) -> None:
        field, group = field_of(BOTS), BOTS[:4]
        field.planned(group)
        assert (field.sets(BOTS[0]), field.open(BOTS[0]), field.met(BOTS[0], BOTS[3])) == (1, 1, 1)
        assert field.has_open_sets
        field.ended(results_of_set(1, group, STRENGTHS, Random(1)))
        assert (field.sets(BOTS[0]), field.open(BOTS[0]), field.met(BOTS[0], BOTS[3])) == (1, 0, 1)
        assert not field.has_open_sets
        assert (field.sets(BOTS[4]), field.met(BOTS[0], BOTS[4])) == (0, 0)

    def test_a_dropped_set_leaves_no_trace(self) -> None:
        field = field_of(BOTS)
        field.planned(BOTS[:4])
        field.dropped(BOTS[:4])
        assert (field.sets(BOTS[0]), field.open(BOTS[0]), field.met(BOTS[0], BOTS[1])) == (0, 0, 0)
        assert field.mean_sets == pytest.approx(0)

    def test_a_bot_that_joins_later_owes_no_earlier_sets(self) -> None:
        field = field_of(BOTS[:4])
        for number in range(30):
            field.planned(BOTS[:4])
            field.ended(results_of_set(number, BOTS[:4], STRENGTHS, Random(1)))
        field.join(BOTS[4])
        assert list(field.ahead(field.rows(BOTS[:5]))) == pytest.approx([0] * 5)

    def test_a_bot_that_was_away_is_not_owed_all_that_it_missed(self) -> None:
        field = field_of(BOTS[:5])
        for number in range(40):
            field.planned(BOTS[:4])
            field.ended(results_of_set(number, BOTS[:4], STRENGTHS, Random(1)))
        field.planned(BOTS[1:5])
        (ahead,) = field.ahead(field.rows(BOTS[4:5]))
        assert ahead == pytest.approx(-1.5)

    def test_a_new_version_is_a_bot_of_about_the_same_strength(self) -> None:
        field = field_of(BOTS)
        dice = Random(3)
        for number in range(30):
            group = tuple(dice.sample(BOTS, 4))
            field.planned(group)
            field.ended(results_of_set(number, group, STRENGTHS, dice))
        before = field.estimate(BOTS[0])
        field.join(BOTS[0], version="2")
        after = field.estimate(BOTS[0])
        assert after.mu == before.mu
        assert after.sigma > 3 * before.sigma
        assert field.sets(BOTS[0]) == 0

    def test_a_set_counts_for_the_version_that_it_was_planned_for(self) -> None:
        field = field_of(BOTS)
        field.planned(BOTS[:4])
        field.join(BOTS[0], version="2")
        unknown = field.estimate(BOTS[0])
        field.ended(results_of_set(1, BOTS[:4], STRENGTHS, Random(1)))
        assert field.estimate(BOTS[0]) == unknown
        assert field.estimate(BOTS[1]).sigma < unknown.sigma


class TestEstimates:
    """Strengths and times."""

    def test_strengths_are_close_to_the_truth_and_their_deviations_are_honest(self) -> None:
        bots = names(20)
        dice = Random(5)
        strengths = {bot: dice.gauss(0, 1) for bot in bots}
        field = field_of(bots)
        for number in range(200):
            group = tuple(dice.sample(bots, 4))
            field.planned(group)
            field.ended(results_of_set(number, group, strengths, dice))
        middle = sum(strengths.values()) / 20
        middle_found = sum(field.estimate(bot).mu for bot in bots) / 20
        inside = 0
        for bot in bots:
            found = field.estimate(bot)
            error = abs(found.mu - middle_found - strengths[bot] + middle)
            inside += error < 1.96 * found.sigma
            assert error < 5 * found.sigma
        assert inside >= 16

    def test_large_chance_in_sets_makes_strengths_less_certain(self) -> None:
        bots = names(12)
        sigmas = []
        for noise in (0.0, 1.5):
            dice = Random(5)
            field = field_of(bots)
            for number in range(14):  # before the first joint fit
                group = tuple(dice.sample(bots, 4))
                strengths = {bot: dice.gauss(0, noise) if noise else 0.0 for bot in group}
                field.planned(group)
                field.ended(results_of_set(number, group, strengths, dice))
            sigmas.append(sum(field.estimate(bot).sigma for bot in bots))
        assert sigmas[1] > sigmas[0]

    def test_the_slow_bot_is_found_by_the_times_of_its_matches(self) -> None:
        field = field_of(BOTS)
        dice = Random(7)
        slow = BOTS[2]
        for number in range(60):
            group = tuple(dice.sample(BOTS, 4))
            seconds = 9.0 if slow in group else 1.0
            field.planned(group)
            results = results_of_set(number, group, STRENGTHS, dice)
            field.ended([replace(one, seconds=seconds) for one in results])
        others = [field.seconds(bot) for bot in BOTS if bot != slow]
        assert field.seconds(slow) > 5 * max(others)

    def test_the_same_events_give_the_same_field(self) -> None:
        def estimates() -> list[tuple[BotName, float, float]]:
            field, dice = field_of(BOTS), Random(7)
            for number in range(40):
                group = tuple(dice.sample(BOTS, 4))
                field.planned(group)
                field.ended(results_of_set(number, group, STRENGTHS, dice))
            found = [(bot, field.estimate(bot)) for bot in BOTS]
            return [(bot, one.mu, one.sigma) for bot, one in found]

        assert estimates() == estimates()
