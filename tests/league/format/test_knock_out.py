"""Knock-out: the better go on, byes go round, and one bot is left."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.identifier import BotName
from referee.league.format.knock_out import KnockOut
from referee.league.format.sentence import FormatSentence
from referee.league.pairing import MatchResult, Pairing
from referee.league.planning.planner import Planner
from tests.league.play import by_name, league, names, result, season


def rounds_of(results: list[MatchResult]) -> list[set[frozenset[BotName]]]:
    """The groups of each round."""
    last = results[-1].pairing.round
    return [
        {frozenset(one.pairing.bots) for one in results if one.pairing.round == number}
        for number in range(1, last + 1)
    ]


def all_equal(pairing: Pairing) -> tuple[int, ...]:
    """Everybody is first."""
    return (1,) * len(pairing.bots)


class TestKnockOut:
    """A season."""

    @settings(deadline=None, max_examples=60)
    @given(st.integers(2, 5), st.integers(0, 40), st.text("abc", min_size=1))
    def test_the_best_bot_wins_whatever_the_draw(self, seats: int, more: int, seed: str) -> None:
        bots = names(seats + more)
        planner = Planner(league(KnockOut(), bots, seats, seed))
        results = season(planner, bots, by_name)
        assert planner.conclusion(results) == f"{bots[0]} wins the knock-out."

    @settings(deadline=None, max_examples=60)
    @given(st.integers(2, 5), st.integers(0, 40))
    def test_the_last_round_is_one_match_and_the_best_bot_is_in_it(
        self, seats: int, more: int
    ) -> None:
        bots = names(seats + more)
        rounds = rounds_of(season(Planner(league(KnockOut(), bots, seats)), bots, by_name))
        (final,) = rounds[-1]
        assert bots[0] in final
        assert len(final) == seats

    @settings(deadline=None, max_examples=60)
    @given(st.integers(2, 5), st.integers(1, 40))
    def test_nobody_plays_two_rounds_less_than_another_that_is_still_in(
        self, seats: int, more: int
    ) -> None:
        bots = names(seats + more)
        played: Counter[BotName] = Counter()
        for groups in rounds_of(season(Planner(league(KnockOut(), bots, seats)), bots, by_name)):
            before = [played[bot] for group in groups for bot in group]
            assert max(before) - min(before) <= 1
            played.update(bot for group in groups for bot in group)

    def test_as_many_continue_as_are_wanted(self) -> None:
        bots = names(16)
        for advance, groups in ((1, [4, 1]), (2, [4, 2, 1]), (3, [4, 3, 2, 1, 1, 1, 1])):
            planner = Planner(league(KnockOut(advance=advance), bots, 4))
            played = rounds_of(season(planner, bots, by_name))
            assert [len(one) for one in played] == groups

    def test_a_tie_between_bots_is_broken_by_the_seed(self) -> None:
        bots = names(8)
        winners = set()
        for seed in "abcdefgh":
            planner = Planner(league(KnockOut(), bots, 2, seed))
            results = season(planner, bots, all_equal)
            again = season(Planner(league(KnockOut(), bots, 2, seed)), bots, all_equal)
            assert planner.conclusion(results) == planner.conclusion(again)
            winners.add(planner.conclusion(results))
        assert len(winners) > 1

    def test_the_best_losers_fill_a_final_that_is_short(self) -> None:
        bots = names(8)
        rounds = rounds_of(season(Planner(league(KnockOut(advance=1), bots, 4)), bots, by_name))
        (final,) = rounds[-1]
        assert bots[0] in final
        assert len(final) == 4
        for group in rounds[0]:
            assert min(group) in final

    def test_a_bot_that_is_added_later_does_not_come_in(self) -> None:
        bots = names(8)
        planner = Planner(league(KnockOut(), bots, 2))
        results = [result(one, by_name(one)) for one in planner.next_round(1, bots, ())]
        second = planner.next_round(2, [*bots, BotName("newcomer")], results)
        assert "newcomer" not in {bot for one in second for bot in one.bots}

    def test_a_bot_that_is_written_into_the_file_later_does_not_come_in(self) -> None:
        bots, more = names(8), (*names(8), "newcomer")
        results = season(Planner(league(KnockOut(), bots, 2)), bots, by_name)
        planner = Planner(league(KnockOut(), tuple(map(BotName, more)), 2))
        for number in (2, 3, 4):
            before = [one for one in results if one.pairing.round < number]
            pairings = planner.next_round(number, tuple(map(BotName, more)), before, entrants=bots)
            assert "newcomer" not in {bot for one in pairings for bot in one.bots}
        assert pairings == ()
        assert (
            planner.conclusion(results, tuple(map(BotName, more)), bots)
            == f"{bots[0]} wins the knock-out."
        )

    @pytest.mark.parametrize("seed", "abcdefgh")
    def test_a_bot_that_was_added_before_the_first_round_stays_in_after_a_bye(
        self, seed: str
    ) -> None:
        bots, all_bots = names(4), ("added", *names(4))
        planner = Planner(league(KnockOut(), bots, 2, seed))
        results: list[MatchResult] = []
        for number in (1, 2, 3):
            pairings = planner.next_round(
                number,
                tuple(map(BotName, all_bots)),
                results,
                entrants=tuple(map(BotName, all_bots)),
            )
            results += [result(one, by_name(one)) for one in pairings]
        assert (
            planner.conclusion(
                results, tuple(map(BotName, all_bots)), tuple(map(BotName, all_bots))
            )
            == "added wins the knock-out."
        )

    def test_the_best_loser_comes_in_for_a_finalist_that_is_benched(self) -> None:
        bots = names(4)
        planner = Planner(league(KnockOut(), bots, 2))
        results = [result(one, by_name(one)) for one in planner.next_round(1, bots, ())]
        firsts = Counter(
            bot
            for one in results
            for bot, seat in zip(one.pairing.bots, one.outcome.results, strict=True)
            if seat.place == 1
        )
        on = sorted(firsts)
        left = [bot for bot in bots if bot != on[0]]
        final = {bot for one in planner.next_round(2, left, results) for bot in one.bots}
        assert on[1] in final
        assert len(final) == 2
        results += [result(one, by_name(one)) for one in planner.next_round(2, left, results)]
        assert planner.next_round(3, left, results) == ()
        assert planner.conclusion(results, left) == f"{on[1]} wins the knock-out."

    @pytest.mark.parametrize("advance", [4, 5])
    def test_a_group_from_which_nobody_goes_out_is_refused(self, advance: int) -> None:
        violation = KnockOut(advance=advance).violation(4, names(8))
        assert violation is not None
        assert violation.sentence is FormatSentence.NOBODY_GOES_OUT
        assert violation.fields == {"advance": advance, "seats": 4}
