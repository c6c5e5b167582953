"""The roster: what the file and the orders say of the bots, and which goes first."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.launch.match_task import TaskBot
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import BotSettings, OwnerSettings
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import BotBenched, BotListed, OwnerRenamed
from referee.league.running.roster import Roster
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.running.fake_backend import league, open_ledger

ANN = BotSettings(name=BotName("ann"), command="random")
EVE = BotSettings(name=BotName("eve"), token=64 * "e")
ADA = OwnerSettings(name=OwnerName("ada"), bots=1, matches=3)
BOB = OwnerSettings(name=OwnerName("bob"))
OF_ADA = BotSettings(name=BotName("ann"), command="random", owner=ADA.name)
RESTING = BotSettings(name=BotName("ann"), command="random", enabled=False)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger without bots."""
    with open_ledger(league(tmp_path)) as ledger:
        yield ledger


@pytest.fixture
def roster(ledger: Ledger) -> Roster:
    """A roster of two bots."""
    roster = Roster(ledger)
    assert roster.read_file([ANN, EVE]) == ["ann", "eve"]
    return roster


class TestFile:
    """Bots of the file that are new or have changed are listed."""

    def test_a_file_that_has_not_changed_changes_nothing(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        before = ledger.digest()
        assert roster.read_file([ANN, EVE]) == []
        assert roster.read_file([EVE]) == []
        assert ledger.digest() == before
        assert roster.active == Roster(ledger).active == ["ann", "eve"]

    def test_a_bot_that_a_closed_roster_does_not_name_rests_and_loses_its_token(
        self, ledger: Ledger
    ) -> None:
        roster = Roster(ledger, is_closed=True)
        assert roster.read_file([ANN, EVE]) == ["ann", "eve"]
        roster.read_file([ANN])
        assert roster.active == ["ann"]
        assert roster.tokens == {}
        before = ledger.digest()
        assert roster.read_file([ANN]) == []
        assert ledger.digest() == before
        assert roster.read_file([ANN, EVE]) == ["eve"]
        assert (roster.active, roster.tokens) == (["ann", "eve"], {"eve": 64 * "e"})

    def test_a_bot_that_is_not_enabled_rests_until_it_is(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        assert roster.read_file([RESTING, EVE]) == []
        assert roster.active == ["eve"]
        before = ledger.digest()
        assert roster.read_file([RESTING, EVE]) == []
        assert ledger.digest() == before
        assert roster.read_file([ANN, EVE]) == ["ann"]
        assert roster.benched == frozenset()

    def test_one_that_is_not_enabled_rests_with_another_command_too(self, roster: Roster) -> None:
        roster.read_file([RESTING])
        other = BotSettings(name=BotName("ann"), command="greedy", enabled=False)
        assert roster.read_file([other]) == ["ann"]
        assert roster.benched == {"ann"}

    def test_one_that_was_benched_by_an_order_stays_so_until_it_changes(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        ledger.write(BotBenched(BotName("ann"), "why"))
        roster.refresh()
        for bot in (ANN, RESTING, ANN):
            assert roster.read_file([bot]) == []
        assert [bot.benched for bot in ledger.bots()] == ["why", None]
        assert roster.read_file([BotSettings(name=BotName("ann"), command="greedy")]) == ["ann"]
        assert roster.active == ["ann", "eve"]


class TestOwners:
    """Owners keep their names, their quotas and their bots."""

    def test_a_former_name_in_the_file_stands_for_the_present_one(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        roster.read_file([OF_ADA, EVE], [ADA])
        ledger.write(OwnerRenamed(ADA.name, BOB.name))
        roster.refresh()
        assert roster.owner_of == {"ann": "bob"}
        assert roster.quota(OF_ADA.name) == replace(ADA, name=BOB.name)
        before = ledger.digest()
        assert Roster(ledger).read_file([OF_ADA, EVE], [ADA]) == []
        assert ledger.digest() == before

    def test_a_former_name_is_free_again_once_the_file_has_the_present_one(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        ledger.write(OwnerRenamed(ADA.name, BOB.name))
        of_bob = replace(EVE, owner=BOB.name)
        roster.read_file([OF_ADA, of_bob], [ADA, BOB])
        assert roster.owner_of == {"ann": "ada", "eve": "bob"}

    def test_bots_outside_of_the_file_count_for_the_quota(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        other = BotListed(BotName("other"), "random", None, owner=ADA.name)
        ledger.write(other)
        roster.refresh()
        before = ledger.digest()
        with raises(
            UsageError,
            LeagueFileSentence.TOO_MANY_BOTS,
            owner="ada",
            most=1,
            count=2,
            bots="ann, other",
        ):
            roster.read_file([OF_ADA], [ADA])
        assert ledger.digest() == before
        ledger.write(BotBenched(BotName("other"), "why"))
        roster.refresh()
        assert roster.read_file([OF_ADA], [ADA]) == ["ann"]
        with raises(UsageError, LeagueFileSentence.TOO_MANY_BOTS):
            roster.check_quota(other)

    def test_one_that_rests_until_it_connects_keeps_its_place(
        self, roster: Roster, ledger: Ledger
    ) -> None:
        roster.read_file([replace(EVE, owner=ADA.name)], [ADA])
        ledger.write(BotBenched(BotName("eve"), "away", until_connected=True))
        roster.refresh()
        with raises(UsageError, LeagueFileSentence.TOO_MANY_BOTS):
            roster.check_quota(BotListed(BotName("other"), "random", None, owner=ADA.name))


class TestReach:
    """How its bots are reached."""

    def test_a_benched_network_bot_may_connect(self, roster: Roster, ledger: Ledger) -> None:
        ledger.write(BotBenched(BotName("eve"), "why"))
        roster.refresh()
        assert roster.tokens == {"eve": 64 * "e"}

    def test_a_bot_in_two_seats_is_one_player(self, roster: Roster) -> None:
        players = (TaskBot(BotName("eve")), TaskBot(BotName("ann"), "random"))
        assert roster.players([BotName("eve"), BotName("ann"), BotName("eve")]) == players
        with raises(UsageError, LeagueSentence.NO_SUCH_BOT, bot="bob", league="test"):
            roster.players([BotName("bob")])
