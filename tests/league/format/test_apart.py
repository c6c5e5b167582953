"""No group has two bots of one owner if another group is possible."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.identifier import BotName, OwnerName
from referee.league.configuration.settings import BotSettings, OwnerSettings
from referee.league.format import Format, Group
from referee.league.format.apart import clashes, label_of, owners_together, separate
from referee.league.format.design import design
from referee.league.format.gauntlet import Gauntlet
from referee.league.format.knock_out import KnockOut
from referee.league.format.round_robin import RoundRobin
from referee.league.format.swiss import Swiss
from referee.league.pairing import MatchResult
from referee.league.planning.planner import Planner
from tests.league.play import by_name, league, names, result

Owned = dict[BotName, OwnerName]


def owned(bots: Sequence[BotName], sizes: Sequence[int]) -> Owned:
    """Give the first bots to owners with so many bots each."""
    held = iter(bots)
    return {
        bot: OwnerName(f"o{number}")
        for number, size in enumerate(sizes)
        for _, bot in zip(range(size), held, strict=False)
    }


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, list[BotName], Owned]:
    """Draw a number of seats, bots and their owners."""
    seats = draw(st.integers(2, 4))
    bots = list(names(draw(st.integers(seats, 14))))
    owners = draw(st.lists(st.integers(0, 6), min_size=len(bots), max_size=len(bots)))
    return (
        seats,
        bots,
        {bot: OwnerName(f"o{owner}") for bot, owner in zip(bots, owners, strict=True) if owner},
    )


def rounds_of(format_: Format, seats: int, bots: list[BotName], owners: Owned) -> list[set[Group]]:
    """Play a few rounds, and return the groups of each."""
    planner = Planner(league(format_, bots, seats))
    results: list[MatchResult] = []
    found: list[set[Group]] = []
    for number in range(1, 4):
        pairings = planner.next_round(number, bots, results, owners=owners, entrants=bots)
        if not pairings:
            break
        found.append({tuple(sorted(one.bots)) for one in pairings})
        results += [result(one, by_name(one)) for one in pairings]
    return found


@pytest.mark.parametrize(
    "format_",
    [
        RoundRobin(rounds=3),
        RoundRobin(rounds=3, most_groups=20),
        Swiss(rounds=3),
        Gauntlet(challenger=names(1)[0], rounds=3),
        Gauntlet(challenger=names(1)[0], rounds=3, most_groups=10),
    ],
    ids=["all", "selection", "swiss", "gauntlet", "gauntlet-selection"],
)
class TestFormats:
    """Each format keeps the bots of an owner apart, and plays in every case."""

    @given(field=fields())
    def test_no_group_has_two_bots_of_one_owner_where_another_is_possible(
        self, format_: Format, field: tuple[int, list[BotName], Owned]
    ) -> None:
        seats, bots, owners = field
        found = rounds_of(format_, seats, bots, owners)
        assert len(found) == 3
        is_possible = len({label_of(bot, owners) for bot in bots}) >= seats
        for groups in found:
            assert groups
            assert all(len(set(group)) == seats for group in groups)
            if is_possible:
                assert not any(clashes(group, owners) for group in groups)


class TestKnockOut:
    """A knock-out keeps the bots of an owner apart as long as others are left."""

    @given(field=fields())
    def test_only_bots_without_others_meet_their_own(
        self, field: tuple[int, list[BotName], Owned]
    ) -> None:
        seats, bots, owners = field
        alive = set(bots)
        for groups in rounds_of(KnockOut(), seats, bots, owners):
            if len({label_of(bot, owners) for bot in alive}) >= seats:
                assert not any(clashes(group, owners) for group in groups)
            advance = max(1, seats // 2)
            alive -= {bot for group in groups for bot in sorted(group)[advance:]}

    def test_an_eliminated_bot_of_another_owner_fills_the_final(self) -> None:
        bots = names(6)
        owners = owned(bots, (3,))
        *_, final = rounds_of(KnockOut(advance=1), 3, list(bots), owners)
        assert [clashes(group, owners) for group in final] == [1]


class TestDesign:
    """A design with owners stays balanced."""

    @pytest.mark.parametrize("sizes", [(2,) * 10, (5,) * 4, (3, 3, 2)])
    def test_every_bot_is_in_equally_many_groups_of_a_selection(
        self, sizes: tuple[int, ...]
    ) -> None:
        bots = names(20)
        owners = owned(bots, sizes)
        groups = [group for number in (1, 2) for group in design(bots, 4, 100, number, owners)]
        assert not any(clashes(group, owners) for group in groups)
        assert set(Counter(bot for group in groups for bot in group).values()) == {40}
        met = Counter(pair for group in groups for pair in combinations(sorted(group), 2))
        apart = [pair for pair in combinations(bots, 2) if not clashes(pair, owners)]
        counts = [met[pair] for pair in apart]
        mean = sum(counts) / len(counts)
        assert mean / 3 <= min(counts)
        assert max(counts) <= 2 * mean

    def test_every_permitted_group_meets_once_if_there_are_few(self) -> None:
        bots = names(8)
        owners = owned(bots, (2, 2))
        groups = design(bots, 3, 50, 1, owners)
        expected = [one for one in combinations(bots, 3) if not clashes(one, owners)]
        assert len(expected) <= 50
        assert sorted(map(sorted, groups)) == sorted(map(sorted, expected))

    def test_others_take_the_places_of_an_owner_with_too_many_bots(self) -> None:
        bots = names(20)
        owners = owned(bots, (9,))
        groups = design(bots, 4, 100, 1, owners)
        assert not any(clashes(group, owners) for group in groups)
        sets = Counter(bot for group in groups for bot in group)
        assert {bot for bot in bots if sets[bot]} == set(bots)
        for of_owner in (True, False):
            counts = [sets[bot] for bot in bots if (bot in owners) == of_owner]
            assert max(counts) - min(counts) <= 2

    def test_too_few_owners_share_the_places_evenly(self) -> None:
        bots = names(6)
        owners = owned(bots, (2, 2, 2))
        groups = design(bots, 4, 500, 1, owners)
        assert {clashes(group, owners) for group in groups} == {1}
        assert owners_together(groups, owners) == ("o0", "o1", "o2")


@given(field=fields(), dice=st.randoms(use_true_random=False))
def test_exchanges_end_with_as_few_pairs_of_one_owner_as_possible(
    field: tuple[int, list[BotName], Owned], dice: Random
) -> None:
    size, bots, owners = field
    order = dice.sample(bots, len(bots) - len(bots) % size)
    groups = [tuple(order[at : at + size]) for at in range(0, len(order), size)]
    found = separate(groups, owners)
    assert sorted(bot for group in found for bot in group) == sorted(order)
    held = Counter(label_of(bot, owners) for bot in order)
    fewest = 0
    for count in held.values():
        each, more = divmod(count, len(groups))
        fewest += more * (each + 1) * each // 2 + (len(groups) - more) * each * (each - 1) // 2
    assert sum(clashes(group, owners) for group in found) == fewest


def test_the_planner_knows_the_owners_of_the_league_file() -> None:
    bots = names(4)
    settings = league(RoundRobin(), bots, 2)
    ada = OwnerName("ada")
    held = tuple(
        BotSettings(name=bot, command="random", owner=ada if bot in bots[:2] else OwnerName(""))
        for bot in bots
    )
    settings = replace(settings, bots=held, owners=(OwnerSettings(name=ada),))
    met = {frozenset(one.bots) for one in Planner(settings).next_round(1, bots, ())}
    assert met == {frozenset(pair) for pair in combinations(bots, 2)} - {frozenset(bots[:2])}
