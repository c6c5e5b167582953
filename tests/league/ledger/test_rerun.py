"""A rerun: which matches it selects, and that it never loses a result that counts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.error import UsageError
from referee.identifier import BotName, MatchId
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import (
    AttemptBegun,
    BotBenched,
    BotListed,
    MatchReopened,
    MatchVoided,
    RerunCancelled,
)
from referee.league.ledger.rerun import Selection, reopened, rerun_of
from tests.league.ledger.plan import BOTS, planned, sealed, void

ONE, TWO, THREE = (pairing.match_id for pairing in planned(1, 3).pairings)


@pytest.fixture
def ledger(address: str, tmp_path: Path) -> Iterator[Ledger]:
    """Two rounds of three matches; of the first, one has a result, one is void, one is open."""
    with Ledger(address, tmp_path, "test", begin=True) as ledger:
        ledger.write(*(BotListed(bot, "random", None) for bot in BOTS))
        ledger.write(planned(1, 3), planned(2, 3), MatchVoided(TWO, "why"))
        play(ledger, ONE)
        yield ledger


def play(ledger: Ledger, match_id: str, attempt: int = 1, is_void: bool = False) -> bytes:
    """Play an attempt; return the digest of its record."""
    finished = sealed(match_id, attempt, void() if is_void else None)
    ledger.write(AttemptBegun(MatchId(match_id), attempt))
    ledger.seal([finished])
    return finished.digest


def again(ledger: Ledger, match_id: str) -> None:
    """Have a match played again."""
    match = ledger.find(MatchId(match_id))
    assert match is not None
    ledger.write(reopened(match))


def counting(ledger: Ledger) -> dict[str, bytes]:
    """The digests of the records that count, by match."""
    return {result.pairing.match_id: result.digest for result in ledger.results()}


def open_ones(ledger: Ledger) -> list[str]:
    """The matches of the first round that need another attempt."""
    matches = ledger.open_matches()
    return [one.pairing.match_id for one in matches if one.pairing.round == 1]


class TestResult:
    """The old result counts until the new one is there."""

    def test_a_result_counts_while_its_match_is_played_again(self, ledger: Ledger) -> None:
        before = counting(ledger)
        again(ledger, ONE)
        assert counting(ledger) == before
        assert open_ones(ledger) == [ONE, THREE]
        (first, _) = ledger.rounds()
        assert (first.played, first.void, first.rerun, first.open) == (1, 1, 1, 2)

    def test_the_new_result_takes_its_place(self, ledger: Ledger) -> None:
        again(ledger, ONE)
        digest = play(ledger, ONE, 2)
        assert counting(ledger) == {ONE: digest}
        assert open_ones(ledger) == [THREE]

    def test_a_void_attempt_does_not(self, ledger: Ledger) -> None:
        before = counting(ledger)
        again(ledger, ONE)
        play(ledger, ONE, 2, is_void=True)
        assert counting(ledger) == before
        assert open_ones(ledger) == [ONE, THREE]

    def test_a_second_rerun_keeps_the_result_of_the_first(self, ledger: Ledger) -> None:
        again(ledger, ONE)
        digest = play(ledger, ONE, 2)
        again(ledger, ONE)
        assert counting(ledger) == {ONE: digest}
        last = play(ledger, ONE, 3)
        assert counting(ledger) == {ONE: last}

    def test_a_rerun_that_is_cancelled_leaves_the_result(self, ledger: Ledger) -> None:
        before = counting(ledger)
        again(ledger, ONE)
        ledger.write(RerunCancelled(ONE, 1, "why"))
        assert open_ones(ledger) == [THREE]
        assert counting(ledger) == before

    def test_a_void_match_keeps_no_result(self, ledger: Ledger) -> None:
        ledger.write(MatchVoided(ONE, "why"))
        again(ledger, ONE)
        assert counting(ledger) == {}
        assert open_ones(ledger) == [ONE, THREE]

    def test_a_match_that_was_voided_in_between_keeps_none_either(self, ledger: Ledger) -> None:
        match = ledger.find(ONE)
        assert match is not None
        ledger.write(MatchVoided(ONE, "why"), reopened(match))
        assert counting(ledger) == {}

    def test_a_rerun_of_an_old_journal_counts_nothing_from_before(self, ledger: Ledger) -> None:
        ledger.write(MatchReopened(ONE, 2))
        assert counting(ledger) == {}


class TestSelection:
    """A rerun takes the matches that meet every condition, and are not open anyway."""

    def test_a_round(self, ledger: Ledger) -> None:
        assert rerun_of(ledger, Selection(round=1)).matches == (ONE, TWO)
        assert rerun_of(ledger, Selection(round=2)).matches == ()

    def test_void_matches(self, ledger: Ledger) -> None:
        assert rerun_of(ledger, Selection(only_void=True)).matches == (TWO,)

    def test_a_bot(self, ledger: Ledger) -> None:
        assert rerun_of(ledger, Selection(bot=BotName("ann"))).matches == (ONE, TWO)
        assert rerun_of(ledger, Selection(bot=BotName("nobody"))).matches == ()

    def test_matches_of_a_benched_bot_are_left_out(self, ledger: Ledger) -> None:
        ledger.write(BotBenched(BotName("eve"), "why"))
        rerun = rerun_of(ledger, Selection(round=1))
        assert (rerun.matches, rerun.left_out, rerun.benched) == ((), (ONE, TWO), ("eve",))
        assert rerun.events == ()

    @pytest.mark.parametrize("number", [0, 3])
    def test_there_has_to_be_such_a_round(self, number: int, ledger: Ledger) -> None:
        with pytest.raises(UsageError) as caught:
            rerun_of(ledger, Selection(round=number))
        assert caught.value.code == "no_such_round"
        assert caught.value.fields == {"round": number, "league": "test", "last": 2}
