"""The ledger keeps the ratings after each round, and they are always those of its results."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select

from referee.identifier import MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.ledger import Ledger
from referee.league.ledger.database import connect
from referee.league.ledger.journal_event import AttemptBegun, BotListed, MatchVoided
from referee.league.ledger.rerun import reopened
from referee.league.ledger.round_ratings import MOST_ROUNDS, due_rounds, even_choice
from referee.league.ledger.schema import rating
from referee.league.statistics.rating.rating import rate
from referee.league.statistics.results_table import results_of
from tests.league.ledger.old import downgrade
from tests.league.ledger.plan import BOTS, planned, write_record
from tests.league.ledger.test_versions import records
from tests.league.postgres import Postgres

Rows = list[tuple[int, str, float, float | None, float | None]]

MATCHES = 18
"""Matches of a round; they make six sets, enough for an interval."""


@pytest.fixture
def ledger(address: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with three bots."""
    with Ledger(address, tmp_path, "test", begin=True) as ledger:
        ledger.write(*(BotListed(bot, "random", None) for bot in BOTS))
        yield ledger


def play(ledger: Ledger, number: int, but: int = 0) -> list[MatchId]:
    """Play a round, except some of its matches; return their names."""
    plan = planned(number, MATCHES)
    ledger.write(plan)
    names = [pairing.match_id for pairing in plan.pairings]
    ledger.seal([finish(ledger, name) for name in names[: MATCHES - but]])
    return names


def finish(ledger: Ledger, match_id: str, attempt: int = 1) -> FinishedMatch:
    """Begin an attempt and write its record; it still has to be sealed."""
    ledger.write(AttemptBegun(MatchId(match_id), attempt))
    return write_record(ledger.folder, match_id, attempt)


@contextmanager
def opened(address: str) -> Iterator[Connection]:
    """The tables of a ledger, in a transaction."""
    engine = connect(address)
    with engine.execution_options(write=True).begin() as connection:
        yield connection
    engine.dispose()


def kept(address: str) -> Rows:
    """The ratings in the ledger."""
    with opened(address) as connection:
        statement = select(rating).order_by(rating.c.round, rating.c.bot)
        return [tuple(row) for row in connection.execute(statement)]


def expected(ledger: Ledger, *rounds: int) -> list[tuple[int, str, Any]]:
    """Rounds, bots and ratings by the results that count now."""
    found: list[tuple[int, str, Any]] = []
    for number in rounds:
        results = [one for one in ledger.results() if one.pairing.round <= number]
        ratings = rate(results_of(results))
        assert ratings is not None
        found += [(number, f"{row.bot}@", pytest.approx(row.points)) for row in ratings.rows]
    return sorted(found, key=lambda row: row[:2])


def points(address: str) -> list[tuple[int, str, float]]:
    """Rounds, bots and ratings in the ledger."""
    return [row[:3] for row in kept(address)]


class TestRound:
    """A round that is over has ratings."""

    def test_they_are_those_of_all_results_so_far(self, ledger: Ledger, address: str) -> None:
        play(ledger, 1)
        ledger.rate_rounds()
        play(ledger, 2)
        ledger.rate_rounds()
        assert points(address) == expected(ledger, 1, 2)

    def test_an_interval_is_kept_where_there_is_one(self, ledger: Ledger, address: str) -> None:
        play(ledger, 1)
        ledger.rate_rounds()
        assert all(low < at < high for _, _, at, low, high in kept(address) if low and high)
        assert [row[1] for row in kept(address) if row[3] is not None] == [
            f"{bot}@" for bot in sorted(BOTS)
        ]

    def test_few_sets_give_no_interval(self, ledger: Ledger, address: str) -> None:
        play(ledger, 1, but=MATCHES - 3)
        for match in ledger.open_matches():
            ledger.write(MatchVoided(match.pairing.match_id, "why"))
        ledger.rate_rounds()
        assert [row[3:] for row in kept(address)] == [(None, None)] * len(BOTS)

    def test_a_round_that_is_not_over_has_none(self, ledger: Ledger, address: str) -> None:
        play(ledger, 1)
        play(ledger, 2, but=1)
        ledger.rate_rounds()
        assert points(address) == expected(ledger, 1)

    def test_many_rounds_that_are_rated_at_once_are_an_even_choice(self) -> None:
        chosen = even_choice(range(1, 301))
        assert (len(chosen), chosen[0], chosen[-1]) == (MOST_ROUNDS, 1, 300)
        assert even_choice([3, 7]) == [3, 7]

    def test_a_long_season_rates_fewer_and_fewer_rounds(self) -> None:
        rated = [0]
        for number in range(1, 6001):
            rated += due_rounds(range(rated[-1] + 1, number + 1), rated[-1])
        assert rated[: MOST_ROUNDS + 1] == list(range(MOST_ROUNDS + 1))
        assert len(rated) < 7 * MOST_ROUNDS
        assert rated[-1] > 6000 - 6000 // MOST_ROUNDS

    def test_a_late_rating_of_many_rounds_ends_with_the_last(self) -> None:
        assert due_rounds(range(1, 301), 0)[-1] == 300
        assert due_rounds(range(601, 606), 600) == []
        assert due_rounds(range(601, 611), 600) == [610]


