"""Planted collusion is found, and honest bots are not accused."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from referee.league.statistics.collusion import Partnership, partnerships
from referee.league.statistics.results_table import ResultsTable, results_from
from tests.games.china.partners import Kind, places
from tests.league.play import names
from tests.league.statistics.honest import season

SETS = 200
KINDS = (Kind.PARTNER, Kind.PARTNER, Kind.SELFISH, Kind.SELFISH, Kind.RANDOM, Kind.RANDOM)


def pairs_of(results: ResultsTable) -> list[Partnership]:
    """The pairs of the bots of a season; each bot is its own owner."""
    return partnerships(results, {name: name for name in results.names})


def accused(results: ResultsTable) -> list[tuple[str, ...]]:
    return [one.owners for one in pairs_of(results) if one.is_accused]


def _alone(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """A partner without its partner is selfish."""
    if kinds.count(Kind.PARTNER) > 1:
        return kinds
    return tuple(Kind.SELFISH if kind is Kind.PARTNER else kind for kind in kinds)


@cache
def _places(kinds: tuple[Kind, ...], seed: int) -> list[int]:
    return places(kinds, seed)


def season_of_china(kinds: Sequence[Kind]) -> ResultsTable:
    """A season of sets of one match each, so that a set tells less than in a league."""
    dice, bots = Random(7), names(len(kinds))
    lineups = [dice.sample(range(len(kinds)), 3) for _ in range(SETS)]
    found = [
        place
        for number, lineup in enumerate(lineups)
        for place in _places(_alone(tuple(kinds[bot] for bot in lineup)), number)
    ]
    count = len(found)
    return results_from(
        [f"m{number:03}" for number in range(SETS)],
        list(range(SETS)),
        [[bots[bot] for bot in lineup] for lineup in lineups],
        found,
        [0] * count,
        [0] * count,
        [False] * count,
    )


class TestPlanted:
    """Two bots that help each other in China stand out after 200 sets."""

    def test_partners_are_found_and_nobody_else_is(self) -> None:
        found = pairs_of(season_of_china(KINDS))
        bots = names(len(KINDS))
        assert [one.owners for one in found if one.is_accused] == [(bots[0], bots[1])]
        (first, *_) = found
        assert all(gain.change - gain.half > 0 for gain in first.gains)
        assert first.third.change + first.third.half < 0

    def test_the_same_bots_are_not_when_each_plays_for_itself(self) -> None:
        kinds = [Kind.SELFISH if kind is Kind.PARTNER else kind for kind in KINDS]
        assert accused(season_of_china(kinds)) == []


class TestHonest:
    """Honest bots are accused in at most 1 of 100 seasons."""

    def test_honest_seasons_have_no_accused_pair(self) -> None:
        found = [accused(season(seed, bots=6, seats=3, sets=100)[0]) for seed in range(15)]
        assert not any(found)

    def test_bots_whose_styles_suit_each_other_are_not_accused(self) -> None:
        seasons = (season(seed, 6, 3, sets=150, style=0.4)[0] for seed in range(10))
        assert not any(map(accused, seasons))

    def test_helpers_are_found_among_owners_with_several_bots(self) -> None:
        results, names_ = season(5, bots=12, seats=4, sets=400, help_=2.0, friends=(0, 1))
        owners = {
            name: f"owner {number // 2 if number > 3 else number}"
            for number, name in enumerate(names_)
        }
        found = [one.owners for one in partnerships(results, owners) if one.is_accused]
        assert found == [("owner 0", "owner 1")]

    @pytest.mark.parametrize(("bots", "seats", "sets"), [(6, 2, 200), (4, 3, 200), (6, 3, 20)])
    def test_without_thirds_owners_or_sets_there_is_no_test(
        self, bots: int, seats: int, sets: int
    ) -> None:
        assert pairs_of(season(1, bots, seats, sets)[0]) == []

    def test_a_forfeited_seat_is_no_evidence(self) -> None:
        results, _ = season(2, bots=6, seats=3, sets=150, help_=3.0, friends=(0, 1))
        assert accused(results)
        gone = replace(results, forfeited=np.isin(results.bots, (0, 1)))
        assert accused(gone) == []
