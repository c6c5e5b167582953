"""Field: what is known when a set is planned."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.identifier import BotName
from referee.league.format.field import Field
from referee.league.format.ladder import Ladder
from referee.league.statistics.rating.rating import rate
from tests.league.format.steps import KEY, field_of, results_of_set
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


def season(read: Callable[[Field], object], seed: int) -> Field:
    """Return the field after 120 sets with new bots, versions and names; `read` it after each."""
    field, dice, bots = field_of(BOTS[:5]), Random(seed), list(BOTS[:5])
    strengths = {BotName(f"{bot}{more}"): STRENGTHS[bot] for bot in BOTS for more in ("", " b")}
    for number in range(120):
        match number:
            case 30:
                field.join(BOTS[5])
                bots.append(BOTS[5])
            case 40:
                field.rename(BOTS[1], BotName(f"{BOTS[1]} b"))
                bots[1] = BotName(f"{BOTS[1]} b")
            case 60:
                field.join(BOTS[0], version="2")
                bots.remove(BOTS[0])  # it has no set as version 2
            case 70:
                field.join(BOTS[2], version="2")
        group = tuple(dice.sample(bots, 4))
        field.planned(group)
        if number % 15 == 7:
            field.join(BOTS[3], version=str(number))  # while its set is open
        if number % 20 == 11:
            field.dropped(group)
        else:
            field.ended(results_of_set(number, group, strengths, dice))
        read(field)
    return field


class TestRestart:
    """A field that a restarted season reads from its journal."""

    def test_it_equals_the_field_of_a_season_that_never_stopped(self, fresh_seed: int) -> None:
        ladder = Ladder()
        steady = season(lambda field: ladder.next_step(field, field.bots, 7, KEY), fresh_seed)
        again = season(lambda _: None, fresh_seed)
        for number in range(1, 20):
            step = ladder.next_step(again, again.bots, number, KEY)
            assert step == ladder.next_step(steady, steady.bots, number, KEY)
        assert again.online.mean.tolist() == steady.online.mean.tolist()
        assert again.online.variance.tolist() == steady.online.variance.tolist()
        assert again.history.ratings is not None
        assert steady.history.ratings is not None
        assert again.history.ratings.rows == steady.history.ratings.rows

    def test_it_fits_all_strengths_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fits = list[int]()

        def counted(*args: Any, **kwargs: Any) -> Any:
            fits.append(1)
            return rate(*args, **kwargs)

        monkeypatch.setattr("referee.league.format.set_history.rate", counted)
        field = season(lambda _: None, 1)
        for bot in field.bots:
            field.estimate(bot)
        assert len(fits) == 1

    def test_a_new_version_without_a_set_is_as_strong_as_the_fit_of_the_former(self) -> None:
        field = season(lambda _: None, 1)
        ratings = field.history.ratings
        assert ratings is not None
        means, _ = ratings.strengths
        former, _ = field.entrant(BOTS[0]).entries
        assert field.estimate(BOTS[0]).mu == means[former]
        assert field.estimate(BOTS[0]).sigma == field_of(BOTS).estimate(BOTS[0]).sigma
