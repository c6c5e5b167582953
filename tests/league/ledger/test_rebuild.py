"""The index is made again from the records and the journal, bit for bit."""

from contextlib import closing
from pathlib import Path
from random import Random

from referee.error import DataError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.ledger import Ledger
from referee.league.ledger.ingest import Unsound, read_all, sealed_names
from referee.league.ledger.journal import NAME
from referee.league.ledger.journal_event import (
    AttemptBegun,
    AttemptFailed,
    BotBenched,
    BotListed,
    BotRenamed,
    MatchReopened,
    MatchVoided,
)
from referee.league.sentence import LeagueSentence
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.league.ledger.plan import BOTS, planned, write_record
from tests.league.postgres import Postgres

EVE = BotRenamed(BotName("eve"), BotName("eva"))


def records(folder: Path) -> list[FinishedMatch | Unsound]:
    """What the records of a folder say."""
    with closing(read_all(folder, sorted(sealed_names(folder), key=str))) as found:
        return list(found)


def live(ledger: Ledger, dice: Random) -> None:
    """Let everything happen to a league that can, in any order."""
    ledger.write(*(BotListed(bot, "random", None) for bot in BOTS))
    for number in (1, 2):
        ledger.write(planned(number, 12))
        ledger.write(BotRenamed(BotName("bob"), BotName("rob")) if number == 1 else EVE)
        for pairing in dice.sample(planned(number, 12).pairings, 12):
            happen(ledger, pairing.match_id, dice)
    ledger.write(BotBenched(BotName("ann"), "why"))


def happen(ledger: Ledger, match_id: str, dice: Random) -> None:
    """What may become of a match."""
    fate = dice.choice(("played", "void", "failed", "again", "ordered", "late", "open"))
    ledger.write(AttemptBegun(MatchId(match_id), 1))
    if fate == "failed":
        ledger.write(
            AttemptFailed(MatchId(match_id), 1, "It was killed."),
            AttemptBegun(MatchId(match_id), 2),
        )
        ledger.seal([write_record(ledger.folder, match_id, 2)])
    elif fate == "void":
        ledger.seal([write_record(ledger.folder, match_id, 1, is_void=True)])
    elif fate == "ordered":
        ledger.write(MatchVoided(MatchId(match_id), "The organiser said so."))
        ledger.seal([write_record(ledger.folder, match_id)])
    elif fate == "late":
        ledger.write(AttemptFailed(MatchId(match_id), 1, "Its worker was lost."))
        ledger.seal([write_record(ledger.folder, match_id)])
    elif fate != "open":
        ledger.seal([write_record(ledger.folder, match_id)])
    if fate == "again":
        ledger.write(MatchReopened(MatchId(match_id), 2), AttemptBegun(MatchId(match_id), 2))
        ledger.seal([write_record(ledger.folder, match_id, 2)])


class TestRebuild:
    def test_every_table_is_the_same_again(
        self, address: str, tmp_path: Path, fresh_seed: int
    ) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            live(ledger, Random(fresh_seed))
            before = sorted(ledger.dump())
            found = records(tmp_path)
            assert ledger.rebuild([one for one in found if isinstance(one, FinishedMatch)]) == []
            assert sorted(ledger.dump()) == before

    def test_another_database_gives_the_same_rows(
        self, postgres: Postgres, tmp_path: Path, fresh_seed: int
    ) -> None:
        address = postgres.database()
        with Ledger(f"sqlite:///{tmp_path}/l.db", tmp_path, "test", begin=True) as ledger:
            live(ledger, Random(fresh_seed))
            digest = ledger.digest()
        with Ledger(address, tmp_path, "test") as other:
            other.rebuild([one for one in records(tmp_path) if isinstance(one, FinishedMatch)])
            assert other.digest() == digest

    def test_a_ledger_may_continue_after_it(self, address: str, tmp_path: Path) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned(1, 3))
            ledger.rebuild([])
            ledger.write(planned(2, 3))
            assert ledger.last_round() == 2

    def test_a_journal_that_is_shorter_than_what_was_read_of_it_is_enough(
        self, address: str, tmp_path: Path
    ) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned(1, 3))
            one, two, _ = [pairing.match_id for pairing in planned(1, 3).pairings]
            ledger.seal([write_record(tmp_path, one)])
            older = (tmp_path / NAME).read_bytes()
            digest = ledger.digest()
            ledger.write(AttemptBegun(two, 1))
        (tmp_path / NAME).write_bytes(older)
        with raises(DataError, LeagueSentence.JOURNAL_CUT):
            Ledger(address, tmp_path, "test")
        with Ledger(address, tmp_path, "test", to_rebuild=True) as ledger:
            ledger.rebuild([one for one in records(tmp_path) if isinstance(one, FinishedMatch)])
        with Ledger(address, tmp_path, "test") as again:
            assert again.digest() == digest

    def test_the_ledger_of_another_league_is_left_unchanged(
        self, address: str, tmp_path: Path
    ) -> None:
        for name in ("test", "other"):
            Ledger(f"sqlite:///{tmp_path}/{name}.db", tmp_path / name, name, begin=True).close()
        Ledger(address, tmp_path / "other", "other").close()
        with (
            Ledger(address, tmp_path / "test", "test", to_rebuild=True) as ledger,
            raises(DataError, LeagueSentence.OTHER_LEAGUE, found="other", league="test"),
        ):
            ledger.rebuild([])
        Ledger(address, tmp_path / "other", "other").close()

    def test_the_journal_of_another_league_is_not_taken_in(
        self, address: str, tmp_path: Path
    ) -> None:
        Ledger(address, tmp_path, "test", begin=True).close()
        with (
            Ledger(f"sqlite:///{tmp_path}/l.db", tmp_path, "other", to_rebuild=True) as ledger,
            raises(DataError, LeagueSentence.OTHER_LEAGUE, found="test", league="other"),
        ):
            ledger.rebuild([])


class TestIntake:
    def test_many_processes_read_what_one_does(self, tmp_path: Path) -> None:
        written = [write_record(tmp_path, f"m{number}") for number in range(520)]
        assert sorted(map(str, records(tmp_path))) == sorted(map(str, written))

    def test_a_damaged_record_is_named_and_not_taken_in(self, tmp_path: Path) -> None:
        path = tmp_path / f"{write_record(tmp_path, 'm1').match_id}.tianming"
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        (found,) = records(tmp_path)
        assert isinstance(found, Unsound)
        assert found.reason.sentence in RecordSentence
        assert found.reason.fields["source"] == str(path)

    def test_a_record_under_the_name_of_another_match_is_not_taken_in(self, tmp_path: Path) -> None:
        path = tmp_path / f"{write_record(tmp_path, 'm1').match_id}.tianming"
        path.rename(AttemptName(MatchId("m1"), 2).record(tmp_path))
        (found,) = records(tmp_path)
        assert isinstance(found, Unsound)
        assert found.reason.sentence is LeagueSentence.RECORD_OF_OTHER_NAME
        assert found.reason.fields["match"] == "m1"

    def test_an_open_record_is_not_looked_at(self, tmp_path: Path) -> None:
        (tmp_path / "m1.tianming.part").write_bytes(b"half")
        assert sealed_names(tmp_path) == set()
