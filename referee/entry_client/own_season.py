"""What an owner sees of a season, as plain values: `asdict` makes them JSON.

Times are texts such as `2026-12-20T18:00:00Z`, empty if they are unknown. Texts come from the
service and from other owners, and may contain anything.
"""

from dataclasses import dataclass
from datetime import UTC
from typing import Self

from google.protobuf.timestamp_pb2 import Timestamp

from tianming_proto.entry.v1 import entry_pb2 as pb


@dataclass(frozen=True, slots=True)
class SeasonAnnouncement:
    """Words of the organiser: when they were made, and the text."""

    made: str
    text: str


@dataclass(frozen=True, slots=True)
class SeasonDemands:
    """What a season demands of bots and of submissions; the fields are those of the contract."""

    league: str
    game: str
    frozen: bool
    toolchains: tuple[str, ...]
    max_archive_bytes: int
    submissions_per_day: int
    waiting_submissions: int
    by_hand: bool
    friendlies: bool
    connected_bots: bool
    announcements: tuple[SeasonAnnouncement, ...]
    open_to_friendlies: tuple[str, ...]

    @classmethod
    def of(cls, message: pb.DescribeResponse) -> Self:
        """Return the value of a message."""
        return cls(
            league=message.league,
            game=message.game,
            frozen=message.frozen,
            toolchains=tuple(message.toolchains),
            max_archive_bytes=message.max_archive_bytes,
            submissions_per_day=message.submissions_per_day,
            waiting_submissions=message.waiting_submissions,
            by_hand=message.by_hand,
            friendlies=message.friendlies,
            connected_bots=message.connected_bots,
            announcements=tuple(
                SeasonAnnouncement(_moment(one, "made"), one.text) for one in message.announcements
            ),
            open_to_friendlies=tuple(message.open_to_friendlies),
        )


@dataclass(frozen=True, slots=True)
class OwnSubmission:
    """One upload of the owner.

    Attributes:
        number: its number in the season.
        bot: the bot.
        state: `queued`, `accepted`, `refused` or `undecided`.
        taken: when it was taken.
        archive_bytes: size of its archive.
        begun: when the work on it last began.
        version_digest: the digest of its version; empty unless it is accepted.
        why: why it was refused; else empty.
    """

    number: int
    bot: str
    state: str
    taken: str
    archive_bytes: int
    begun: str
    version_digest: str
    why: str

    @classmethod
    def of(cls, message: pb.Submission) -> Self:
        """Return the value of a message."""
        return cls(
            number=message.number,
            bot=message.bot,
            state=_STATES.get(message.state, "queued"),
            taken=_moment(message, "taken"),
            archive_bytes=message.archive_bytes,
            begun=_moment(message, "begun"),
            version_digest=message.version_digest,
            why=message.why,
        )


@dataclass(frozen=True, slots=True)
class SubmissionStep:
    """The progress of a submission.

    Attributes:
        submission: the submission, with its state now.
        stage: `waiting`, `unpacking`, `building` or `checking`; empty if it is not queued.
        output: what the build or the check printed since the step before.
    """

    submission: OwnSubmission
    stage: str
    output: str

    @property
    def is_last(self) -> bool:
        """Whether nothing more happens by itself."""
        return self.submission.state != "queued"


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """One bot of the owner; the fields are those of the contract, with None for what is not set."""

    bot: str
    playing: int | None
    withdrawn: bool
    friendlies: bool
    connected: bool
    benched: str
    rolled_back: str
    matches: int
    place: int | None

    @classmethod
    def of(cls, message: pb.EnteredBot) -> Self:
        """Return the value of a message."""
        return cls(
            bot=message.bot,
            playing=message.playing if message.HasField("playing") else None,
            withdrawn=message.withdrawn,
            friendlies=message.friendlies,
            connected=message.connected,
            benched=message.benched,
            rolled_back=message.rolled_back,
            matches=message.matches,
            place=message.place if message.HasField("place") else None,
        )


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat of a match; the fields are those of the contract."""

    bot: str
    version: str
    yours: bool
    place: int
    points: int
    faults: int
    forfeited: str
    longest_answer: float
    all_answers: float


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match that a bot of the owner played; the fields are those of the contract."""

    number: int
    match: str
    ended: str
    friendly: bool
    record_open: bool
    seats: tuple[OwnSeat, ...]

    @classmethod
    def of(cls, message: pb.OwnedMatch) -> Self:
        """Return the value of a message."""
        return cls(
            number=message.number,
            match=message.match_id,
            ended=_moment(message, "ended"),
            friendly=message.friendly,
            record_open=message.record_open,
            seats=tuple(
                OwnSeat(
                    bot=seat.bot,
                    version=seat.version,
                    yours=seat.yours,
                    place=seat.place,
                    points=seat.points,
                    faults=seat.faults,
                    forfeited=seat.forfeited,
                    longest_answer=seat.longest_answer,
                    all_answers=seat.all_answers,
                )
                for seat in message.seats
            ),
        )


@dataclass(frozen=True, slots=True)
class ConnectedEntry:
    """What a connected bot needs: a token, and the address at which it connects."""

    token: str
    address: str


_STATES = {
    pb.SUBMISSION_STATE_ACCEPTED: "accepted",
    pb.SUBMISSION_STATE_REFUSED: "refused",
    pb.SUBMISSION_STATE_UNDECIDED: "undecided",
}
"""The words of states; every other state is treated as queued, as the contract asks."""

_STAGES = {
    pb.SUBMISSION_STAGE_UNPACKING: "unpacking",
    pb.SUBMISSION_STAGE_BUILDING: "building",
    pb.SUBMISSION_STAGE_CHECKING: "checking",
}


def step_of(message: pb.FollowResponse, output: str) -> SubmissionStep:
    """Return a step with a part of its output."""
    submission = OwnSubmission.of(message.submission)
    stage = _STAGES.get(message.stage, "waiting") if submission.state == "queued" else ""
    return SubmissionStep(submission, stage, output)


def _moment(message: pb.Submission | pb.Announcement | pb.OwnedMatch, field: str) -> str:
    """Return the time in a field of a message; empty if it is not set, or is no time."""
    if not message.HasField(field):
        return ""
    stamp: Timestamp = getattr(message, field)
    try:
        return f"{stamp.ToDatetime(UTC):%Y-%m-%dT%H:%M:%SZ}"
    except (ValueError, OverflowError):
        return ""
