"""A renamed bot keeps its results, whoever still uses its former name."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, select

from referee.identifier import BotName
from referee.league.configuration.settings import BotSettings
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import (
    AttemptBegun,
    BotBenched,
    BotListed,
    BotRenamed,
    RoundPlanned,
)
from referee.league.ledger.renaming import names_after, present_bots
from referee.league.ledger.schema import rating
from referee.league.running.roster import Roster
from tests.league.ledger.plan import BOTS, planned, write_record

ANN, BOB, ADA, EVE = map(BotName, ("ann", "bob", "ada", "eve"))


def played(address: str, folder: Path, *renames: tuple[str, str]) -> Ledger:
    """Return the ledger of a season that was half played when bots were renamed."""
    ledger = Ledger(address, folder, "test", begin=True)
    ledger.write(*(BotListed(bot, "random", None) for bot in BOTS), planned(1, 6))
    pairings = planned(1, 6).pairings
    for pairing in pairings[:3]:
        ledger.write(AttemptBegun(pairing.match_id, 1))
        ledger.seal([write_record(folder, pairing.match_id)])
    ledger.write(*(BotRenamed(BotName(old), BotName(new)) for old, new in renames))
    for pairing in pairings[3:]:
        ledger.write(AttemptBegun(pairing.match_id, 1))
        ledger.seal([write_record(folder, pairing.match_id)])
    return ledger


def seats(ledger: Ledger) -> list[set[BotName]]:
    """Return the bots of each match that counts."""
    return [set(result.pairing.bots) for result in ledger.results()]


class TestLedger:
    """Every table has the present name, and records of any time still belong to their match."""

    def test_results_before_and_after_have_the_new_name(self, address: str, tmp_path: Path) -> None:
        with played(address, tmp_path, ("ann", "ada")) as ledger:
            assert seats(ledger) == [{ADA, BOB, EVE}] * 6
            assert {bot.name for bot in ledger.bots()} == {ADA, BOB, EVE}
            assert ledger.entrants() == (ADA, BOB, EVE)
            assert ledger.renamed() == {ANN: ADA}

    def test_ratings_of_earlier_rounds_have_the_new_name(
        self, address: str, tmp_path: Path
    ) -> None:
        with played(address, tmp_path) as ledger:
            ledger.rate_rounds()
            before = ledger.read(_rated)
            assert any(name.startswith("ann") for name in before)
            ledger.write(BotRenamed(ANN, BotName("a_a")))
            assert ledger.read(_rated) == {
                ("a_a" + name.removeprefix("ann") if name.startswith("ann") else name): points
                for name, points in before.items()
            }

    @pytest.mark.parametrize(
        ("renames", "now", "former"),
        [
            ([("ann", "ada"), ("ada", "amy")], "amy", {"ann", "ada"}),
            ([("ann", "ada"), ("ada", "ann")], "ann", {"ada"}),
            ([("ann", "Ann")], "Ann", {"ann"}),
        ],
    )
    def test_a_bot_may_be_renamed_again_and_back(
        self, renames: list[tuple[str, str]], now: str, former: set[str], tmp_path: Path
    ) -> None:
        with played(f"sqlite:///{tmp_path}/l.db", tmp_path, *renames) as ledger:
            assert seats(ledger) == [{now, "bob", "eve"}] * 6
            assert ledger.renamed() == dict.fromkeys(former, now)
            events = [BotRenamed(BotName(old), BotName(new)) for old, new in renames]
            assert names_after(events) == ledger.renamed()

    def test_a_process_that_does_not_know_the_new_name_yet_lists_no_second_bot(
        self, tmp_path: Path
    ) -> None:
        with played(f"sqlite:///{tmp_path}/l.db", tmp_path, ("ann", "ada")) as ledger:
            ledger.write(BotBenched(ANN, "why"), BotListed(ANN, "greedy", None))
            second = planned(2, 12)
            late = RoundPlanned(2, BOTS, second.pairings[6:])
            ledger.write(late)
            assert [bot.name for bot in ledger.bots()] == [ADA, BOB, EVE]
            assert ledger.bots()[0].command == "greedy"
            assert {bot for one in ledger.open_matches() for bot in one.pairing.bots} == {
                *(ADA, BOB, EVE)
            }

    def test_two_names_are_never_confused(self, tmp_path: Path, fresh_seed: int) -> None:
        """Names that contain each other, in any order."""
        dice = Random(fresh_seed)
        names = ["ann", "bob", "eve"]
        pool = ["ann 2", "an", "a", "2 ann", "a_n", "bo.b", "eve-ann", "ann2"]
        renames = []
        for new in dice.sample(pool, len(pool)):
            place = dice.randrange(3)
            renames.append((names[place], new))
            names[place] = new
        with played(f"sqlite:///{tmp_path}/l.db", tmp_path, *renames) as ledger:
            assert seats(ledger) == [set(names)] * 6
            first = next(iter(ledger.results())).pairing.bots
            assert list(first) == names


class TestFile:
    """A league file that lists a former name lists the renamed bot."""

    def test_it_does_not_come_back_as_a_new_bot(self, tmp_path: Path) -> None:
        with played(f"sqlite:///{tmp_path}/l.db", tmp_path, ("ann", "ada")) as ledger:
            file = [BotSettings(name=bot, command="greedy") for bot in BOTS]
            assert Roster(ledger).read_file(file) == [ADA, BOB, EVE]
            assert [bot.name for bot in ledger.bots()] == [ADA, BOB, EVE]

    def test_if_it_lists_both_the_new_name_counts(self) -> None:
        both = [BotSettings(name=ANN, command="old"), BotSettings(name=ADA, command="new")]
        (found,) = present_bots(both, {ANN: ADA})
        assert (found.name, found.command) == (ADA, "new")


def _rated(connection: Connection) -> dict[str, float]:
    return {
        f"{row.bot} {row.round}": row.points for row in connection.execute(select(rating)).all()
    }