class TestChange:
    """Ratings never outlive the results that they follow from."""

    def test_a_void_match_takes_those_of_its_round_and_of_later_ones(
        self, ledger: Ledger, address: str
    ) -> None:
        names = [play(ledger, number) for number in (1, 2, 3)]
        ledger.rate_rounds()
        ledger.write(MatchVoided(names[1][0], "why"))
        assert {row[0] for row in kept(address)} == {1}
        ledger.rate_rounds()
        assert points(address) == expected(ledger, 1, 2, 3)

    def test_a_rerun_takes_them_when_its_result_is_there(
        self, ledger: Ledger, address: str
    ) -> None:
        names = [play(ledger, number) for number in (1, 2)]
        ledger.rate_rounds()
        before = kept(address)
        match = ledger.find(names[0][0])
        assert match is not None
        ledger.write(reopened(match))
        ledger.rate_rounds()
        assert kept(address) == before
        ledger.seal([finish(ledger, names[0][0], 2)])
        assert kept(address) == []
        ledger.rate_rounds()
        assert points(address) == expected(ledger, 1, 2)

    def test_a_rebuild_makes_them_again(self, ledger: Ledger, address: str) -> None:
        for number in (1, 2):
            play(ledger, number)
        ledger.rate_rounds()
        before = kept(address)
        with opened(address) as connection:
            connection.execute(delete(rating))
        ledger.rebuild(records(ledger))
        assert kept(address) == before


class TestVersions:
    """Stored ratings are those of versions, or of whole bots, as the league file says."""

    @pytest.mark.parametrize("by_version", [True, False])
    def test_another_choice_rates_all_rounds_again(
        self, ledger: Ledger, address: str, by_version: bool
    ) -> None:
        play(ledger, 1)
        for each in (not by_version, by_version):
            with Ledger(address, ledger.folder, "test", by_version=each) as other:
                other.rate_rounds()
        end = "@" if by_version else ""
        assert [row[1] for row in kept(address)] == [f"{bot}{end}" for bot in sorted(BOTS)]


class TestUpgrade:
    """A ledger of an earlier version gets them when it is opened."""

    @pytest.mark.parametrize("revision", ["0003", "0005", "0006"])
    @pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
    def test_its_rounds_are_rated(
        self, tmp_path: Path, request: pytest.FixtureRequest, kind: str, revision: str
    ) -> None:
        new, old = f"sqlite:///{tmp_path}/new.db", f"sqlite:///{tmp_path}/old.db"
        if kind == "postgresql":
            server: Postgres = request.getfixturevalue("postgres")
            old = server.database()
        with Ledger(new, tmp_path, "test", begin=True) as ledger:
            ledger.write(*(BotListed(bot, "random", None) for bot in BOTS))
            play(ledger, 1)
            play(ledger, 2, but=1)
            before = list(ledger.dump())
        downgrade(new, old, revision)
        with Ledger(old, tmp_path, "test") as ledger:
            assert points(old) == expected(ledger, 1)
            assert list(ledger.dump()) == before

    def test_one_that_is_rated_is_left_unchanged(self, ledger: Ledger, address: str) -> None:
        play(ledger, 1)
        with opened(address) as connection:
            connection.execute(insert(rating), {"round": 1, "bot": "ann@", "points": 1.0})
        Ledger(address, ledger.folder, "test").close()
        assert points(address) == [(1, "ann@", 1.0)]
