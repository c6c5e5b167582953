"""Whatever happens to a journal, one rebuild brings the season back."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from referee.error import DataError
from referee.identifier import BotName, MatchId, OwnerName
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.format.round_robin import RoundRobin
from referee.league.hosted_version import HostedVersion
from referee.league.ledger import Ledger
from referee.league.ledger.journal import NAME
from referee.league.ledger.journal_event import (
    AttemptBegun,
    BotBenched,
    BotListed,
    BotRenamed,
    FriendlyEnded,
    JournalEvent,
    MatchReopened,
    MatchVoided,
    OwnerRenamed,
    RoundPlanned,
    VersionHeld,
    VersionRolledBack,
)
from referee.league.planning.planner import Planner
from referee.league.salvage.rebuild import rebuild
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.ledger.plan import write_record
from tests.league.play import league, names

BOTS = names(4)
Damage = Callable[[Path, Random], None]


def settings_in(folder: Path) -> LeagueSettings:
    """The league of a season in a folder."""
    return replace(league(RoundRobin(rounds=3), BOTS, 3), folder=folder)


def opened(settings: LeagueSettings, begin: bool = False) -> Ledger:
    return Ledger(settings.ledger_url, settings.records, settings.name, begin, game=settings.game)


def play(ledger: Ledger, planned: RoundPlanned, left_open: int = 0) -> None:
    """Play a round, except its last matches."""
    for pairing in planned.pairings[: len(planned.pairings) - left_open]:
        ledger.write(AttemptBegun(pairing.match_id, 1))
        ledger.seal([record(ledger, planned, pairing.match_id)])


def record(
    ledger: Ledger, planned: RoundPlanned, match_id: MatchId, attempt: int = 1
) -> FinishedMatch:
    """Write the record of an attempt as it was planned."""
    (pairing,) = (one for one in planned.pairings if one.match_id == match_id)
    seed = pairing.seed if attempt == 1 else Random(match_id).randbytes(32)
    return write_record(ledger.folder, match_id, attempt, bots=pairing.bots, seed=seed)


def entered(bot: BotName) -> list[JournalEvent]:
    """Return the events of a hosted bot whose third version was rolled back, and of a friendly."""
    one, two, three = (
        BotListed(
            bot, f"./run {number}", None, hosted=HostedVersion(number, "ab", "v", (), *chosen)
        )
        for number, chosen in ((1, (1, 1)), (2, (2, 2)), (3, (3, 3)))
    )
    back = BotListed(bot, "./run 2", None, hosted=HostedVersion(2, "ab", "v", (), 3, 3))
    failed = VersionRolledBack(bot, 3, 2, "crashed")
    played = FriendlyEnded(1, BOTS[:2], "It was won.", 5, 1, "[[1,2,0,0],[2,1,0,0]]", "ff")
    return [one, two, three, failed, back, played, FriendlyEnded(2, BOTS[:2], "No bot.", 6)]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season in its third round, with commands of its organiser."""
    folder = tmp_path_factory.mktemp("season")
    settings = settings_in(folder)
    planner = Planner(settings)
    with opened(settings, begin=True) as ledger:
        ledger.write(*(BotListed(bot, "random", None) for bot in BOTS))
        ada, eve, fay = map(OwnerName, ("ada", "eve", "fay"))
        ledger.write(BotListed(BOTS[0], "random", None, owner=ada))
        ledger.write(OwnerRenamed(ada, eve), OwnerRenamed(eve, fay))
        ledger.write(*entered(BOTS[1]), VersionHeld(BOTS[1], "2"))
        for number in (1, 2, 3):
            planned = RoundPlanned(
                number, BOTS, planner.next_round(number, BOTS, ledger.results(), ledger.last_set())
            )
            ledger.write(planned)
            play(ledger, planned, left_open=2 if number == 3 else 0)
            first, second = (one.match_id for one in planned.pairings[:2])
            if number == 1:
                ledger.write(MatchVoided(first, "by the organiser"))
            if number == 2:
                ledger.write(MatchReopened(second, 2, keeps_result=True))
                ledger.write(AttemptBegun(second, 2, Random(second).randbytes(32).hex()))
                ledger.seal([record(ledger, planned, second, 2)])
        ledger.write(BotBenched(BOTS[3], "by the organiser"))
    return folder


