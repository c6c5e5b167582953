"""Comparison: it ends when it can be said which of two bots is better, and says it."""

import math
import random
from collections import Counter
from statistics import stdev

import pytest

from referee.identifier import BotName
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.format.comparison import Comparison
from referee.league.format.sentence import FormatSentence
from referee.league.format.sprt import SprtResult, interval
from referee.league.format.sprt import Test as Sprt
from referee.league.planning.planner import Planner
from tests.league.play import by_name, by_strength, league, names, season

OLD, NEW = names(2)
ELO = math.log(10) / 400


class TestSprt:
    """The sequential test of two means."""

    test = Sprt(0.5, 0.55, 0.05, 0.05)

    def test_its_bounds_are_those_of_wald(self) -> None:
        assert self.test.upper == pytest.approx(math.log(19))
        assert self.test.lower == pytest.approx(-math.log(19))

    def test_scores_in_the_middle_of_the_two_means_say_nothing(self) -> None:
        assert self.test.ratio([0.4, 0.65] * 50) == pytest.approx(0, abs=0.01)

    def test_better_scores_speak_for_the_higher_mean(self) -> None:
        ratios = [self.test.ratio([mean - 0.2, mean + 0.2] * 40) for mean in (0.45, 0.5, 0.55, 0.6)]
        assert ratios == sorted(ratios)
        assert ratios[0] < 0 < ratios[-1]

    def test_steadier_scores_decide_sooner(self) -> None:
        steady = self.test.ratio([0.55, 0.6] * 20)
        wild = self.test.ratio([0.15, 1.0] * 20)
        assert steady > 2 * wild > 0

    def test_for_many_scores_it_is_the_ratio_of_normal_likelihoods(self) -> None:
        dice = random.Random(5)
        scores = [dice.choice((0.0, 0.25, 0.5, 0.5, 0.75, 1.0)) for _ in range(4_000)]
        mean = sum(scores) / len(scores)
        variance = sum((score - mean) ** 2 for score in scores) / len(scores)
        normal = len(scores) * 0.05 * (2 * mean - 1.05) / (2 * variance)
        assert self.test.ratio(scores) == pytest.approx(normal, rel=0.05, abs=0.5)

    @pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
    def test_scores_that_are_all_the_same_have_a_finite_ratio(self, score: float) -> None:
        assert math.isfinite(self.test.ratio([score] * 30))

    def test_an_interval_of_many_scores_is_the_one_of_their_mean(self) -> None:
        scores = [0.25, 0.5, 0.5, 0.75, 1.0, 0.0] * 200
        low, high = interval(scores)
        error = 1.96 * stdev(scores) / math.sqrt(len(scores))
        assert (low, high) == pytest.approx((0.5 - error, 0.5 + error), abs=3e-4)

    @pytest.mark.parametrize("ahead", [0, 400, 800])
    def test_an_interval_of_few_scores_holds_the_truth(self, ahead: int, fresh_seed: int) -> None:
        """Also where a bot wins nearly always, so that the scores hardly differ."""
        dice, truth = random.Random(fresh_seed), 1 / (1 + math.exp(-ahead * ELO))
        held = 0
        for _ in range(100):
            scores = [((dice.random() < truth) + (dice.random() < truth)) / 2 for _ in range(12)]
            low, high = interval(scores)
            held += low <= truth <= high
        assert held >= 84, "less than 84 of 100, where 95 are expected"

    def test_it_is_a_mirror_of_itself(self) -> None:
        scores = [0.3, 0.9, 0.5, 0.7, 0.6, 0.55, 0.2]
        turned = Sprt(0.45, 0.5, 0.05, 0.05).ratio([1 - score for score in scores])
        assert turned == pytest.approx(-self.test.ratio(scores))

    def test_bounds_decide(self) -> None:
        assert self.test.verdict(self.test.upper) is SprtResult.SECOND
        assert self.test.verdict(self.test.lower) is SprtResult.FIRST
        assert self.test.verdict(0.0) is SprtResult.OPEN


