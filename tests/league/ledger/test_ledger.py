"""The ledger: what is planned, what was tried, and what counts, in both databases."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.error import DataError, StorageError, UnavailableError, UsageError
from referee.identifier import BotName, MatchId
from referee.league.attempt import AttemptName
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.database import connect, locked
from referee.league.ledger.journal import NAME, Journal
from referee.league.ledger.journal_event import (
    AttemptBegun,
    AttemptFailed,
    BotBenched,
    BotListed,
    MatchReopened,
    MatchVoided,
)
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.ledger.plan import planned, sealed, void
from tests.league.postgres import Postgres

ONE, TWO, *REST = [pairing.match_id for pairing in planned().pairings]


def begun(address: str, folder: Path) -> Ledger:
    """A ledger with a round of six matches."""
    ledger = Ledger(address, folder, "test", begin=True)
    ledger.write(planned())
    return ledger


@pytest.fixture
def ledger(address: str, tmp_path: Path) -> Iterator[Ledger]:
    with begun(address, tmp_path) as ledger:
        yield ledger


def counted(ledger: Ledger) -> dict[str, bytes]:
    """The digests of what counts, by match."""
    return {result.pairing.match_id: result.digest for result in ledger.results()}


class TestOnce:
    """Every planned match is counted once, whatever is tried how often."""

    def test_a_result_is_given_as_it_was_sealed(self, ledger: Ledger) -> None:
        all_sealed = [sealed(pairing.match_id) for pairing in planned().pairings]
        assert ledger.seal(all_sealed) == ([], [])
        results = ledger.results()
        assert [result.pairing for result in results] == list(planned().pairings)
        assert [result.outcome for result in results] == [one.outcome for one in all_sealed]
        assert [result.digest for result in results] == [one.digest for one in all_sealed]
        assert ledger.open_matches() == []

    def test_matches_are_in_the_order_of_the_plan(self, ledger: Ledger) -> None:
        ledger.write(planned(2))
        pairings = [*planned(1).pairings, *planned(2).pairings]
        assert [match.pairing for match in ledger.open_matches()] == pairings
        ledger.seal([sealed(pairing.match_id) for pairing in reversed(pairings)])
        assert [result.pairing for result in ledger.results()] == pairings

    def test_a_record_that_comes_twice_counts_once(self, ledger: Ledger) -> None:
        for _ in range(2):
            ledger.seal([sealed(ONE)])
        assert counted(ledger) == {ONE: sealed(ONE).digest}

    def test_of_two_attempts_the_first_counts_in_whatever_order_they_come(
        self, ledger: Ledger
    ) -> None:
        ledger.seal([sealed(ONE, 2), sealed(TWO, 1)])
        ledger.seal([sealed(ONE, 1), sealed(TWO, 2)])
        assert counted(ledger) == {ONE: sealed(ONE).digest, TWO: sealed(TWO).digest}

    def test_a_void_attempt_is_no_result_and_the_next_one_is(self, ledger: Ledger) -> None:
        ledger.seal([sealed(ONE, 1, void())])
        assert counted(ledger) == {}
        (match,) = [m for m in ledger.open_matches() if m.pairing.match_id == ONE]
        assert match.next_attempt == 2
        ledger.seal([sealed(ONE, 2)])
        assert counted(ledger) == {ONE: sealed(ONE, 2).digest}

    def test_a_record_nobody_planned_is_named_and_left_out(self, ledger: Ledger) -> None:
        stray = sealed("other-r001-s00001-1")
        assert ledger.seal([stray, sealed(ONE)]) == ([stray], [])
        assert set(counted(ledger)) == {ONE}


class TestAttempts:
    """Attempts are apart from results."""

    def test_begun_and_failed_attempts_are_no_results(self, ledger: Ledger) -> None:
        ledger.write(AttemptBegun(ONE, 1), AttemptBegun(TWO, 1))
        assert ledger.open_attempts() == [AttemptName(ONE, 1), AttemptName(TWO, 1)]
        ledger.write(AttemptFailed(ONE, 1, "The bot did not come."))
        assert ledger.open_attempts() == [AttemptName(TWO, 1)]
        numbers = [match.next_attempt for match in ledger.open_matches()]
        assert numbers == [2, 2, 1, 1, 1, 1]

    def test_a_sealed_record_counts_though_its_attempt_was_given_up(self, ledger: Ledger) -> None:
        ledger.write(AttemptBegun(ONE, 1), AttemptFailed(ONE, 1, "It was killed."))
        ledger.seal([sealed(ONE), sealed(TWO)])
        ledger.write(AttemptFailed(TWO, 1, "It was killed."), MatchReopened(TWO, 1))
        assert counted(ledger) == {one: sealed(one).digest for one in (ONE, TWO)}
        assert ledger.known_records() == {AttemptName(ONE, 1), AttemptName(TWO, 1)}

    def test_the_names_of_attempts_parse_as_they_print(self) -> None:
        for name in (AttemptName(ONE, 1), AttemptName(ONE, 2), AttemptName(ONE, 17)):
            assert AttemptName.parse(str(name)) == name


class TestOrders:
    """What the organiser orders goes before what was played."""

    def test_a_void_match_is_void_whether_played_before_or_after(self, ledger: Ledger) -> None:
        ledger.seal([sealed(ONE)])
        ledger.write(MatchVoided(ONE, "why"), MatchVoided(TWO, "why"))
        ledger.seal([sealed(TWO)])
        assert counted(ledger) == {}
        assert {m.pairing.match_id for m in ledger.open_matches()} == set(REST)
        assert sum(m.void is None for m in ledger.round_matches(1)) == len(REST)

    def test_a_match_is_settled_by_a_result_and_by_an_order(self, ledger: Ledger) -> None:
        ledger.seal([sealed(ONE)])
        ledger.write(MatchVoided(TWO, "why"))
        found = [ledger.find(match_id) for match_id in (ONE, TWO, *REST)]
        assert [match is not None and match.is_settled for match in found] == [
            True,
            True,
            *[False] * len(REST),
        ]
        assert ledger.find(MatchId("test-r009-s00001-1")) is None

    def test_a_match_to_be_played_again_is_open_until_a_later_attempt_is_sealed(
        self, ledger: Ledger
    ) -> None:
        ledger.seal([sealed(ONE), sealed(TWO)])
        ledger.write(MatchReopened(ONE, 2))
        assert set(counted(ledger)) == {TWO}
        assert ledger.open_matches()[0].next_attempt == 2
        ledger.seal([sealed(ONE, 1), sealed(ONE, 2)])
        assert counted(ledger)[ONE] == sealed(ONE, 2).digest
        ledger.write(MatchReopened(TWO, 3))
        (match,) = [m for m in ledger.open_matches() if m.pairing.match_id == TWO]
        assert match.next_attempt == 3

    def test_bots_are_listed_benched_and_listed_again(self, ledger: Ledger) -> None:
        ledger.write(
            BotListed(BotName("ann"), "random", None),
            BotListed(BotName("bob"), None, "ab" * 32),
        )
        ledger.write(BotBenched(BotName("ann"), "why"))
        assert [(bot.name, bot.benched) for bot in ledger.bots()] == [
            ("ann", "why"),
            ("bob", None),
        ]
        ledger.write(BotListed(BotName("ann"), "greedy", None))
        assert next((bot.command, bot.benched) for bot in ledger.bots()) == ("greedy", None)


class TestKilled:
    """Opening a ledger brings it up to the journal, wherever its writer was killed."""

    def test_events_that_reached_only_the_journal_are_taken_in(
        self, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ledger = begun(address, tmp_path)
        with monkeypatch.context() as killed:
            killed.setattr(Ledger, "_take", lambda *_: None)
            ledger.write(MatchVoided(ONE, "why"), BotListed(BotName("ann"), "random", None))
        ledger.close()
        with Ledger(address, tmp_path, "test") as again:
            assert len(again.open_matches()) == 5
            assert [bot.name for bot in again.bots()] == ["ann"]

    def test_what_another_process_has_read_is_not_lost_with_the_power(
        self,
        address: str,
        tmp_path: Path,
        synced: dict[Path, bytes],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        begun(address, tmp_path).close()
        journal = tmp_path / NAME
        with monkeypatch.context() as killed:
            killed.setattr(Journal, "_sync", lambda _: None)
            writer = Journal(journal, JournalPosition())
            writer.append([BotListed(BotName("ann"), "random", None)])
            writer.close()
        Ledger(address, tmp_path, "test").close()
        journal.write_bytes(synced[journal])
        with Ledger(address, tmp_path, "test") as again:
            assert [bot.name for bot in again.bots()] == ["ann"]

    def test_two_processes_take_each_event_in_once(self, address: str, tmp_path: Path) -> None:
        with begun(address, tmp_path) as one, Ledger(address, tmp_path, "test") as other:
            other.write(planned(2), BotListed(BotName("ann"), "random", None), AttemptBegun(ONE, 1))
            one.write(MatchVoided(TWO, "why"))
            other.write(BotListed(BotName("bob"), "random", None))
            one.catch_up()
            assert one.digest() == other.digest()
            digest = one.digest()
        with Ledger(address, tmp_path, "test") as again:
            assert again.digest() == digest

    def test_what_others_wrote_is_given_once_also_where_a_write_has_taken_it_in(
        self, address: str, tmp_path: Path
    ) -> None:
        with begun(address, tmp_path) as one, Ledger(address, tmp_path, "test") as other:
            other.write(BotListed(BotName("ann"), "random", None), MatchVoided(TWO, "why"))
            one.write(AttemptBegun(ONE, 1))
            other.write(BotListed(BotName("bob"), "random", None))
            assert one.catch_up() == [
                BotListed(BotName("ann"), "random", None),
                MatchVoided(TWO, "why"),
                BotListed(BotName("bob"), "random", None),
            ]
            assert one.catch_up() == []
            assert other.catch_up() == [AttemptBegun(ONE, 1)]

    def test_a_ledger_that_was_lost_is_made_again_from_the_journal(self, tmp_path: Path) -> None:
        with begun(f"sqlite:///{tmp_path}/one.db", tmp_path) as ledger:
            ledger.write(AttemptBegun(ONE, 1), MatchVoided(TWO, "why"))
            digest = ledger.digest()
        with Ledger(f"sqlite:///{tmp_path}/other.db", tmp_path, "test") as again:
            assert again.digest() == digest

    def test_only_one_may_run_a_league(self, address: str, tmp_path: Path) -> None:
        with begun(address, tmp_path) as one, Ledger(address, tmp_path, "test") as other:
            with one.running():
                refused = raises(StorageError, LeagueSentence.RUN_BY_PROCESS, league="test")
                with refused, other.running():
                    pass
            with other.running():
                pass

    def test_no_other_machine_may_run_it_meanwhile(
        self, postgres: Postgres, tmp_path: Path
    ) -> None:
        address = postgres.database()
        with begun(address, tmp_path) as ledger:
            elsewhere = connect(address)
            refused = raises(StorageError, LeagueSentence.RUN_BY_MACHINE)
            with ledger.running(), refused, locked(elsewhere, patience=0.1):
                pass
            with locked(elsewhere, patience=0.1):
                pass
            elsewhere.dispose()

    def test_processes_that_write_at_once_take_each_event_in_once(
        self, address: str, tmp_path: Path
    ) -> None:
        begun(address, tmp_path).close()
        bots = [f"bot{number}" for number in range(4)]

        def write(bot: BotName) -> str:
            with Ledger(address, tmp_path, "test") as ledger:
                for number in range(10):
                    ledger.write(BotListed(bot, f"command {number}", None))
                return ledger.digest()

        with ThreadPoolExecutor(len(bots)) as threads:
            digests = list(threads.map(write, bots))
        with Ledger(f"sqlite:///{tmp_path}/anew.db", tmp_path, "test") as to_rebuild:
            assert [bot.name for bot in to_rebuild.bots()] == bots
            assert to_rebuild.digest() in digests


class TestPrivate:
    """The seeds of matches that are still to be played are for the owner's eyes."""

    def test_nobody_else_may_read_the_journal_and_the_ledger(self, tmp_path: Path) -> None:
        with begun(f"sqlite:///{tmp_path}/ledger.db", tmp_path):
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert {NAME, "ledger.db", "ledger.db-wal"} <= set(modes)
        assert set(modes.values()) == {0o600}


