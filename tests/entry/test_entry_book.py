"""Who may join and submit, and in which order submissions are built."""

import random

import pytest

from referee.entry.build_queue import next_submission
from referee.entry.entry_book import DAY, EntryBook, EntryQuotas
from referee.entry.entry_event import (
    EntryEvent,
    EntryWithdrawn,
    InvitationMade,
    InvitationRevoked,
    OwnerJoined,
    SubmissionAccepted,
    SubmissionBegun,
    SubmissionRefused,
    SubmissionsFrozen,
    SubmissionTaken,
    VersionUsed,
)
from referee.entry.sentence import SubmissionSentence
from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from tests.errors import raises

ADA, BOB = OwnerName("ada"), OwnerName("bob")
CODE = "c" * 64


def book(*events: EntryEvent) -> EntryBook:
    """Return the book of an invitation for many owners, and more events."""
    found = EntryBook()
    for event in (InvitationMade(CODE, 0, uses=1000, bots=2), *events):
        found.apply(event)
    return found


def joins(*owners: OwnerName) -> list[EntryEvent]:
    return [OwnerJoined(owner, owner.encode().hex(), CODE, 0) for owner in owners]


def taken(number: int, owner: OwnerName, bot: str = "", at: int = 0) -> SubmissionTaken:
    return SubmissionTaken(number, owner, BotName(bot or owner), f"{number:064}", 1, at)


class TestJoin:
    """Invitations: how often, until when, and for whom."""

    def test_an_invitation_makes_as_many_owners_as_it_says(self) -> None:
        found = book(InvitationMade("d", 0, uses=2), *[OwnerJoined(ADA, "t", "d", 0)])
        assert found.check_join("d", "bob", 0) == BOB
        found.apply(OwnerJoined(BOB, "u", "d", 0))
        with raises(UsageError, SubmissionSentence.INVITATION_USED):
            found.check_join("d", "eve", 0)

    def test_an_expired_revoked_or_unknown_one_makes_none(self) -> None:
        found = book(
            InvitationMade("d", 0, until=10), InvitationMade("e", 0), InvitationRevoked("e")
        )
        assert found.check_join("d", "ada", 9) == ADA
        for code, sentence in {
            "d": SubmissionSentence.INVITATION_EXPIRED,
            "e": SubmissionSentence.INVITATION_USED,
            "f": SubmissionSentence.INVITATION_UNKNOWN,
        }.items():
            with raises(UsageError, sentence):
                found.check_join(code, "ada", 10)

    def test_a_name_is_that_of_the_invitation_or_a_free_one(self) -> None:
        found = book(InvitationMade("d", 0, owner=ADA), *joins(BOB))
        assert found.check_join("d", "", 0) == ADA
        with raises(UsageError, SubmissionSentence.INVITATION_OF_OTHER):
            found.check_join("d", "eve", 0)
        with raises(UsageError, SubmissionSentence.OWNER_TAKEN):
            found.check_join(CODE, "BOB", 0)
        with raises(UsageError, SubmissionSentence.OWNER_WITHOUT_NAME):
            found.check_join(CODE, "", 0)

    def test_a_name_of_the_league_file_is_refused(self) -> None:
        invited = book(InvitationMade("c", 0))
        with raises(UsageError, SubmissionSentence.OWNER_TAKEN):
            invited.check_join("c", "Ada", 0, ("ada",))
        assert invited.check_join("c", "eve", 0, ("ada",)) == "eve"

    def test_an_owner_is_found_by_the_token(self) -> None:
        found = book(*joins(ADA, BOB))
        assert found.owner_of(BOB.encode().hex()) == BOB
        assert found.owner_of("x") is None


