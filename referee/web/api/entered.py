"""What the API says to owners about their entries, and what owners send."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from referee.web.api.model import Model, Seconds

SubmissionStateWord = Literal["queued", "accepted", "refused", "undecided"]
"""It waits or is built; it is a version; it became none; it waits for the organiser."""

StageWord = Literal["", "waiting", "unpacking", "building", "checking"]
"""What is done with a queued submission; empty if it is not queued."""

Name = Annotated[str, Field(max_length=100)]
Code = Annotated[str, Field(max_length=100)]


class Announced(Model):
    """Words of the organiser for all owners."""

    made: datetime
    text: str


class EntryTerms(Model):
    """What the season demands of bots, and whether the reader is signed in."""

    league: str
    game: str
    form: str
    """The form token: requests that change something have it in the header `X-Tianming-Form`."""
    signed_in: bool = False
    frozen: bool = False
    """Whether submissions are refused now."""
    toolchains: tuple[str, ...] = ()
    """Toolchains that builds may use."""
    archive_bytes: int = 0
    """Maximum size of an archive."""
    submissions_per_day: int = 0
    waiting_submissions: int = 0
    """Submissions of an owner that may wait at once."""
    by_hand: bool = False
    """Whether the organiser accepts each submission."""
    friendlies: bool = False
    connected_bots: bool = False
    """Whether owners may run bots themselves."""
    announcements: tuple[Announced, ...] = ()
    """The newest first."""
    open_to_friendlies: tuple[str, ...] = ()
    """Bots that may be challenged."""


class EntryLine(Model):
    """A bot of the owner."""

    bot: str
    playing: int | None = None
    """The submission whose version plays."""
    withdrawn: bool = False
    friendlies: bool = False
    """Whether others may challenge it."""
    connected: bool = False
    """Whether the owner runs it."""
    benched: str = ""
    """Why it is benched, and how it comes back."""
    rolled_back: str = ""
    """Why its last version was rolled back."""
    matches: int = 0
    place: int | None = None


class Mine(Model):
    """The entries of the owner."""

    owner: str
    form: str
    """As in `EntryTerms`."""
    entries: tuple[EntryLine, ...] = ()


class SubmissionLine(Model):
    """One upload for an entry."""

    number: int
    bot: str
    state: SubmissionStateWord
    taken: datetime
    archive_bytes: int = 0
    begun: datetime | None = None
    version: str = ""
    """Digest of its version."""
    why: str = ""
    """Why it was refused, with lines of output."""


class SubmissionPage(Model):
    """Submissions of the owner, the newest first."""

    submissions: tuple[SubmissionLine, ...] = ()


class SubmissionProgress(Model):
    """What is done with a submission, and what was printed since the last event."""

    submission: SubmissionLine
    stage: StageWord = ""
    output: str = ""


class OwnedSeatLine(Model):
    """A seat of a match."""

    bot: str
    version: str = ""
    yours: bool = False
    place: int = 0
    points: int = 0
    faults: int = 0
    forfeited: str = ""
    """The fault that forfeited it; empty if it was not forfeited."""
    longest: Seconds = 0.0
    """The longest time for an answer; only of the owner's bots, as `all`."""
    all: Seconds = 0.0
    """The time for all answers."""


class OwnedMatchLine(Model):
    """A match that a bot of the owner played."""

    number: int
    match: str
    ended: datetime
    seats: tuple[OwnedSeatLine, ...] = ()
    friendly: bool = False
    record_open: bool = False
    """Whether its record can be downloaded now."""


class OwnedMatches(Model):
    """Matches of the owner's bots, the newest first."""

    matches: tuple[OwnedMatchLine, ...] = ()


class JoinedOwner(Model):
    """A new owner."""

    owner: str
    token: str
    """The owner's token; it is sent only here."""


class BotToken(Model):
    """The token of a connected entry."""

    token: str
    """It is sent only here."""
    address: str
    """Where the bot connects."""


class FriendlyAsked(Model):
    """A friendly that waits."""

    match: str


class Done(Model):
    """The change is made."""


class JoinOrder(Model):
    """Become an owner."""

    invitation: Code
    owner: Name = ""


class SignIn(Model):
    """Begin a session with an owner's token."""

    token: Code


class NoOrder(Model):
    """Nothing: the address says everything."""


class VersionChoice(Model):
    """Let the version of a submission play."""

    number: Annotated[int, Field(ge=1, le=1_000_000_000)]


class FriendlyChoice(Model):
    """Allow or forbid friendlies."""

    allowed: bool


class ChallengeOrder(Model):
    """Ask for a friendly."""

    opponents: Annotated[list[Name], Field(max_length=10)]


class RawBytes(Model):
    """Bytes that are no JSON: an archive, output or a record."""