class TestRefused:
    """A ledger that cannot be used is refused in a sentence."""

    @pytest.mark.parametrize(
        ("address", "shown"), [("mysql://x/y", "mysql://x/y"), ("nonsense", "'nonsense'")]
    )
    def test_an_address_of_no_database_we_know(
        self, address: str, shown: str, tmp_path: Path
    ) -> None:
        with raises(UsageError, LeagueSentence.NO_LEDGER, ledger=shown):
            Ledger(address, tmp_path, "test", begin=True)

    @pytest.mark.parametrize(
        "address", ["sqlite:////nowhere/l.db", "postgresql://u:secret@127.0.0.1:1/x"]
    )
    def test_a_database_that_cannot_be_reached_is_named_without_its_password(
        self, address: str, tmp_path: Path
    ) -> None:
        with raises(UnavailableError, LeagueSentence.LEDGER_NOT_USED) as refused:
            Ledger(address, tmp_path, "test", begin=True)
        assert "secret" not in str(refused.value)

    def test_a_league_that_has_not_begun(self, address: str, tmp_path: Path) -> None:
        with raises(DataError, LeagueSentence.NOT_BEGUN, journal=tmp_path / NAME, league="test"):
            Ledger(address, tmp_path, "test")

    def test_a_league_that_was_killed_before_it_had_begun(
        self, address: str, tmp_path: Path
    ) -> None:
        (tmp_path / NAME).touch()
        with raises(DataError, LeagueSentence.EMPTY_JOURNAL, league="test"):
            Ledger(address, tmp_path, "test")
        with (
            Ledger(address, tmp_path, "test", to_rebuild=True) as ledger,
            raises(DataError, LeagueSentence.EMPTY_JOURNAL, league="test"),
        ):
            ledger.rebuild([])
        Ledger(address, tmp_path, "test", begin=True).close()
        Ledger(address, tmp_path, "test").close()

    def test_the_journal_of_another_league(self, address: str, tmp_path: Path) -> None:
        begun(address, tmp_path).close()
        with raises(DataError, LeagueSentence.OTHER_LEAGUE, found="test", league="other"):
            Ledger(address, tmp_path, "other", begin=True)

    def test_a_season_of_another_game_is_left_unchanged(self, address: str, tmp_path: Path) -> None:
        Ledger(address, tmp_path, "test", begin=True, game="ming").close()
        for begin in (True, False):
            with raises(DataError, LeagueSentence.OTHER_GAME, found="ming", game="dragon"):
                Ledger(address, tmp_path, "test", begin, game="dragon")
        with (
            Ledger(address, tmp_path, "test", to_rebuild=True, game="dragon") as ledger,
            raises(DataError, LeagueSentence.OTHER_GAME, found="ming", game="dragon"),
        ):
            ledger.rebuild([])
        Ledger(address, tmp_path, "test", game="ming").close()
        Ledger(address, tmp_path, "test").close()

    def test_one_whose_game_nobody_said_is_of_any(self, address: str, tmp_path: Path) -> None:
        begun(address, tmp_path).close()
        Ledger(address, tmp_path, "test", game="dragon").close()
