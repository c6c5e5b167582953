"""Ladder: what is least known is played, against those from whom most is learned."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from referee.identifier import BotName
from referee.league.format import Estimate
from referee.league.format.ladder import Ladder, information
from referee.league.format.played_set import played_sets
from referee.league.pairing import MatchResult
from referee.league.planning.estimate import LadderEstimator
from referee.league.planning.planner import Planner
from tests.league.play import by_name, by_strength, league, names, season


def known(**strengths: tuple[float, float]) -> Planner:
    """A planner of a ladder for two that has these means and deviations."""

    def estimator(
        bots: Sequence[BotName], results: Sequence[MatchResult]
    ) -> Mapping[BotName, Estimate]:
        return {bot: Estimate(*strengths[bot]) for bot in bots}

    return Planner(league(Ladder(), tuple(map(BotName, strengths)), 2), estimator)


class TestInformation:
    """What a result would tell."""

    def test_a_match_of_close_bots_is_more_informative_than_one_of_distant_bots(self) -> None:
        one, near, far = Estimate(0, 1), Estimate(0.2, 1), Estimate(3, 1)
        assert information(one, near) > information(one, far) > 0

    def test_a_match_of_unknown_bots_is_more_informative(self) -> None:
        one, sure, unsure = Estimate(0, 1), Estimate(0, 0.1), Estimate(0, 2)
        assert information(one, unsure) > information(one, sure)


class TestLadder:
    """Steps."""

    def test_the_least_known_meets_the_one_that_is_nearest(self) -> None:
        planner = known(a=(0, 2), b=(0.1, 0.5), c=(3, 0.5), d=(3.2, 0.5))
        pairs = {
            frozenset(one.bots) for one in planner.next_round(1, tuple(map(BotName, "abcd")), ())
        }
        assert pairs == {frozenset("ab"), frozenset("cd")}

    def test_the_best_known_rests(self) -> None:
        planner = known(a=(0, 2), b=(0, 0.1), c=(0, 1))
        (pair,) = {
            frozenset(one.bots) for one in planner.next_round(1, tuple(map(BotName, "abc")), ())
        }
        assert pair == frozenset("ac")

    def test_a_bot_left_over_has_a_bye_and_no_bot_has_many(self, fresh_seed: int) -> None:
        bots = names(5)
        play = by_strength(
            dict(zip(bots, (0.0, 0.5, 1.0, 1.5, 2.0), strict=True)), random.Random(fresh_seed)
        )
        played = season(Planner(league(Ladder(), bots, 4)), bots, play, 40)
        steps = [
            {bot for one in played if one.pairing.round == number for bot in one.pairing.bots}
            for number in range(1, 41)
        ]
        assert all(len(step) == 4 for step in steps)
        rests = Counter(bot for step in steps for bot in bots if bot not in step)
        assert set(rests) == set(bots), rests
        assert max(rests.values()) < 20, rests

    def test_it_goes_on_without_end_unless_rounds_are_given(self) -> None:
        bots = names(5)
        dice = random.Random(4)
        play = by_strength(dict.fromkeys(bots, 0.0), dice)
        assert Planner(league(Ladder(), bots, 4)).rounds is None
        endless = season(Planner(league(Ladder(), bots, 4)), bots, play, 30)
        assert endless[-1].pairing.round == 30
        ended = season(Planner(league(Ladder(rounds=3), bots, 4)), bots, play, 30)
        assert ended[-1].pairing.round == 3

    def test_it_is_not_always_the_same_that_meet(self) -> None:
        bots = names(8)
        play = by_strength(dict.fromkeys(bots, 0.0), random.Random(4))
        results = season(Planner(league(Ladder(), bots, 2)), bots, play, 14)
        met = Counter(pair for one in played_sets(results) for pair in combinations(one.bots, 2))
        assert len(met) >= 20

    def test_bots_of_like_strength_meet_most(self, fresh_seed: int) -> None:
        bots = names(40)
        strengths = {bot: number / 4 for number, bot in enumerate(bots)}
        dice = random.Random(fresh_seed)
        results = season(Planner(league(Ladder(), bots, 2)), bots, by_strength(strengths, dice), 25)
        late = [one.bots for one in played_sets(results) if one.round > 10]
        apart = sum(abs(strengths[a] - strengths[b]) for a, b in late) / len(late)
        chance = sum(abs(one - other) for one, other in combinations(strengths.values(), 2)) / 780
        assert apart < 0.7 * chance


class TestEstimate:
    """What a ladder takes for the strength of its bots."""

    def test_who_wins_more_is_rated_higher_and_who_plays_more_is_better_known(self) -> None:
        bots = names(6)
        strengths = {bot: -number / 2 for number, bot in enumerate(bots)}
        play = by_strength(strengths, random.Random(9))
        results = season(Planner(league(Ladder(), bots, 3)), bots, play, 40)
        found = LadderEstimator()(bots, results)
        assert max(bots, key=lambda bot: found[BotName(bot)].mu) == bots[0]
        early = LadderEstimator()(bots, results[:30])
        assert all(found[BotName(bot)].sigma < early[bot].sigma for bot in bots)

    def test_differences_come_out_in_log_odds(self) -> None:
        bots = names(2)
        dice = random.Random(9)
        play = by_strength({bots[0]: 1.0, bots[1]: 0.0}, dice)
        results = season(Planner(league(Ladder(), bots, 2)), bots, play, 300)
        found = LadderEstimator()(bots, results)
        assert 0.5 < found[BotName(bots[0])].mu - found[bots[1]].mu < 1.7

    def test_named_bots_are_listed_even_without_matches(self) -> None:
        bots = names(3)
        results = season(Planner(league(Ladder(), bots[:2], 2)), bots[:2], by_name, 1)
        found = LadderEstimator()(bots[1:], results)
        assert set(found) == set(bots[1:])
        assert (found[BotName(bots[2])].mu, found[bots[2]].sigma) == pytest.approx(
            (3 * 2**0.5, 2**0.5)
        )

    def test_what_was_taken_in_before_changes_nothing(self) -> None:
        bots = names(5)
        play = by_strength(dict.fromkeys(bots, 0.0), random.Random(2))
        results = season(Planner(league(Ladder(), bots, 4)), bots, play, 6)
        once = LadderEstimator()
        for end in range(0, len(results) + 1, 4):
            step = once(bots, results[:end])
            assert step == LadderEstimator()(bots, results[:end])
        without = results[:3] + results[5:]
        assert once(bots, without) == LadderEstimator()(bots, without)
