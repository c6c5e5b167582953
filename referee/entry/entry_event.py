"""Events of the journal of entries: who may enter, who entered, and what became of submissions.

Each event is one line of JSON, as in the journal of a league. `at` is in seconds since 1970.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from referee.identifier import BotName, OwnerName
from referee.league.ledger.chained_journal import ChainedJournal, facts_of


@dataclass(frozen=True, slots=True)
class InvitationMade:
    """The organiser lets somebody become an owner.

    Attributes:
        code: the SHA-256 of the invitation in hexadecimal.
        at: when it was made.
        until: when it expires; 0 for never.
        uses: how many owners it may make.
        bots: how many bots each of them may have.
        owner: the name that the owner gets; empty: the owner chooses it.
    """

    code: str
    at: int
    until: int = 0
    uses: int = 1
    bots: int = 1
    owner: OwnerName = OwnerName("")


@dataclass(frozen=True, slots=True)
class InvitationRevoked:
    """An invitation makes no more owners."""

    code: str


@dataclass(frozen=True, slots=True)
class OwnerJoined:
    """Somebody became an owner; `token` is the SHA-256 of the owner's token in hexadecimal."""

    owner: OwnerName
    token: str
    code: str
    at: int


@dataclass(frozen=True, slots=True)
class OwnerTokenReplaced:
    """An owner lost a token, and the organiser made another; a removed owner is back with it."""

    owner: OwnerName
    token: str
    at: int


@dataclass(frozen=True, slots=True)
class OwnerRemoved:
    """The organiser removed an owner, whose token ends; the name stays taken."""

    owner: OwnerName
    why: str
    at: int


@dataclass(frozen=True, slots=True)
class SubmissionTaken:
    """A submission is at rest, so it is acknowledged.

    Attributes:
        number: its number, from 1.
        owner: its owner.
        bot: the entry that it is for.
        upload: the SHA-256 of the archive in hexadecimal, which is also its name.
        size: the size of the archive in bytes.
        at: when it was taken.
    """

    number: int
    owner: OwnerName
    bot: BotName
    upload: str
    size: int
    at: int


@dataclass(frozen=True, slots=True)
class SubmissionBegun:
    """The work on a submission began: it is unpacked, built and checked."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class SubmissionAccepted:
    """A submission became a version.

    Attributes:
        number: its number, which is also that of the version.
        digest: the digest of what was submitted.
        version: the digest of what was built and frozen.
        at: when it was accepted.
    """

    number: int
    digest: str
    version: str
    at: int


@dataclass(frozen=True, slots=True)
class SubmissionRefused:
    """A submission became no version, or its version plays no more; `why` is for its owner."""

    number: int
    why: str
    at: int


@dataclass(frozen=True, slots=True)
class VersionUsed:
    """The owner of an entry went back to an earlier version."""

    owner: OwnerName
    bot: BotName
    number: int


@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    """The owner took an entry out of the season; it may be submitted again."""

    owner: OwnerName
    bot: BotName


@dataclass(frozen=True, slots=True)
class SubmissionsFrozen:
    """From now on no submission is taken; if `frozen` is false, they are taken again."""

    frozen: bool = True


@dataclass(frozen=True, slots=True)
class SubmissionBuilt:
    """A submission passed the check, and waits for the organiser; see `SubmissionAccepted`."""

    number: int
    digest: str
    version: str
    at: int


@dataclass(frozen=True, slots=True)
class BotTokenMade:
    """An owner runs a bot and connects it; `token` is the SHA-256 of its token in hexadecimal."""

    owner: OwnerName
    bot: BotName
    token: str
    at: int


@dataclass(frozen=True, slots=True)
class FriendliesAllowed:
    """An owner allows or forbids friendlies against a bot."""

    owner: OwnerName
    bot: BotName
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Challenged:
    """An owner asks for a friendly; `number` counts the friendlies from 1."""

    number: int
    owner: OwnerName
    bot: BotName
    opponents: tuple[BotName, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Announced:
    """The organiser has words for all owners."""

    text: str
    at: int


EntryEvent = (
    InvitationMade
    | InvitationRevoked
    | OwnerJoined
    | OwnerTokenReplaced
    | OwnerRemoved
    | SubmissionTaken
    | SubmissionBegun
    | SubmissionAccepted
    | SubmissionRefused
    | VersionUsed
    | EntryWithdrawn
    | SubmissionsFrozen
    | SubmissionBuilt
    | BotTokenMade
    | FriendliesAllowed
    | Challenged
    | Announced
)

_BY_KIND: Final[dict[str, Callable[..., EntryEvent]]] = {
    "invitation_made": InvitationMade,
    "invitation_revoked": InvitationRevoked,
    "owner_joined": OwnerJoined,
    "owner_token_replaced": OwnerTokenReplaced,
    "owner_removed": OwnerRemoved,
    "submission_taken": SubmissionTaken,
    "submission_begun": SubmissionBegun,
    "submission_accepted": SubmissionAccepted,
    "submission_refused": SubmissionRefused,
    "version_used": VersionUsed,
    "entry_withdrawn": EntryWithdrawn,
    "submissions_frozen": SubmissionsFrozen,
    "submission_built": SubmissionBuilt,
    "bot_token_made": BotTokenMade,
    "friendlies_allowed": FriendliesAllowed,
    "challenged": Challenged,
    "announced": Announced,
}
_KINDS: Final = {kind: name for name, kind in _BY_KIND.items()}


class EntryJournal(ChainedJournal[EntryEvent]):
    """The journal of the entries of one season. Several processes may write it."""

    def _dumps(self, event: EntryEvent, time: str) -> str:
        line = {"kind": _KINDS[type(event)], "time": time, **facts_of(event)}
        return json.dumps(line, separators=(",", ":"))

    def _loads(self, line: str) -> EntryEvent:
        facts = json.loads(line)
        kind = facts.pop("kind")
        del facts["time"]
        if "opponents" in facts:
            facts["opponents"] = tuple(facts["opponents"])
        return _BY_KIND[kind](**facts)
