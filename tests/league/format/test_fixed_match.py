"""Fixed match: a few bots meet on a fixed number of seeds."""

import pytest

from referee.league.format.fixed_match import FixedMatch
from referee.league.format.sentence import FormatSentence
from tests.league.play import names
from tianming_games.chance import Chance


class TestFixedMatch:
    """Two bots share the seats of a match; more bots take one each."""

    def test_it_has_one_round(self) -> None:
        assert FixedMatch(bots=names(2), sets=1).rounds == 1

    @pytest.mark.parametrize("number", range(4))
    def test_two_bots_keep_their_seats(self, number: int) -> None:
        old, new = names(2)
        match = FixedMatch(bots=(old, new), sets=1)
        assert match.seating((old, new, new), Chance(bytes(32), f"{number}")) == (old, new, new)

    def test_three_bots_are_too_few_for_four_seats(self) -> None:
        bots = names(3)
        match = FixedMatch(bots=bots, sets=1)
        assert match.violation(3, bots) is None
        found = match.violation(4, bots)
        assert found is not None
        assert found.sentence is FormatSentence.TOO_FEW_BOTS
