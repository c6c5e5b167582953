"""Ladder: newcomers first, then the bot with the fewest sets; opponents tell most."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np

from referee.identifier import BotName
from referee.league.format.choice import Candidates, information
from referee.league.format.field import Field
from referee.league.format.ladder import Ladder, half_widths
from tests.league.format.steps import KEY, field_of, play_steps, results_of_set
from tests.league.play import names

LADDER = Ladder()


def spread_out(bots: tuple[BotName, ...], step: float) -> dict[BotName, float]:
    """Return strengths that differ by `step` between neighbours."""
    return {bot: step * number for number, bot in enumerate(bots)}


class TestInformation:
    """What a result tells."""

    def test_a_match_of_close_bots_is_more_informative_than_one_of_distant_bots(self) -> None:
        near, far = information(np.array([0.2, 3.0]), np.array([2.0, 2.0]))
        assert near > far > 0

    def test_a_match_of_unknown_bots_is_more_informative(self) -> None:
        sure, unsure = information(np.zeros(2), np.array([1.0, 5.0]))
        assert unsure > sure


class TestLadder:
    """Steps."""

    def test_a_step_is_a_pure_function_of_the_field_and_its_number(self) -> None:
        bots = names(12)
        field = field_of(bots)
        play_steps(LADDER, field, spread_out(bots, 0.3), 30)
        steps = [LADDER.next_step(field, field.bots, 31, KEY) for _ in range(3)]
        assert steps[0] == steps[1] == steps[2]
        assert steps[0] == LADDER.next_step(field, tuple(reversed(field.bots)), 31, KEY)
        others = {LADDER.next_step(field, field.bots, number, KEY) for number in range(31, 60)}
        assert len(others) > 1

    def test_only_bots_that_are_here_play_and_too_few_play_nothing(self) -> None:
        bots = names(8)
        step = LADDER.next_step(field_of(bots), bots[3:7], 1, KEY)
        assert step is not None
        assert set(step.group) == set(bots[3:7])
        assert LADDER.next_step(field_of(bots), bots[:3], 1, KEY) is None

    def test_every_bot_has_about_the_mean_number_of_sets(self) -> None:
        bots = names(30)
        field = field_of(bots)
        play_steps(LADDER, field, spread_out(bots, 0.05), 30 * 24 // 4)
        sets = [field.sets(bot) for bot in bots]
        assert min(sets) >= 0.8 * 24, sets
        assert max(sets) <= 1.25 * 24, sets

    def test_bots_of_like_strength_meet_most_once_they_are_known(self) -> None:
        bots = names(24)
        strengths = spread_out(bots, 0.4)
        field = field_of(bots, 2)
        steps = play_steps(LADDER, field, strengths, 480)
        late = [step.group for step in steps[240:]]
        apart = sum(abs(strengths[a] - strengths[b]) for a, b in late) / len(late)
        pairs = list(combinations(strengths.values(), 2))
        chance = sum(abs(one - other) for one, other in pairs) / len(pairs)
        assert apart < 0.6 * chance

    def test_bots_that_had_luck_do_not_meet_others_that_had_luck(self) -> None:
        """The correlation of estimates within groups is small while all bots are equal."""
        bots = names(60)
        field = field_of(bots, 2)
        steps = play_steps(LADDER, field, dict.fromkeys(bots, 0.0), 60 * 8)
        pairs = [[field.estimate(bot).mu for bot in step.group] for step in steps[300:]]
        one, other = np.array(pairs).T
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.3

    def test_a_slow_opponent_is_avoided_and_still_has_its_sets(self) -> None:
        bots = names(12)
        slow = bots[5]
        field, dice = field_of(bots, 2), Random(3)
        met = Counter[bool]()
        for number in range(1, 241):
            step = LADDER.next_step(field, bots, number, KEY)
            assert step is not None
            if number > 60 and slow in step.group:
                met[step.why.startswith(slow)] += 1
            field.planned(step.group)
            seconds = 20.0 if slow in step.group else 1.0
            results = results_of_set(number, step.group, dict.fromkeys(bots, 0.0), dice)
            field.ended([replace(one, seconds=seconds) for one in results])
        assert met[True] > 4 * met[False]
        assert field.sets(slow) >= 0.8 * 40


class TestNewcomers:
    """Bots and versions of which little is known."""

    BOTS = names(45)

    def settled(self) -> Field:
        """Return a field of forty bots with twenty sets each."""
        field = field_of(self.BOTS[:40])
        play_steps(LADDER, field, spread_out(self.BOTS, 0.05), 200)
        return field

    def test_newcomers_are_known_after_twenty_own_sets_and_do_not_starve_each_other(self) -> None:
        field = self.settled()
        for bot in self.BOTS[40:]:
            field.join(bot)
        strengths = spread_out(self.BOTS, 0.05)
        steps = play_steps(LADDER, field, strengths, 100, seed=2, first=201)
        lone = [sum(bot in self.BOTS[40:] for bot in step.group) for step in steps[:30]]
        assert set(lone) == {1}  # a quarter of the seats: one of four
        early = [sum(bot in step.group for step in steps[:40]) for bot in self.BOTS[40:]]
        assert max(early) - min(early) <= 1, early
        among = Candidates(field, self.BOTS[40:], 301, KEY)
        assert (half_widths(field, among) < 100).all()
        assert all(field.sets(bot) <= 24 for bot in self.BOTS[40:])

    def test_a_new_version_is_a_newcomer(self) -> None:
        field = self.settled()
        field.join(self.BOTS[7], version="2")
        steps = play_steps(LADDER, field, spread_out(self.BOTS, 0.05), 10, first=201)
        assert all(self.BOTS[7] in step.group for step in steps)
        assert steps[0].why == f"{self.BOTS[7]} is a newcomer"

    def test_the_share_of_newcomers_is_kept_with_two_seats(self) -> None:
        bots = names(13)
        field = field_of(bots[:12], 2)
        play_steps(LADDER, field, spread_out(bots, 0.05), 600)
        field.join(bots[12])
        steps = play_steps(LADDER, field, spread_out(bots, 0.05), 24, first=601)
        with_newcomer = sum(bots[12] in step.group for step in steps)
        assert 6 <= with_newcomer <= 18  # a quarter of the seats: every second set


class TestOwners:
    """Bots of one owner."""

    def test_two_bots_of_one_owner_do_not_meet_where_others_are_there(self) -> None:
        bots = names(12)
        field = Field(4)
        for number, bot in enumerate(bots):
            field.join(bot, owner=f"owner {number % 4}" if number < 8 else "")
        for step in play_steps(LADDER, field, dict.fromkeys(bots, 0.0), 60):
            owners = [field.owner(bot) for bot in step.group if field.owner(bot)]
            assert len(owners) == len(set(owners))
            assert "owner" not in step.why

    def test_it_is_said_when_bots_of_one_owner_must_meet(self) -> None:
        bots = names(5)
        field = Field(4)
        for bot in bots:
            field.join(bot, owner="ada")
        step = LADDER.next_step(field, bots, 1, KEY)
        assert step is not None
        assert step.why.endswith("; bots of one owner meet, because there are too few others")

    def test_a_set_waits_for_bots_of_other_owners_that_still_play(self) -> None:
        bots = names(6)
        field = Field(2)
        for bot in bots:
            field.join(bot, owner="ada" if bot in bots[:2] else "")
        field.planned(bots[2:4])
        assert LADDER.next_step(field, bots[:2], 2, KEY) is None