class TestTable:
    """Two bots share the seats."""

    @pytest.mark.parametrize("seats", [2, 4])
    def test_with_even_seats_each_has_half(self, seats: int) -> None:
        planner = Planner(league(Comparison(old=OLD, new=NEW, sets=3), names(3), seats))
        pairings = planner.next_round(1, names(3), ())
        assert len(pairings) == 3 * seats
        assert all(Counter(one.bots)[OLD] == seats // 2 for one in pairings)
        assert {bot for one in pairings for bot in one.bots} == {OLD, NEW}

    @pytest.mark.parametrize("seats", [3, 5])
    def test_with_odd_seats_each_has_one_more_in_half_of_the_sets(self, seats: int) -> None:
        planner = Planner(league(Comparison(old=OLD, new=NEW, sets=3), names(2), seats))
        counts = Counter(Counter(one.bots)[OLD] for one in planner.next_round(1, names(2), ()))
        assert counts == {seats // 2: 3 * seats, seats // 2 + 1: 3 * seats}


class TestComparison:
    """A season."""

    def decided(self, ahead: float, comparison: Comparison, seats: int, seed: int) -> str:
        """The conclusion of a season in which the new bot is so many Elo ahead."""
        planner = Planner(league(comparison, names(2), seats))
        play = by_strength({OLD: 0.0, NEW: ahead * ELO}, random.Random(seed))
        results = season(planner, names(2), play)
        return str(planner.conclusion(results))

    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_a_better_bot_is_called_better(self, seats: int) -> None:
        said = self.decided(300, Comparison(old=OLD, new=NEW, elo1=100), seats, 1)
        assert said.startswith(f"{NEW} is better than {OLD}: it scores 0.")
        assert "LLR " in said
        assert " is above 2.94, for 0 against 100 Elo with alpha 0.05 and beta 0.05." in said

    def test_an_equal_bot_is_not_called_better(self) -> None:
        said = self.decided(0, Comparison(old=OLD, new=NEW, elo1=100), 4, 3)
        assert said.startswith(f"{NEW} is not better than {OLD} by 100 Elo: it scores 0.")
        assert " is below -2.94" in said

    def test_a_bot_that_may_lose_a_little_is_called_no_worse(self) -> None:
        said = self.decided(0, Comparison(old=OLD, new=NEW, elo0=-100, elo1=0), 4, 3)
        assert said.startswith(f"{NEW} is no worse than {OLD} by 100 Elo: it scores 0.")

    def test_a_bot_that_loses_more_than_it_may_is_called_worse(self) -> None:
        said = self.decided(-100, Comparison(old=OLD, new=NEW, elo0=-100, elo1=0), 4, 3)
        assert said.startswith(f"{NEW} is worse than {OLD}: it scores 0.")
        assert " is below -2.94" in said

    def test_a_bot_that_wins_all_is_not_known_to_the_last_point(self) -> None:
        planner = Planner(league(Comparison(old=NEW, new=OLD), names(2), 2))
        said = str(planner.conclusion(season(planner, names(2), by_name)))
        assert "it scores 1.000, 0.914 to 1.000 (+1200 Elo, +411 to +1200)" in said

    def test_it_ends_open_when_its_sets_are_used_up(self) -> None:
        said = self.decided(5, Comparison(old=OLD, new=NEW, elo1=10, most_sets=32), 2, 3)
        assert said.startswith(f"It is open whether {NEW} is better than {OLD}: it scores 0.")
        assert "after 32 sets" in said

    def test_nothing_is_said_before_there_are_ten_sets(self) -> None:
        planner = Planner(league(Comparison(old=OLD, new=NEW, sets=1), names(2), 2))
        results = season(planner, names(2), by_name, 9)
        said = planner.conclusion(results)
        assert said == f"Too few sets to compare {NEW} with {OLD}: 9."
        assert planner.next_round(10, names(2), results)

    def test_ten_sets_can_decide_and_nine_cannot(self) -> None:
        comparison = Comparison(old=OLD, new=NEW, elo1=200)
        assert comparison.verdict([1.0] * 9) is SprtResult.OPEN
        assert comparison.verdict([1.0] * 10) is SprtResult.SECOND

    def test_a_set_that_lacks_a_match_does_not_count(self) -> None:
        planner = Planner(league(Comparison(old=OLD, new=NEW, sets=16), names(2), 2))
        results = season(planner, names(2), by_name, 1)
        assert "after 16 sets" in str(planner.conclusion(results))
        assert "after 15 sets" in str(planner.conclusion(results[1:]))

    @pytest.mark.parametrize(("ahead", "wrong"), [(0, "is better"), (60, "is not better")])
    def test_it_errs_no_more_often_than_it_may(
        self, ahead: float, wrong: str, fresh_seed: int
    ) -> None:
        comparison = Comparison(old=OLD, new=NEW, elo1=60, sets=8)
        said = [self.decided(ahead, comparison, 4, fresh_seed + one) for one in range(60)]
        errors = sum(f"{NEW} {wrong}" in one for one in said)
        assert not any("It is open" in one for one in said)
        assert errors <= 11, "more than 11 of 60, where 3 are expected at most"

    @pytest.mark.parametrize(
        ("comparison", "sentence", "fields"),
        [
            (
                Comparison(old=OLD, new=BotName("bto 0001")),
                FormatSentence.BOT_DOES_NOT_PLAY,
                {"bot": "bto 0001", "hint": "did you mean bot 0001?"},
            ),
            (
                Comparison(old=OLD, new=OLD),
                FormatSentence.COMPARED_WITH_ITSELF,
                {"bot": "bot 0000"},
            ),
            (
                Comparison(old=OLD, new=NEW, elo0=5, elo1=5),
                FormatSentence.WRONG_ELO,
                {"elo0": 5, "elo1": 5},
            ),
        ],
    )
    def test_a_comparison_that_cannot_be_is_refused(
        self, comparison: Comparison, sentence: LeagueFileSentence, fields: dict[str, object]
    ) -> None:
        violation = comparison.violation(2, names(2))
        assert violation is not None
        assert (violation.sentence, violation.fields) == (sentence, fields)
