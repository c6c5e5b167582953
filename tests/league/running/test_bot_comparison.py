"""A comparison of bots: which league it is, and what it shows. No bot here is a process."""

from dataclasses import replace

import pytest

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.configuration.settings import (
    BotSettings,
    ClockTable,
    MatchTable,
    SandboxTable,
)
from referee.league.format.comparison import Comparison
from referee.league.planning.planner import Planner
from referee.league.running.bot_comparison import MOST_SETS, BotComparison, RunningScore, SprtBounds
from referee.league.running.league_event import LeagueEvent, MatchEndedEvent
from referee.league.running.progress import Count, Status
from referee.league.running.sentence import BotComparisonSentence
from tests.league.play import names

BOUNDS = SprtBounds(0, 50, 0.05, 0.05)


def plan(bots: int = 2, game: str = "dragon") -> BotComparison:
    """A comparison of so many bots."""
    return BotComparison(
        game=game,
        bots=tuple(BotSettings(name=name, command="random") for name in names(bots)),
        options={},
        seats=None,
        matches=None,
        sprt=None,
        seed="7",
        at_once=4,
        clock=ClockTable(),
        match=MatchTable(),
        sandbox=SandboxTable(preset="none"),
    )


def planned_matches(comparison: BotComparison) -> list[tuple[str, ...]]:
    """The bots of each planned match, by seat."""
    settings = comparison.settings()
    return [pairing.bots for pairing in Planner(settings).next_round(1, settings.roster, ())]


class TestPlan:
    """Seats are rotated on duplicate seeds, and nothing but whole sets is played."""

    def test_two_bots_meet_in_both_orders_on_each_seed(self) -> None:
        settings = plan().settings()
        pairings = Planner(settings).next_round(1, settings.roster, ())
        assert len(pairings) == 100
        for first, second in zip(pairings[::2], pairings[1::2], strict=True):
            assert first.seed == second.seed
            assert first.bots == second.bots[::-1]
        assert len({pairing.seed for pairing in pairings}) == 50

    @pytest.mark.parametrize(("wanted", "planned"), [(1, 2), (2, 2), (99, 100), (101, 102)])
    def test_matches_are_rounded_up_to_whole_sets(self, wanted: int, planned: int) -> None:
        assert len(planned_matches(replace(plan(), matches=wanted))) == planned

    def test_two_bots_share_the_seats_of_a_match_for_three(self) -> None:
        met = planned_matches(replace(plan(game="china"), matches=6))
        assert {len(bots) for bots in met} == {3}
        new, old = names(2)
        assert sum(bots.count(new) for bots in met) == sum(bots.count(old) for bots in met) == 9

    def test_three_bots_sit_at_one_table_and_four_of_two_seats_meet_in_pairs(self) -> None:
        assert {frozenset(bots) for bots in planned_matches(plan(3))} == {frozenset(names(3))}
        pairs = planned_matches(replace(plan(4), seats=2, matches=12))
        assert len({frozenset(bots) for bots in pairs}) == 6

    def test_the_same_seed_plans_the_same_planned_matches(self) -> None:
        assert planned_matches(plan(3)) == planned_matches(plan(3))
        assert planned_matches(plan(3)) != planned_matches(replace(plan(3), seed="8"))

    @pytest.mark.parametrize(
        ("comparison", "sentence"),
        [
            (plan(1), BotComparisonSentence.NAME_TWO_BOTS),
            (replace(plan(3), seats=4), BotComparisonSentence.TOO_FEW_BOTS),
            (replace(plan(3), sprt=BOUNDS), BotComparisonSentence.SPRT_NEEDS_TWO),
            (replace(plan(), sprt=replace(BOUNDS, elo0=50)), BotComparisonSentence.WRONG_ELO),
        ],
    )
    def test_a_match_that_cannot_be_played_is_named(
        self, comparison: BotComparison, sentence: BotComparisonSentence
    ) -> None:
        with pytest.raises(UsageError) as error:
            comparison.settings()
        assert error.value.sentence is sentence


class TestSprt:
    """A sequential test of the first bot against the second."""

    def test_the_first_bot_is_the_new_one_and_matches_are_the_limit(self) -> None:
        test = replace(plan(), sprt=BOUNDS, matches=100).settings().format
        assert isinstance(test, Comparison)
        assert (test.new, test.old) == tuple(names(2))
        assert (test.sets, test.most_sets) == (2, 50)

    def test_without_a_number_of_matches_it_continues_for_long(self) -> None:
        test = replace(plan(), sprt=BOUNDS).settings().format
        assert isinstance(test, Comparison)
        assert test.most_sets == MOST_SETS


class TestProgress:
    """A line that says how far a comparison is."""

    def test_it_counts_matches_and_the_score_of_the_first_bot(self) -> None:
        passed_on: list[LeagueEvent] = []
        score = RunningScore((BotName("ann"), BotName("bob")), passed_on.append)
        for places in ((1, 2), (1, 1)):
            event = MatchEndedEvent(
                "m1", 1, (BotName("ann"), BotName("bob")), ("", ""), places, (0, 0), "", ""
            )
            score.notify(event)
        assert len(passed_on) == 2
        status = Status(1, 1, Count(2, 100), Count(2, 100), 4, rate=4.9)
        assert score.line(status) == ("2 of 100 matches, ann scores 0.750, 4.9/s, about 20 s left")
        assert score.line(replace(status, rounds=None)) == "2 matches, ann scores 0.750, 4.9/s"
