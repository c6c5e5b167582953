"""What the journal of entries says: invitations, owners, submissions and the entries they made.

A pure fold: the same events in the same order give the same book. It knows neither files nor the
time, and refuses what an owner may not do before an event says it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from referee.entry.entry_event import (
    Announced,
    BotTokenMade,
    Challenged,
    EntryEvent,
    EntryWithdrawn,
    FriendliesAllowed,
    InvitationMade,
    InvitationRevoked,
    OwnerJoined,
    OwnerRemoved,
    OwnerTokenReplaced,
    SubmissionAccepted,
    SubmissionBegun,
    SubmissionBuilt,
    SubmissionRefused,
    SubmissionsFrozen,
    SubmissionTaken,
    VersionUsed,
)
from referee.entry.sentence import SubmissionSentence
from referee.error import UsageError
from referee.identifier import BotName, OwnerName

DAY = 86_400
"""Seconds of a day, over which quotas count."""

MOST_FRIENDLIES = 5
"""Friendlies of an owner that may wait at once. One that waits for a day does not count."""


class SubmissionState(Enum):
    """What became of a submission."""

    QUEUED = "queued"
    """It waits for the work on it, or the work was cut off and begins again."""
    UNDECIDED = "undecided"
    """It passed the check, and waits for the organiser."""
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Submission:
    """One upload for an entry.

    Attributes:
        taken: the event with its number, owner, bot and archive.
        state: what became of it.
        begun: when the work on it last began; None if it has not.
        ended: when it was built, accepted or refused last; None if it never was.
        digest: the digest of what was submitted; empty until it is built.
        version: the digest of what was built; empty if it never passed the check.
        why: why it was refused; else empty.
    """

    taken: SubmissionTaken
    state: SubmissionState = SubmissionState.QUEUED
    begun: int | None = None
    ended: int | None = None
    digest: str = ""
    version: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """One bot of an owner.

    Attributes:
        owner: its owner.
        bot: its name.
        number: the submission whose version plays; 0 for none.
        is_withdrawn: whether the owner has taken it out of the season.
        token: the SHA-256 of the token with which it connects; empty if it is hosted.
        friendlies: whether others may challenge it.
        choice: how often it got a version, by a submission, its owner's or the organiser's choice.
    """

    owner: OwnerName
    bot: BotName
    number: int = 0
    is_withdrawn: bool = False
    token: str = ""
    friendlies: bool = False
    choice: int = 0

    @property
    def plays(self) -> bool:
        """Whether it has a program, and is not withdrawn."""
        return not self.is_withdrawn and bool(self.number or self.token)


@dataclass(frozen=True, slots=True)
class EntryQuotas:
    """The quotas of each owner.

    Attributes:
        day: submissions in 24 hours.
        waiting: submissions that wait at once.
        freeze: the time from which no submission is taken; 0 for never.
        reserved: names of the bots in the league file, case-folded, which no owner may take.
        owners: names of the owners in the league file, case-folded, which nobody may take.
    """

    day: int = 20
    waiting: int = 5
    freeze: int = 0
    reserved: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()

    def is_over(self, now: int) -> bool:
        """Return whether the time for submissions is over."""
        return bool(self.freeze) and now >= self.freeze


@dataclass(slots=True)
class EntryBook:
    """The state after some events.

    Attributes:
        invitations: the invitations by the SHA-256 of their code.
        revoked: the SHA-256 of each code that was revoked.
        owners: the owners by name; one without a token was removed.
        submissions: the submissions by number.
        entries: the entries by the name of the bot.
        challenges: the friendlies that owners asked for, by number.
        announcements: words for all owners, in order.
        frozen: whether submissions are refused.
    """

    invitations: dict[str, InvitationMade] = field(default_factory=dict)
    revoked: set[str] = field(default_factory=set)
    owners: dict[OwnerName, OwnerJoined] = field(default_factory=dict)
    submissions: dict[int, Submission] = field(default_factory=dict)
    entries: dict[BotName, EnteredBot] = field(default_factory=dict)
    challenges: dict[int, Challenged] = field(default_factory=dict)
    announcements: list[Announced] = field(default_factory=list)
    frozen: bool = False

    def apply(self, event: EntryEvent) -> None:
        """Add the next event."""
        match event:
            case (
                InvitationMade()
                | InvitationRevoked()
                | OwnerJoined()
                | OwnerTokenReplaced()
                | OwnerRemoved()
            ):
                self._apply_to_owners(event)
            case SubmissionTaken():
                self.submissions[event.number] = Submission(event)
                entry = self.entries.get(event.bot) or EnteredBot(event.owner, event.bot)
                self.entries[event.bot] = replace(entry, is_withdrawn=False)
            case SubmissionBegun():
                submission = self.submissions[event.number]
                self.submissions[event.number] = replace(submission, begun=event.at)
            case SubmissionAccepted():
                self._accept(event)
            case SubmissionRefused():
                self._refuse(event)
            case SubmissionBuilt():
                self.submissions[event.number] = replace(
                    self.submissions[event.number],
                    state=SubmissionState.UNDECIDED,
                    ended=event.at,
                    digest=event.digest,
                    version=event.version,
                )
            case SubmissionsFrozen():
                self.frozen = event.frozen
            case Challenged():
                self.challenges[event.number] = event
            case Announced():
                self.announcements.append(event)
            case _:
                self._apply_to_entry(event)

    def _apply_to_owners(
        self,
        event: InvitationMade | InvitationRevoked | OwnerJoined | OwnerTokenReplaced | OwnerRemoved,
    ) -> None:
        match event:
            case InvitationMade():
                self.invitations[event.code] = event
            case InvitationRevoked():
                self.revoked.add(event.code)
            case OwnerJoined():
                self.owners[event.owner] = event
            case OwnerTokenReplaced():
                self.owners[event.owner] = replace(self.owners[event.owner], token=event.token)
            case OwnerRemoved():
                self.owners[event.owner] = replace(self.owners[event.owner], token="")

    def _apply_to_entry(
        self, event: VersionUsed | EntryWithdrawn | BotTokenMade | FriendliesAllowed
    ) -> None:
        match event:
            case VersionUsed():
                entry = self.entries[event.bot]
                choice = entry.choice + 1
                self.entries[event.bot] = replace(
                    entry, number=event.number, choice=choice, token="", is_withdrawn=False
                )
            case EntryWithdrawn():
                self.entries[event.bot] = replace(self.entries[event.bot], is_withdrawn=True)
            case BotTokenMade():
                entry = self.entries.get(event.bot) or EnteredBot(event.owner, event.bot)
                self.entries[event.bot] = replace(entry, token=event.token, is_withdrawn=False)
            case FriendliesAllowed():
                entry = self.entries[event.bot]
                self.entries[event.bot] = replace(entry, friendlies=event.allowed)

    def uses_of(self, code: str) -> int:
        """Return how many owners an invitation has made."""
        return sum(joined.code == code for joined in self.owners.values())

    def owner_of(self, token: str) -> OwnerName | None:
        """Return the owner of the hash of a token; None if there is none."""
        return next((name for name, one in self.owners.items() if one.token == token), None)

    def of_owner(self, owner: OwnerName) -> list[Submission]:
        """Return the submissions of an owner, in order."""
        return [one for one in self.submissions.values() if one.taken.owner == owner]

    def in_state(self, bot: BotName, state: SubmissionState) -> frozenset[int]:
        """Return the numbers of the submissions for a bot that are in a state."""
        return frozenset(
            one.taken.number
            for one in self.submissions.values()
            if one.taken.bot == bot and one.state is state
        )

    def check_join(
        self, code: str, name: str, now: int, reserved: Collection[str] = ()
    ) -> OwnerName:
        """Return the name of the owner that an invitation would make.

        Args:
            code: the SHA-256 of the invitation.
            name: a valid name; empty: the invitation has the name.
            now: the current time.
            reserved: names of the owners in the league file, case-folded.

        Raises:
            UsageError: if it would make none.
        """
        invitation = self.invitations.get(code)
        if invitation is None:
            raise UsageError(SubmissionSentence.INVITATION_UNKNOWN)
        if code in self.revoked or self.uses_of(code) >= invitation.uses:
            raise UsageError(SubmissionSentence.INVITATION_USED)
        if invitation.until and now >= invitation.until:
            raise UsageError(SubmissionSentence.INVITATION_EXPIRED)
        owner = invitation.owner or OwnerName(name)
        if not owner:
            raise UsageError(SubmissionSentence.OWNER_WITHOUT_NAME)
        if name and name != owner:
            raise UsageError(SubmissionSentence.INVITATION_OF_OTHER, owner=owner)
        taken = {known.casefold() for known in self.owners}.union(reserved)
        if owner.casefold() in taken:
            raise UsageError(SubmissionSentence.OWNER_TAKEN, owner=owner)
        return owner

    def is_open(self, code: str, now: int) -> bool:
        """Return whether an invitation makes owners."""
        made = self.invitations[code]
        is_over = bool(made.until) and now >= made.until
        return not is_over and code not in self.revoked and self.uses_of(code) < made.uses

    def check_invitations(self, made: Sequence[InvitationMade], now: int) -> None:
        """Check that new invitations name no owner who is there or invited.

        Raises:
            UsageError: if they do.
        """
        taken = {name.casefold() for name in self.owners}
        taken |= {
            one.owner.casefold()
            for one in self.invitations.values()
            if one.owner and self.is_open(one.code, now)
        }
        if found := [one.owner for one in made if one.owner.casefold() in taken]:
            raise UsageError(SubmissionSentence.OWNERS_INVITED, owners=", ".join(found))

    def known(self, owner: OwnerName, bot: BotName, upload: str) -> Submission | None:
        """Return the submission that an upload repeats: the same archive for the same entry.

        One that was refused is not repeated: another try may succeed.
        """
        for one in reversed(self.of_owner(owner)):
            is_same = one.taken.bot == bot and one.taken.upload == upload
            if is_same and one.state is not SubmissionState.REFUSED:
                return one
        return None

    def repeated(self, known: Submission) -> list[VersionUsed]:
        """Return what follows if an owner submits known files again: their version plays.

        Nothing follows if it plays already, or is no version.

        Raises:
            UsageError: if the owner may not have so many bots.
        """
        number, owner, bot = known.taken.number, known.taken.owner, known.taken.bot
        entry = self.entries[bot]
        plays = entry.number == number and not (entry.is_withdrawn or entry.token)
        if plays or known.state is not SubmissionState.ACCEPTED:
            return []
        self.check_choice(owner, bot)
        return [VersionUsed(owner, bot, number)]

    def check_choice(self, owner: OwnerName, bot: BotName) -> None:
        """Check that an owner may let a version of an entry play, which brings the entry back.

        Raises:
            UsageError: if not.
        """
        self._check_entry(owner, bot)

    def check_submission(
        self, owner: OwnerName, bot: BotName, quotas: EntryQuotas, now: int
    ) -> None:
        """Check that an owner may submit for an entry now.

        Raises:
            UsageError: if not.
        """
        if self.frozen or quotas.is_over(now):
            raise UsageError(SubmissionSentence.SUBMISSIONS_FROZEN)
        if bot.casefold() in quotas.reserved:
            raise UsageError(SubmissionSentence.ENTRY_TAKEN, bot=bot)
        self._check_entry(owner, bot)
        mine = self.of_owner(owner)
        recent = [one.taken.at for one in mine if one.taken.at > now - DAY]
        if len(recent) >= quotas.day:
            minutes = max(1, -(-(recent[-quotas.day] + DAY - now) // 60))
            raise UsageError(SubmissionSentence.QUOTA_OF_DAY, most=quotas.day, minutes=minutes)
        waiting = sum(one.state is SubmissionState.QUEUED for one in mine)
        if waiting >= quotas.waiting:
            raise UsageError(SubmissionSentence.QUOTA_WAITING, most=quotas.waiting)

    def check_connection(
        self, owner: OwnerName, bot: BotName, quotas: EntryQuotas, now: int
    ) -> None:
        """Check that an owner may get a token with which a bot connects.

        After the freeze, only a bot that connects already gets another one.

        Raises:
            UsageError: if not.
        """
        known = self.entries.get(bot)
        is_frozen = self.frozen or quotas.is_over(now)
        if is_frozen and not (known and known.owner == owner and known.token):
            raise UsageError(SubmissionSentence.SUBMISSIONS_FROZEN)
        self._check_entry(owner, bot)

    def open_to_friendlies(self) -> list[BotName]:
        """Return the bots that play and may be challenged, sorted by name."""
        return sorted(one.bot for one in self.entries.values() if one.plays and one.friendlies)

    def check_challenge(
        self, owner: OwnerName, bots: Sequence[BotName], has_ended: Callable[[int], bool], now: int
    ) -> None:
        """Check that an owner may ask for a friendly now.

        Args:
            owner: the owner.
            bots: the bot of the owner, and its opponents.
            has_ended: whether the friendly of a number has ended.
            now: the current time.

        Raises:
            UsageError: if not.
        """
        for bot in bots:
            entry = self.entries.get(bot)
            if entry is None or not entry.plays:
                raise UsageError(SubmissionSentence.FRIENDLY_WITHOUT, bot=bot[:60])
            if entry.owner != owner and not entry.friendlies:
                raise UsageError(SubmissionSentence.FRIENDLY_NOT_OPEN, bot=bot)
        mine = [one for one in self.challenges.values() if one.owner == owner]
        recent = [one for one in mine if one.at > now - DAY and not has_ended(one.number)]
        if len(recent) >= MOST_FRIENDLIES:
            raise UsageError(SubmissionSentence.FRIENDLIES_WAIT, most=MOST_FRIENDLIES)

    def _check_entry(self, owner: OwnerName, bot: BotName) -> None:
        if not self.owners[owner].token:  # removed meanwhile
            raise UsageError(SubmissionSentence.TOKEN_UNKNOWN)
        for entry in self.entries.values():
            if entry.bot.casefold() == bot.casefold() and (entry.owner, entry.bot) != (owner, bot):
                raise UsageError(SubmissionSentence.ENTRY_TAKEN, bot=bot)
        mine = [one for one in self.entries.values() if one.owner == owner and not one.is_withdrawn]
        most = self.invitations[self.owners[owner].code].bots
        if len(mine) >= most and bot not in {entry.bot for entry in mine}:
            raise UsageError(SubmissionSentence.QUOTA_OF_BOTS, most=most)

    def _accept(self, event: SubmissionAccepted) -> None:
        submission = replace(
            self.submissions[event.number],
            state=SubmissionState.ACCEPTED,
            ended=event.at,
            digest=event.digest,
            version=event.version,
            why="",
        )
        self.submissions[event.number] = submission
        entry = self.entries[submission.taken.bot]
        number = max(entry.number, event.number)
        choice = entry.choice + 1
        self.entries[entry.bot] = replace(entry, number=number, token="", choice=choice)

    def _refuse(self, event: SubmissionRefused) -> None:
        """Refuse a submission; if its version plays, the last accepted one plays instead."""
        submission = self.submissions[event.number]
        self.submissions[event.number] = replace(
            submission, state=SubmissionState.REFUSED, ended=event.at, why=event.why
        )
        entry = self.entries[submission.taken.bot]
        if entry.number == event.number:
            versions = self.in_state(entry.bot, SubmissionState.ACCEPTED)
            number, choice = max(versions, default=0), entry.choice + 1
            self.entries[entry.bot] = replace(entry, number=number, choice=choice)
