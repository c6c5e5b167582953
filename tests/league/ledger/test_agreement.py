"""A record counts for a match only if its header agrees with the plan and the journal."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.error import DataError
from referee.identifier import BotName
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.ledger import Ledger
from referee.league.ledger.agreement import Agreement, PlannedAttempt
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import NAME, Journal
from referee.league.ledger.journal_event import AttemptBegun, AttemptSealed
from referee.league.sentence import LeagueSentence
from referee.record.outline import Header
from tests.errors import raises
from tests.league.ledger.plan import planned, sealed, write_record

SEED, OTHER = bytes(32), bytes([1]) * 32
BOTS = ("ann", "bob")
TOY = {"together": "no", "broken": "no"}
PLAN = PlannedAttempt(tuple(map(BotName, BOTS)), 0, SEED, None)
HEADER = Header("toy", tuple(sorted(TOY.items())), tuple(map(BotName, BOTS)), SEED)
(ONE, TWO, *_) = (pairing.match_id for pairing in planned().pairings)


@pytest.fixture
def ledger(address: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger of the toy game with a round of six matches."""
    variants: tuple[dict[str, str], ...] = ({}, {"together": "no"})
    with Ledger(address, tmp_path, "test", True, game="toy", variants=variants) as ledger:
        ledger.write(planned())
        yield ledger


class TestViolation:
    """What tells a record of another match."""

    def violation(self, header: Header, plan: PlannedAttempt = PLAN) -> DataError | None:
        return Agreement("toy", (TOY,)).violation(plan, header, b"digest")

    def test_the_record_of_the_plan_has_none(self) -> None:
        assert self.violation(HEADER) is None

    @pytest.mark.parametrize(
        ("header", "sentence", "fields"),
        [
            (
                replace(HEADER, game="ming"),
                LeagueSentence.OTHER_GAME_PLAYED,
                {"record": "ming", "plan": "toy"},
            ),
            (
                replace(HEADER, bots=(BotName("ann"), BotName("eve"))),
                LeagueSentence.OTHER_BOTS,
                {"record": "ann, eve", "plan": "ann, bob"},
            ),
            (
                replace(HEADER, bots=(BotName("bob"), BotName("ann"))),
                LeagueSentence.OTHER_BOTS,
                {"record": "bob, ann", "plan": "ann, bob"},
            ),
            (replace(HEADER, seed=OTHER), LeagueSentence.OTHER_SEED, {}),
            (
                replace(HEADER, options=(("broken", "no"), ("together", "yes"))),
                LeagueSentence.OTHER_OPTION,
                {"option": "together", "record": "yes", "plan": "no"},
            ),
            (
                replace(HEADER, options=(("broken", "no"),)),
                LeagueSentence.OTHER_OPTION,
                {"option": "together", "record": "missing", "plan": "no"},
            ),
        ],
    )
    def test_the_differences_are_named(
        self, header: Header, sentence: LeagueSentence, fields: dict[str, object]
    ) -> None:
        violation = self.violation(header)
        assert violation is not None
        assert (violation.sentence, violation.fields) == (sentence, fields)

    def test_another_seal_than_that_of_the_journal_is_named(self) -> None:
        violation = self.violation(HEADER, replace(PLAN, digest=b"other"))
        assert violation is not None
        assert violation.sentence is LeagueSentence.OTHER_SEAL
        assert violation.fields == {"journal": b"other".hex(), "record": b"digest".hex()}

    def test_an_attempt_whose_seed_nobody_wrote_down_may_have_any(self) -> None:
        header = replace(HEADER, seed=OTHER)
        assert self.violation(header, replace(PLAN, seed=None)) is None


