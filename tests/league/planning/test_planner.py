"""A plan is whole and fair, and the same whenever and wherever it is made."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Format
from referee.league.format.comparison import Comparison
from referee.league.format.field import StepFormat
from referee.league.format.gauntlet import Gauntlet
from referee.league.format.kind import KINDS
from referee.league.format.knock_out import KnockOut
from referee.league.format.round_robin import RoundRobin
from referee.league.format.sentence import FormatSentence
from referee.league.format.swiss import Swiss
from referee.league.pairing import Pairing
from referee.league.planning.planner import Planner
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.play import by_name, by_strength, league, names, result, season

BOTS = names(14)
SEATS = st.integers(2, 5)
COUNTS = st.integers(5, 14)
FORMATS: list[Format] = [
    RoundRobin(rounds=3, sets=2, most_groups=30),
    Swiss(rounds=4, sets=2),
    KnockOut(sets=2),
    Gauntlet(challenger=BOTS[0], rounds=2, most_groups=12),
    Comparison(old=BOTS[0], new=BOTS[1], sets=3, elo1=100),
]
ANY = st.sampled_from(FORMATS)


def plan(format_: Format, seats: int, count: int, dice: random.Random) -> list[Pairing]:
    """All pairings of a season whose results are chance."""
    bots = names(count)
    play = by_strength(dict.fromkeys(bots, 0.0), dice)
    results = season(Planner(league(format_, bots, seats, variants=2)), bots, play, 8)
    return [one.pairing for one in results]


def sets_of(pairings: Sequence[Pairing]) -> list[list[Pairing]]:
    """The pairings of each set, in order."""
    return [list(group) for _, group in groupby(pairings, lambda one: one.set_number)]


def test_these_are_all_formats() -> None:
    rounds = {name for name, kind in KINDS.items() if not issubclass(kind, StepFormat)}
    assert {format_.kind for format_ in FORMATS} == rounds


class TestSets:
    """The unit of a plan is the rotated set."""

    @settings(deadline=None, max_examples=25)
    @given(ANY, SEATS, COUNTS, st.randoms(use_true_random=False))
    def test_no_two_matches_have_one_name(
        self, format_: Format, seats: int, count: int, dice: random.Random
    ) -> None:
        pairings = plan(format_, seats, count, dice)
        assert pairings
        assert len({one.match_id for one in pairings}) == len(pairings)

    @settings(deadline=None, max_examples=25)
    @given(ANY, SEATS, COUNTS, st.randoms(use_true_random=False))
    def test_each_set_is_one_seed_in_every_rotation_of_its_seats_once(
        self, format_: Format, seats: int, count: int, dice: random.Random
    ) -> None:
        for number, matches in enumerate(sets_of(plan(format_, seats, count, dice)), 1):
            first = matches[0].bots
            assert {one.set_number for one in matches} == {number}
            assert len({(one.seed, one.variant, one.round) for one in matches}) == 1
            turns = [first[turn:] + first[:turn] for turn in range(seats)]
            assert sorted(one.bots for one in matches) == sorted(turns)
            assert len(set(turns)) == seats

    @settings(deadline=None, max_examples=25)
    @given(ANY, SEATS, COUNTS, st.randoms(use_true_random=False))
    def test_every_set_has_a_seed_of_its_own(
        self, format_: Format, seats: int, count: int, dice: random.Random
    ) -> None:
        sets = sets_of(plan(format_, seats, count, dice))
        assert len({matches[0].seed for matches in sets}) == len(sets)
        assert {len(matches[0].seed) for matches in sets} == {32}

    @settings(deadline=None, max_examples=25)
    @given(ANY, SEATS, COUNTS, st.randoms(use_true_random=False))
    def test_every_bot_sits_equally_often_in_every_seat(
        self, format_: Format, seats: int, count: int, dice: random.Random
    ) -> None:
        sits: dict[str, Counter[int]] = {}
        for one in plan(format_, seats, count, dice):
            for seat, bot in enumerate(one.bots):
                sits.setdefault(bot, Counter())[seat] += 1
        for counts in sits.values():
            assert len(set(counts.values())) == 1
            assert len(counts) == seats

    def test_each_match_has_draws_of_its_own_where_that_is_wanted(self) -> None:
        bots = names(5)
        own = replace(league(RoundRobin(), bots, 3), same_draws=False)
        same = Planner(league(RoundRobin(), bots, 3)).next_round(1, bots, ())
        other = Planner(own).next_round(1, bots, ())
        assert len({one.seed for one in same}) == len(sets_of(same))
        assert len({one.seed for one in other}) == len(other)
        assert [one.bots for one in other] == [one.bots for one in same]

    def test_the_sets_of_the_game_s_options_are_played_in_turn(self) -> None:
        planner = Planner(league(RoundRobin(rounds=2, sets=2), names(4), 4, variants=3))
        played = [
            {one.set_number: one.variant for one in planner.next_round(number, names(4), ())}
            for number in (1, 2)
        ]
        assert [list(round_.values()) for round_ in played] == [[0, 1], [2, 0]]

    def test_each_seed_draws_another_order_of_seats_in_a_set(self) -> None:
        pairings = Planner(league(RoundRobin(sets=40), names(4), 4)).next_round(1, names(4), ())
        circles = {
            one.bots[at:] + one.bots[:at] for one in pairings for at in [one.bots.index("bot 0000")]
        }
        assert len(circles) == 6


class TestVersions:
    """A season that is planned again by a later version is the one that was played."""

    def test_seats_and_draws_are_those_of_version_0_1(self) -> None:
        planner = Planner(league(RoundRobin(most_groups=2), names(5), 3))
        first, *_, last = planner.next_round(1, names(5), ())
        assert (first.match_id, last.match_id) == ("test-r001-s00001-1", "test-r001-s00005-3")
        assert (first.bots, last.bots) == (
            ("bot 0003", "bot 0004", "bot 0000"),
            ("bot 0000", "bot 0004", "bot 0001"),
        )
        assert (first.seed.hex()[:16], last.seed.hex()[:16]) == (
            "b7c12de56ae31d58",
            "068571752c0bae62",
        )


class TestTotals:
    """A round has as many matches as its format says."""

    @settings(deadline=None, max_examples=25)
    @given(SEATS, COUNTS, st.integers(1, 3))
    def test_a_round_of_each_format_has_its_number_of_matches(
        self, seats: int, count: int, sets: int
    ) -> None:
        bots = names(count)
        groups = {
            RoundRobin(sets=sets, most_groups=10_000): comb(count, seats),
            Gauntlet(challenger=bots[1], sets=sets, most_groups=10_000): comb(count - 1, seats - 1),
            Swiss(sets=sets): count // seats,
            KnockOut(sets=sets): count // seats,
            Comparison(old=bots[0], new=bots[1], sets=sets): 1 + seats % 2,
        }
        for format_, expected in groups.items():
            pairings = Planner(league(format_, bots, seats)).next_round(1, bots, ())
            assert len(pairings) == expected * seats * sets

    def test_a_large_round_robin_keeps_to_its_bound(self) -> None:
        bots = names(100)
        planner = Planner(league(RoundRobin(most_groups=250), bots, 4))
        assert len(planner.next_round(1, bots, ())) == 200 * 4


class TestSame:
    """The same plan, whenever and wherever it is made."""

    @settings(deadline=None, max_examples=15)
    @given(ANY, SEATS, COUNTS, st.randoms(use_true_random=False))
    def test_neither_the_order_of_results_nor_that_of_the_roster_matters(
        self, format_: Format, seats: int, count: int, dice: random.Random
    ) -> None:
        bots = list(names(count))
        planner = Planner(league(format_, bots, seats))
        play = by_strength(dict.fromkeys(bots, 0.0), dice)
        results = season(planner, bots, play, 3)
        number = 1 + results[-1].pairing.round
        expected = planner.next_round(number, bots, results), planner.conclusion(results)
        dice.shuffle(results)
        dice.shuffle(bots)
        again = Planner(league(format_, names(count), seats))
        assert (again.next_round(number, bots, results), again.conclusion(results)) == expected

    def test_other_processes_with_other_hash_seeds_plan_the_same(self) -> None:
        reported = {
            subprocess.run(
                [sys.executable, "-m", "tests.league.digest"],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("0", "77")
        }
        assert len(reported) == 1
        assert len(reported.pop().split()) == len(FORMATS)

    @pytest.mark.parametrize("format_", FORMATS, ids=lambda one: one.kind)
    def test_another_seed_gives_other_draws_and_another_name_too(self, format_: Format) -> None:
        seeds = set()
        for seed, name in (("a", "x"), ("b", "x"), ("a", "y")):
            renamed = replace(league(format_, BOTS, 4, seed), name=name)
            seeds.add(Planner(renamed).next_round(1, BOTS, ())[0].seed)
        assert len(seeds) == 3


class TestSeason:
    """A season begins, continues while bots come and go, and ends."""

    @pytest.mark.parametrize("format_", FORMATS, ids=lambda one: one.kind)
    def test_a_season_has_the_rounds_it_says(self, format_: Format) -> None:
        planner = Planner(league(format_, BOTS, 4))
        results = season(planner, BOTS, by_name, 50)
        last = results[-1].pairing.round
        assert planner.next_round(last + 1, BOTS, results) == ()
        assert planner.rounds in (None, last)

    @pytest.mark.parametrize("format_", FORMATS[:4], ids=lambda one: one.kind)
    def test_too_few_bots_are_an_error_that_says_so(self, format_: Format) -> None:
        planner = Planner(league(format_, BOTS, 4))
        with raises(
            UsageError,
            LeagueSentence.ROUND_NOT_PLAYABLE,
            round=1,
            league="test",
            why=FormatSentence.TOO_FEW_BOTS,
        ):
            planner.next_round(1, BOTS[:3], ())

    @pytest.mark.parametrize(
        "format_", [FORMATS[0], FORMATS[1], FORMATS[3]], ids=lambda one: one.kind
    )
    def test_a_bot_that_is_added_plays_and_one_that_is_benched_does_not(
        self, format_: Format
    ) -> None:
        planner = Planner(league(format_, BOTS, 3))
        first = planner.next_round(1, BOTS, ())
        results = [result(one, by_name(one)) for one in first]
        later = [*BOTS[:-2], "newcomer", "another"]
        second = {
            bot
            for one in planner.next_round(2, tuple(map(BotName, later)), results)
            for bot in one.bots
        }
        assert {"newcomer", "another"} & second
        assert not {BOTS[-1], BOTS[-2]} & second

    def test_a_set_without_results_does_not_stop_a_season(self) -> None:
        planner = Planner(league(Swiss(rounds=3), BOTS, 4))
        results = [result(one, by_name(one)) for one in planner.next_round(1, BOTS, ())]
        some = [one for one in results if one.pairing.set_number != 2][:-1]
        second = planner.next_round(2, BOTS, some)
        assert len(second) == 12
        assert not {one.match_id for one in second} & {one.pairing.match_id for one in results}

    def test_a_set_that_came_to_nothing_keeps_its_number(self) -> None:
        planner = Planner(league(RoundRobin(rounds=2), names(5), 4))
        first = planner.next_round(1, names(5), ())
        last = first[-1].set_number
        some = [result(one, by_name(one)) for one in first if one.set_number < last]
        second = planner.next_round(2, names(5), some, last)
        assert {one.set_number for one in second} == set(range(last + 1, 2 * last + 1))