def state_of(settings: LeagueSettings) -> tuple[list[str], list[object]]:
    """What a season consists of: the rows of its ledger except the position in the journal."""
    with opened(settings) as ledger:
        rows = sorted(line for line in ledger.dump() if '["season","journal"' not in compact(line))
        return rows, list(ledger.results())


def files_in(folder: Path) -> dict[Path, bytes]:
    """The files in a folder, except locks."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {path: path.read_bytes() for path in files}


def compact(line: str) -> str:
    return line.replace(", ", ",")


def flipped(path: Path, dice: Random) -> None:
    data = bytearray(path.read_bytes())
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def cut(path: Path, dice: Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: dice.randrange(len(data))])


def without_a_piece(path: Path, dice: Random) -> None:
    data = path.read_bytes()
    start, end = sorted(dice.sample(range(len(data)), 2))
    path.write_bytes(data[:start] + data[end:])


def cut_and_flipped(path: Path, dice: Random) -> None:
    cut(path, dice)
    if path.stat().st_size:
        flipped(path, dice)


def overwritten(path: Path, dice: Random) -> None:
    data = bytearray(path.read_bytes())
    start = dice.randrange(len(data))
    data[start : start + 600] = dice.randbytes(len(data[start : start + 600]))
    path.write_bytes(data)


def missing(path: Path, _: Random) -> None:
    path.unlink()


def emptied(path: Path, _: Random) -> None:
    path.write_bytes(b"")


def garbage(path: Path, dice: Random) -> None:
    path.write_bytes(dice.randbytes(5000))


def of_another_league(path: Path, _: Random) -> None:
    folder = path.parent.parent / "other"
    Ledger(f"sqlite:///{folder}.db", folder, "other", begin=True).close()
    path.write_bytes((folder / NAME).read_bytes())


def of_another_season(path: Path, _: Random) -> None:
    other = replace(settings_in(path.parent.parent / "other"), seed="other")
    other.folder.mkdir()
    with opened(other, begin=True) as ledger:
        pairings = Planner(other).next_round(1, BOTS, ())
        ledger.write(RoundPlanned(1, BOTS, pairings))
    path.write_bytes((other.records / NAME).read_bytes())


DAMAGES = (
    flipped,
    cut,
    without_a_piece,
    cut_and_flipped,
    overwritten,
    missing,
    emptied,
    garbage,
    of_another_league,
    of_another_season,
)


@pytest.fixture
def copied(season: Path, tmp_path: Path) -> LeagueSettings:
    """A copy of the season."""
    return settings_in(Path(copytree(season, tmp_path / "season")))


class TestWithLedger:
    """As long as the ledger is there, nothing is lost."""

    @pytest.mark.parametrize("damage", DAMAGES)
    def test_a_damaged_journal_is_refused_and_one_rebuild_restores_the_season(
        self, damage: Damage, season: Path, copied: LeagueSettings, fresh_seed: int
    ) -> None:
        journal = copied.records / NAME
        damage(journal, Random(fresh_seed))
        wrong = journal.read_bytes() if journal.exists() else None
        with pytest.raises(DataError):
            opened(copied, begin=True)
        assert (journal.read_bytes() if journal.exists() else None) == wrong
        done = rebuild(copied).salvaged
        assert done is not None
        assert (done.lost, done.guessed, done.unlisted, done.unplanned) == ((), (), (), ())
        assert state_of(copied) == state_of(settings_in(season))
        assert (None if done.kept is None else done.kept.read_bytes()) == wrong
        assert rebuild(copied).salvaged is None

    @pytest.mark.parametrize("damage", [flipped, cut, missing, garbage])
    def test_renamed_bots_keep_their_names_and_results(
        self, damage: Damage, copied: LeagueSettings, fresh_seed: int
    ) -> None:
        with opened(copied) as ledger:
            ledger.write(BotRenamed(BOTS[0], BotName("zoe")), BotRenamed(BOTS[2], BotName("bot x")))
            ledger.write(BotRenamed(BotName("zoe"), BotName("ada")))
        before = state_of(copied)
        damage(copied.records / NAME, Random(fresh_seed))
        done = rebuild(copied).salvaged
        assert done is not None
        assert (done.lost, done.guessed, done.unlisted, done.unplanned) == ((), (), (), ())
        assert state_of(copied) == before

    def test_events_after_what_the_ledger_has_read_are_kept(
        self, season: Path, copied: LeagueSettings, fresh_seed: int
    ) -> None:
        """A run was killed between the journal and the ledger, and an earlier line is damaged."""
        ledger = (copied.folder / "ledger.db").read_bytes()
        with opened(copied) as later:
            later.write(BotListed(BotName("late"), "random", None))
        want = state_of(copied)
        (copied.folder / "ledger.db").write_bytes(ledger)
        data = bytearray((copied.records / NAME).read_bytes())
        at = Random(fresh_seed).randrange(len(data) - 400)
        data[at : at + 3] = b"???"
        (copied.records / NAME).write_bytes(data)
        done = rebuild(copied).salvaged
        assert done is not None
        assert (done.lines, done.lost) == (1, ())
        assert state_of(copied) == want

    def test_a_failed_rebuild_changes_nothing(self, copied: LeagueSettings) -> None:
        record = next(copied.records.glob("*.tianming"))
        record.write_bytes(record.read_bytes()[:-9])
        (copied.folder / "ledger.db").write_bytes(b"no database" * 500)
        flipped(copied.records / NAME, Random(1))
        before = files_in(copied.folder)
        with raises(DataError, LeagueSentence.UNSOUND_RECORDS):
            rebuild(copied)
        assert files_in(copied.folder) == before
        record.unlink()
        assert rebuild(copied).damaged == copied.folder / "ledger.db.damaged"


class TestWithoutLedger:
    """Without a ledger, the readable lines and the records restore what they know."""

    def test_a_flipped_bit_loses_nothing(
        self, season: Path, copied: LeagueSettings, fresh_seed: int
    ) -> None:
        (copied.folder / "ledger.db").unlink()
        flipped(copied.records / NAME, Random(fresh_seed))
        done = rebuild(copied).salvaged
        assert done is not None
        assert done.lost == ()
        assert state_of(copied) == state_of(settings_in(season))

    @pytest.mark.parametrize("damage", [cut, without_a_piece, overwritten, missing, garbage])
    def test_every_result_counts_again(
        self, damage: Damage, season: Path, copied: LeagueSettings, fresh_seed: int
    ) -> None:
        """Only the void match may count again, and the reruns of matches without a record."""
        (copied.folder / "ledger.db").unlink()
        damage(copied.records / NAME, Random(fresh_seed))
        rebuild(copied)
        with opened(settings_in(season)) as before, opened(copied) as after:
            want = {one.pairing.match_id: one for one in before.results()}
            have = {one.pairing.match_id: one for one in after.results()}
            voided = {one.pairing.match_id for one in before.round_matches() if one.void}
            assert {name: have[name] for name in have.keys() - voided} == want
            assert len(after.round_matches()) == len(before.round_matches())

    def test_an_older_copy_of_everything_but_the_records_is_brought_up(
        self, season: Path, copied: LeagueSettings
    ) -> None:
        """A backup of the journal and the ledger is older than the records."""
        data = (copied.records / NAME).read_bytes()
        (copied.records / NAME).write_bytes(data[: data.index(b"round_planned", 4000) - 40])
        (copied.folder / "ledger.db").unlink()
        opened(copied).close()
        assert rebuild(copied).strays == ()
        with opened(settings_in(season)) as before, opened(copied) as after:
            assert len(after.results()) >= len(before.results())

    def test_a_lost_plan_that_the_file_does_not_give_comes_from_the_records(
        self, copied: LeagueSettings
    ) -> None:
        (copied.folder / "ledger.db").unlink()
        (copied.records / NAME).unlink()
        changed = replace(copied, seed="another")
        done = rebuild(changed).salvaged
        assert done is not None
        assert done.guessed == (1, 2, 3)
        with opened(changed) as ledger:
            assert len(ledger.results()) == 34
            assert len(ledger.open_matches()) == 2

    def test_draws_that_bots_may_have_seen_are_not_used_again(self, copied: LeagueSettings) -> None:
        with opened(copied) as ledger:
            name = AttemptName(ledger.open_matches()[0].pairing.match_id, 1)
        name.record(copied.records).with_suffix(".tianming.torn").write_bytes(b"half")
        (copied.folder / "ledger.db").unlink()
        (copied.records / NAME).unlink()
        rebuild(copied)
        with opened(copied) as ledger:
            match = ledger.find(name.match_id)
            assert match is not None
            assert match.next_attempt == 2
