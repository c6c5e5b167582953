"""The versions of bots in the ledger: with each match, in the table, and after a rebuild."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.ledger import Ledger
from referee.league.ledger.ingest import Unsound, read_all, sealed_names
from referee.league.ledger.journal_event import (
    AttemptBegun,
    BotBenched,
    BotListed,
    MatchReopened,
)
from referee.league.season.overview import BotStatus
from referee.league.season.reading import season_of
from tests.league.ledger.old import downgrade
from tests.league.ledger.plan import BOTS, planned, write_record

IDS = [pairing.match_id for pairing in planned().pairings]


@pytest.fixture
def ledger(address: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with three bots and a round."""
    with Ledger(address, tmp_path, "test", begin=True) as ledger:
        ledger.write(*(BotListed(bot, "random", None) for bot in BOTS), planned())
        yield ledger


def finish(ledger: Ledger, match_id: str, **versions: str) -> None:
    """Finish a match between bots of these versions; those that are not named have none."""
    finished = write_record(ledger.folder, match_id)
    assert finished.header is not None
    said = tuple(versions.get(bot, "") for bot in finished.header.bots)
    ledger.write(AttemptBegun(MatchId(match_id), 1))
    ledger.seal([replace(finished, versions=said if versions else ())])


def versions(ledger: Ledger) -> dict[str, str | None]:
    """The version of each bot that the ledger has."""
    return {bot.name: bot.version for bot in ledger.bots()}


def of_match(ledger: Ledger, match_id: str) -> list[str] | None:
    """The versions of the bots of a match, by the order of their names."""
    for line in ledger.dump():
        table, *row = json.loads(line)
        if table == "attempt" and row[0] == match_id:
            match = ledger.find(MatchId(match_id))
            assert match is not None
            versions = json.loads(row[8] or "[]")
            seats = zip(match.pairing.bots, versions, strict=False)
            return [version for _, version in sorted(seats)] or None
    raise AssertionError(match_id)


class TestMatch:
    """Each match keeps the versions of its bots."""

    def test_a_match_has_the_versions_that_played_it(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1", bob="1", eve="1")
        finish(ledger, IDS[1], ann="2", bob="1", eve="1")
        assert of_match(ledger, IDS[0]) == ["1", "1", "1"]
        assert of_match(ledger, IDS[1]) == ["2", "1", "1"]
        assert versions(ledger) == {"ann": "2", "bob": "1", "eve": "1"}

    def test_an_unknown_version_is_that_of_the_last_match(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1")
        finish(ledger, IDS[1])
        assert of_match(ledger, IDS[1]) == ["1", "", ""]

    def test_a_version_that_was_never_announced_is_unknown(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0])
        assert of_match(ledger, IDS[0]) is None
        assert versions(ledger) == dict.fromkeys(BOTS)

    def test_a_bot_that_is_listed_again_keeps_its_version(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1")
        ledger.write(BotBenched(BotName("ann"), "why"), BotListed(BotName("ann"), "greedy", None))
        assert versions(ledger)["ann"] == "1"


class TestTable:
    """A new version starts a new rating."""

    def test_earlier_versions_have_rows_of_their_own(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1", bob="1", eve="1")
        finish(ledger, IDS[1], ann="2", bob="1", eve="1")
        finish(ledger, IDS[2], ann="2", bob="1", eve="1")
        season = ledger.read(season_of)
        assert {row.bot: row.total.matches for row in season.rows} == {
            "ann": 2,
            "ann@1": 1,
            "bob": 3,
            "eve": 3,
        }
        status = {bot.name: (bot.status, bot.version) for bot in season.overview.roster}
        assert status[BotName("ann")] == (BotStatus.ACTIVE, "2")
        assert status[BotName("ann@1")] == (BotStatus.REPLACED, "1")
        data = {row["bot"]: row["version"] for row in season.data()}
        assert data == {"ann": "2", "ann@1": "1", "bob": "1", "eve": "1"}

    def test_they_count_for_the_bot_if_all_versions_have_one_rating(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1")
        finish(ledger, IDS[1], ann="2")
        rows = ledger.read(partial(season_of, by_version=False)).rows
        assert {row.bot: row.total.matches for row in rows} == {"ann": 2, "bob": 2, "eve": 2}

    def test_the_unknown_version_of_a_local_bot_is_its_first(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0])
        finish(ledger, IDS[1], ann="1")
        assert {row.bot for row in ledger.read(season_of).rows} == set(BOTS)
        finish(ledger, IDS[2], ann="2")
        rows = ledger.read(season_of).rows
        assert {row.bot: row.total.matches for row in rows} == {
            "ann": 1,
            "ann@1": 2,
            "bob": 3,
            "eve": 3,
        }

    def test_matches_of_a_network_bot_without_a_version_are_shown_as_such(
        self, ledger: Ledger
    ) -> None:
        ledger.write(BotListed(BotName("ann"), None, "00" * 32))
        finish(ledger, IDS[0])
        assert {row.bot for row in ledger.read(season_of).rows} == set(BOTS)
        finish(ledger, IDS[1], ann="1")
        finish(ledger, IDS[2], ann="2")
        assert {row.bot for row in ledger.read(season_of).rows} == {*BOTS, "ann@?", "ann@1"}

    def test_the_statistics_of_records_are_those_of_the_version(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1")
        finish(ledger, IDS[1], ann="2")
        assert set(ledger.read(season_of).statistics or ()) == {*BOTS, "ann@1"}


class TestRebuild:
    def test_versions_are_the_same_again(self, ledger: Ledger) -> None:
        finish(ledger, IDS[0], ann="1", bob="x")
        finish(ledger, IDS[1], ann="2")
        finish(ledger, IDS[2])
        ledger.write(BotBenched(BotName("eve"), "why", until_connected=True))
        before = list(ledger.dump())
        ledger.rebuild(records(ledger))
        assert list(ledger.dump()) == before

    def test_an_old_ledger_becomes_what_a_rebuild_makes(self, tmp_path: Path) -> None:
        new, old = (f"sqlite:///{tmp_path / name}.db" for name in ("new", "old"))
        with Ledger(new, tmp_path, "test", begin=True) as ledger:
            ledger.write(*(BotListed(bot, "random", None) for bot in BOTS), planned())
            for match_id in IDS[:3]:
                finish(ledger, match_id)
            ledger.write(BotBenched(BotName("eve"), "why"), MatchReopened(IDS[0], 2))
        downgrade(new, old, "0003")
        with Ledger(old, tmp_path, "test") as ledger:
            before = list(ledger.dump())
            ledger.rebuild(records(ledger))
            assert list(ledger.dump()) == before
            match = ledger.find(IDS[0])
            assert match is not None
            assert not match.is_settled


def records(ledger: Ledger) -> list[FinishedMatch]:
    """What the records of a ledger say."""
    found = read_all(ledger.folder, sorted(sealed_names(ledger.folder), key=str))
    return [one for one in found if not isinstance(one, Unsound)]