class TestSeal:
    """The ledger takes no record of another match, whoever brings it."""

    def test_a_record_on_another_seed_does_not_count(self, ledger: Ledger, tmp_path: Path) -> None:
        other = write_record(tmp_path, ONE, seed=OTHER)
        right = write_record(tmp_path, TWO)
        strays, foreign = ledger.seal([other, right])
        counted = [result.pairing.match_id for result in ledger.results()]
        assert (strays, counted) == ([], [TWO])
        assert [(one.attempt, one.why.sentence) for one in foreign] == [
            (AttemptName(ONE, 1), LeagueSentence.OTHER_SEED)
        ]

    def test_a_later_attempt_has_the_seed_of_the_journal(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        ledger.write(AttemptBegun(ONE, 2, OTHER.hex()), AttemptBegun(TWO, 2, OTHER.hex()))
        assert ledger.seed(AttemptName(ONE, 2)) == OTHER
        wrong, right = (
            write_record(tmp_path, ONE, 2),
            write_record(tmp_path, TWO, 2, seed=OTHER),
        )
        _, foreign = ledger.seal([wrong, right])
        assert [str(one.attempt) for one in foreign] == [wrong.match_id]
        assert [result.digest for result in ledger.results()] == [right.digest]

    def test_a_record_with_another_seal_than_the_first_does_not_count(self, ledger: Ledger) -> None:
        first, second = sealed(ONE), replace(sealed(ONE), digest=b"another seal")
        assert ledger.seal([first]) == ([], [])
        _, (foreign,) = ledger.seal([second])
        assert foreign.why.sentence is LeagueSentence.OTHER_SEAL
        assert [result.digest for result in ledger.results()] == [first.digest]

    def test_a_violation_is_reported_before_a_record_is_made(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        assert ledger.violation(write_record(tmp_path, ONE)) is None
        assert ledger.violation(write_record(tmp_path, TWO, seed=OTHER)) is not None
        assert ledger.violation(sealed("other-r001-s00001-1")) is None


class TestJournal:
    """The digests of sealed records stand in the journal."""

    def events(self, folder: Path) -> list[AttemptSealed]:
        events = Journal(folder / NAME, JournalPosition()).catch_up()
        return [event for event in events if isinstance(event, AttemptSealed)]

    def test_each_is_written_once(self, ledger: Ledger, tmp_path: Path) -> None:
        found = [write_record(tmp_path, name) for name in (ONE, TWO)]
        ledger.seal(found)
        ledger.seal(found)
        ledger.rebuild(found)
        assert self.events(tmp_path) == [
            AttemptSealed(one.match_id, 1, one.digest.hex()) for one in found
        ]

    def test_a_rebuild_adds_those_that_it_lacks(self, ledger: Ledger, tmp_path: Path) -> None:
        ledger.rebuild([write_record(tmp_path, ONE)])
        (event,) = self.events(tmp_path)
        assert event.match_id == ONE

    def test_a_rebuild_refuses_a_record_that_was_replaced_and_changes_nothing(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        first: FinishedMatch = write_record(tmp_path, ONE)
        ledger.seal([first])
        before = ledger.digest()
        with raises(
            DataError,
            LeagueSentence.RECORD_OF_OTHER_MATCH,
            record=tmp_path / f"{ONE}.tianming",
            why=LeagueSentence.OTHER_SEAL,
        ):
            ledger.rebuild([replace(first, digest=b"another seal")])
        assert ledger.digest() == before

    def test_a_rebuild_names_every_record_that_was_replaced(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        wrong = [write_record(tmp_path, name, seed=OTHER) for name in (ONE, TWO)]
        with raises(DataError, LeagueSentence.FOREIGN_RECORDS, count=2) as caught:
            ledger.rebuild(wrong)
        reasons = str(caught.value.fields["reasons"]).splitlines()
        assert [f"{tmp_path / name}.tianming" for name in (ONE, TWO)] == [
            reason.partition(": ")[0] for reason in reasons
        ]

    def test_an_attempt_whose_record_is_gone_is_not_played_again_under_its_name(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        ledger.write(AttemptBegun(ONE, 1))
        ledger.seal([write_record(tmp_path, ONE)])
        ledger.rebuild([])
        assert ledger.open_attempts() == []
        match = ledger.find(ONE)
        assert match is not None
        assert (match.is_settled, match.next_attempt) == (False, 2)