class TestQuotas:
    """What an owner may submit, and when."""

    def test_submissions_in_24_hours(self) -> None:
        found = book(*joins(ADA), taken(1, ADA, at=100), taken(2, ADA, at=200))
        found.apply(SubmissionRefused(1, "", 100))
        quotas = EntryQuotas(day=2)
        with raises(UsageError, SubmissionSentence.QUOTA_OF_DAY, minutes=2):
            found.check_submission(ADA, BotName("ada"), quotas, DAY)
        found.check_submission(ADA, BotName("ada"), quotas, DAY + 100)

    def test_submissions_that_wait(self) -> None:
        found = book(*joins(ADA), taken(1, ADA), taken(2, ADA))
        with raises(UsageError, SubmissionSentence.QUOTA_WAITING, most=2):
            found.check_submission(ADA, BotName("ada"), EntryQuotas(waiting=2), 0)

    def test_bots(self) -> None:
        found = book(*joins(ADA), taken(1, ADA, "one"), taken(2, ADA, "two"))
        found.check_submission(ADA, BotName("two"), EntryQuotas(), 0)
        with raises(UsageError, SubmissionSentence.QUOTA_OF_BOTS, most=2):
            found.check_submission(ADA, BotName("three"), EntryQuotas(), 0)
        found.apply(EntryWithdrawn(ADA, BotName("one")))
        found.check_submission(ADA, BotName("three"), EntryQuotas(), 0)

    @pytest.mark.parametrize("bot", ["ada", "ADA"])
    def test_a_bot_of_another_owner(self, bot: str) -> None:
        found = book(*joins(ADA, BOB), taken(1, ADA))
        with raises(UsageError, SubmissionSentence.ENTRY_TAKEN):
            found.check_submission(BOB, BotName(bot), EntryQuotas(), 0)

    def test_a_bot_of_the_league_file(self) -> None:
        quotas = EntryQuotas(reserved=("house",))
        with raises(UsageError, SubmissionSentence.ENTRY_TAKEN):
            book(*joins(ADA)).check_submission(ADA, BotName("House"), quotas, 0)

    def test_a_frozen_season(self) -> None:
        found = book(*joins(ADA), SubmissionsFrozen())
        with raises(UsageError, SubmissionSentence.SUBMISSIONS_FROZEN):
            found.check_submission(ADA, BotName("ada"), EntryQuotas(), 0)
        found.apply(SubmissionsFrozen(frozen=False))
        found.check_submission(ADA, BotName("ada"), EntryQuotas(), 0)


class TestVersions:
    """Which version of an entry plays."""

    def test_the_last_accepted_one_plays_until_its_owner_goes_back(self) -> None:
        found = book(*joins(ADA), taken(1, ADA), SubmissionAccepted(1, "d", "v", 0))
        found.apply(taken(2, ADA))
        assert found.entries[BotName("ada")].number == 1
        found.apply(SubmissionAccepted(2, "e", "w", 0))
        assert found.entries[BotName("ada")].number == 2
        found.apply(VersionUsed(ADA, BotName("ada"), 1))
        assert found.entries[BotName("ada")].number == 1


class TestQueue:
    """One build at a time for each owner, and the owner who has waited longest comes first."""

    def test_an_owner_with_many_submissions_does_not_delay_another(self) -> None:
        found = book(
            *joins(ADA, BOB), *(taken(number, ADA) for number in range(1, 5)), taken(5, BOB)
        )
        assert self._order(found, 2) == [1, 5, 2, 3, 4]

    def test_no_owner_has_two_at_once(self) -> None:
        found = book(*joins(ADA), taken(1, ADA), taken(2, ADA), SubmissionBegun(1, 1))
        assert next_submission(found, [1]) is None
        nothing_runs = next_submission(found, [])
        assert nothing_runs is not None
        assert nothing_runs.taken.number == 1, "the killed build begins again"

    def test_whatever_is_submitted_every_submission_has_its_turn_once(
        self, fresh_seed: int
    ) -> None:
        dice = random.Random(fresh_seed)
        owners = [OwnerName(f"o{number}") for number in range(8)]
        submitted = [taken(number, dice.choice(owners)) for number in range(1, 60)]
        order = self._order(book(*joins(*owners), *submitted), dice.randint(1, 4))
        assert sorted(order) == list(range(1, 60))
        for owner in owners:
            mine = [one.number for one in submitted if one.owner == owner]
            assert [number for number in order if number in mine] == mine

    @staticmethod
    def _order(found: EntryBook, places: int) -> list[int]:
        """Work on all submissions, and return their numbers in the order in which work began."""
        running: list[int] = []
        order: list[int] = []
        while True:
            following = next_submission(found, running)
            if following is not None and len(running) < places:
                number = following.taken.number
                found.apply(SubmissionBegun(number, len(order)))
                running.append(number)
                order.append(number)
            elif running:
                found.apply(SubmissionRefused(running.pop(0), "", 0))
            else:
                return order
