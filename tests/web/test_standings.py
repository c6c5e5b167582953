"""The standings: what the pages show of the results of a season."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, update

from referee.launch.finished_match import FinishedMatch
from referee.league.ledger import Ledger
from referee.league.ledger.database import connect
from referee.league.ledger.journal_event import BotListed
from referee.league.ledger.schema import bot, rating
from referee.league.pairing import Pairing
from referee.league.season import rating_history as history_module
from referee.web.api.season import RatingPoint, Version
from referee.web.standings import standings, standings_of_ledger
from tests.league.ledger.plan import BOTS, planned, sealed

ROUNDS = (1, 2, 3)


def finished(pairing: Pairing, number: int) -> FinishedMatch:
    """A match after which ann has another version from round 3 on, and eve never says one."""
    said = {"ann": "1" if number < 3 else "2", "bob": "1.0", "eve": ""}
    versions = tuple(said[bot] for bot in pairing.bots)
    return replace(sealed(pairing.match_id), versions=versions)


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The ledger of a league with three rounds that are over and rated, and one that is not."""
    address = f"sqlite:///{tmp_path}/ledger.db"
    with Ledger(address, tmp_path, "test", begin=True) as ledger:
        ledger.write(*(BotListed(bot, "random", None) for bot in BOTS))
        for number in (*ROUNDS, 4):
            plan = planned(number)
            ledger.write(plan)
            ledger.seal([finished(one, number) for one in plan.pairings[number == 4 :]])
        ledger.rate_rounds()
    return address


@pytest.fixture
def connection(address: str) -> Iterator[Connection]:
    """Its tables."""
    engine = connect(address)
    with engine.execution_options(write=True).begin() as connection:
        yield connection
    engine.dispose()


def points(connection: Connection) -> dict[str, list[RatingPoint]]:
    """The plot of ratings."""
    return {line.bot: line.points for line in standings(connection).ratings}


class TestBenched:
    """A bot that is benched has a mark in the table."""

    def test_its_row_has_the_reason(self, connection: Connection) -> None:
        why = "missed 3 consecutive matches"
        connection.execute(update(bot).where(bot.c.name == "bob").values(benched=why))
        rows = {row.bot: row.benched for row in standings(connection).table}
        assert rows == {name: why if name == "bob" else None for name in (*BOTS, "ann@1")}


class TestRatings:
    """The plot shows the ratings round by round."""

    def test_each_bot_has_a_point_for_every_round(self, connection: Connection) -> None:
        found = points(connection)
        rounds = {bot: [one.round for one in line] for bot, line in found.items()}
        every = [1, 2, 3, 4]
        assert rounds == {"ann": [3, 4], "ann@1": every, "bob": every, "eve": every}

    def test_what_the_ledger_keeps_is_what_would_be_computed(self, connection: Connection) -> None:
        before = points(connection)
        connection.execute(delete(rating))
        assert points(connection) == before

    def test_what_the_ledger_keeps_is_not_computed_again(self, connection: Connection) -> None:
        connection.execute(update(rating).values(points=1234.56, low=None, high=None))
        for line in points(connection).values():
            known = [RatingPoint(round=one.round, rating=1234.6) for one in line[:-1]]
            assert line[:-1] == known
            assert line[-1].rating != 1234.6

    def test_of_many_rounds_those_are_shown_that_the_ledger_keeps(
        self, connection: Connection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(history_module, "MOST_ROUNDS", 2)
        connection.execute(delete(rating).where(rating.c.round != 2))
        assert [one.round for one in points(connection)["bob"]] == [2, 4]

    def test_a_reader_of_its_own_process_finds_the_same(self, address: str) -> None:
        engine = connect(address)
        with engine.begin() as connection:
            here = standings(connection)
        engine.dispose()
        assert standings_of_ledger(address, by_version=True) == here


class TestVersions:
    """The page of a bot says from which round on it played in which version."""

    def test_each_version_has_its_first_round(self, connection: Connection) -> None:
        assert standings(connection).versions == {
            "ann": (Version(round=1, label="1"), Version(round=3, label="2")),
            "bob": (Version(round=1, label="1.0"),),
        }
