"""A duel: the score of one bot against another, and how likely it is the better one."""

import random

import pytest

from referee.identifier import BotName, MatchId
from referee.league.format.duel import LEAST_SETS, Duel, duel, elo_of, match_score, score_of
from referee.league.format.played_set import PlayedSet
from referee.league.format.sprt import interval, superiority
from referee.league.pairing import MatchResult, Pairing
from referee.match.outcome import Outcome, SeatResult, Termination

ANN, BOB = BotName("ann"), BotName("bob")


def set_of_matches(number: int, *matches: tuple[tuple[str, int], ...]) -> PlayedSet:
    """A set of matches, each the places of its seats by bot."""
    results = []
    for turn, seats in enumerate(matches):
        bots = tuple(bot for bot, _ in seats)
        places = tuple(SeatResult(place, 0, 0, False) for _, place in seats)
        pairing = Pairing(
            MatchId(f"m{number}-{turn}"), 1, number, tuple(map(BotName, bots)), bytes(32)
        )
        outcome = Outcome(Termination.FINISHED, places, "It is over.")
        results.append(MatchResult(pairing, outcome, b""))
    names = tuple(sorted({bot for seats in matches for bot, _ in seats}))
    return PlayedSet(1, number, tuple(map(BotName, names)), tuple(results))


WON = ((("ann", 1), ("bob", 2)), (("bob", 2), ("ann", 1)))
SHARED = ((("ann", 1), ("bob", 2)), (("bob", 1), ("ann", 2)))
DRAWN = ((("ann", 1), ("bob", 1)), (("bob", 1), ("ann", 1)))


class TestDuel:
    """What counts, and how."""

    def test_matches_are_won_drawn_and_lost_and_sets_have_a_score(self) -> None:
        found = duel(
            [set_of_matches(1, *WON), set_of_matches(2, *SHARED), set_of_matches(3, *DRAWN)],
            ANN,
            BOB,
        )
        assert (found.wins, found.draws, found.losses, found.matches) == (3, 2, 1, 6)
        assert found.scores == (1.0, 0.5, 0.5)
        assert found.score == pytest.approx(2 / 3)

    def test_the_other_bot_has_the_rest_of_each_score(self) -> None:
        sets = [set_of_matches(1, *WON), set_of_matches(2, *SHARED)]
        mine, theirs = (duel(sets, ANN, BOB), duel(sets, BOB, ANN))
        assert [a + b for a, b in zip(mine.scores, theirs.scores, strict=True)] == [1, 1]
        assert (theirs.wins, theirs.losses) == (mine.losses, mine.wins)

    def test_a_set_without_all_its_rotations_does_not_count(self) -> None:
        assert duel([set_of_matches(1, WON[0])], ANN, BOB).matches == 0

    def test_sets_of_other_bots_do_not_count(self) -> None:
        others = set_of_matches(1, (("cat", 1), ("bob", 2)), (("bob", 2), ("cat", 1)))
        assert duel([others], ANN, BOB) == Duel(ANN, BOB, (), 0, 0, 0)

    def test_bots_that_share_a_table_are_compared_seat_by_seat(self) -> None:
        bots = ("ann", "ann", "bob", "bob")
        assert match_score(tuple(map(BotName, bots)), (1, 4, 2, 3), ANN, BOB) == 0.5
        assert match_score(tuple(map(BotName, bots)), (1, 2, 3, 4), ANN, BOB) == 1.0

    def test_few_sets_have_no_interval(self) -> None:
        few = Duel(ANN, BOB, (1.0,) * (LEAST_SETS - 1), 4, 0, 0)
        assert (few.bounds, few.superiority) == (None, None)
        enough = Duel(ANN, BOB, (1.0,) * LEAST_SETS, 5, 0, 0)
        assert enough.bounds is not None
        assert enough.superiority is not None
        assert enough.superiority > 0.97

    def test_elo_and_score_are_inverse(self) -> None:
        for elo in (-300, 0, 50, 400):
            assert elo_of(score_of(elo)) == pytest.approx(elo)
        assert score_of(400) == pytest.approx(10 / 11)


class TestSuperiority:
    """How likely it is that the mean of some scores is above a half."""

    def test_equal_scores_leave_it_open(self) -> None:
        assert superiority([0.5] * 10) == pytest.approx(0.5)
        assert superiority([0.0, 1.0] * 10) == pytest.approx(0.5)

    def test_the_mirrored_scores_have_the_rest(self) -> None:
        scores = [0.3, 0.9, 0.5, 0.7, 0.6, 0.55, 0.2]
        mirrored = [1 - score for score in scores]
        assert superiority(scores) + superiority(mirrored) == pytest.approx(1)

    def test_it_agrees_with_the_interval(self) -> None:
        dice = random.Random(5)
        for _ in range(20):
            scores = [dice.choice((0.25, 0.5, 0.75, 1.0)) for _ in range(20)]
            assert (superiority(scores) > 0.975) == (interval(scores)[0] > 0.5)
