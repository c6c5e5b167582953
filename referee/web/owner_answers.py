"""Messages of `EntryService` as answers of the API; texts of bots have no character that hides."""

from datetime import UTC, datetime
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from referee.web.api.entered import (
    Announced,
    EntryLine,
    EntryTerms,
    Mine,
    OwnedMatchLine,
    OwnedSeatLine,
    StageWord,
    SubmissionLine,
    SubmissionProgress,
    SubmissionStateWord,
)
from tianming_games.ground.text import printable
from tianming_proto.entry.v1 import entry_pb2 as pb

_STATES: Final[dict[int, SubmissionStateWord]] = {
    pb.SUBMISSION_STATE_ACCEPTED: "accepted",
    pb.SUBMISSION_STATE_REFUSED: "refused",
    pb.SUBMISSION_STATE_UNDECIDED: "undecided",
}

_STAGES: Final[dict[int, StageWord]] = {
    pb.SUBMISSION_STAGE_UNPACKING: "unpacking",
    pb.SUBMISSION_STAGE_BUILDING: "building",
    pb.SUBMISSION_STAGE_CHECKING: "checking",
}


def shown(text: str) -> str:
    """Return a text of several lines whose characters can all be seen."""
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def terms(found: pb.DescribeResponse, form: str, is_signed_in: bool) -> EntryTerms:
    """Return what a season demands."""
    return EntryTerms(
        league=printable(found.league),
        game=found.game,
        form=form,
        signed_in=is_signed_in,
        frozen=found.frozen,
        toolchains=tuple(map(printable, found.toolchains)),
        archive_bytes=found.max_archive_bytes,
        submissions_per_day=found.submissions_per_day,
        waiting_submissions=found.waiting_submissions,
        by_hand=found.by_hand,
        friendlies=found.friendlies,
        connected_bots=found.connected_bots,
        announcements=tuple(
            Announced(made=_time(one.made), text=shown(one.text)) for one in found.announcements
        ),
        open_to_friendlies=tuple(map(printable, found.open_to_friendlies)),
    )


def mine(found: pb.ListEntriesResponse, form: str) -> Mine:
    """Return the owner's name and entries."""
    entries = tuple(map(entry, found.entries))
    return Mine(owner=printable(found.owner), form=form, entries=entries)


def entry(one: pb.EnteredBot) -> EntryLine:
    """Return an entry."""
    return EntryLine(
        bot=printable(one.bot),
        playing=one.playing if one.HasField("playing") else None,
        withdrawn=one.withdrawn,
        friendlies=one.friendlies,
        connected=one.connected,
        benched=shown(one.benched),
        rolled_back=shown(one.rolled_back),
        matches=one.matches,
        place=one.place if one.HasField("place") else None,
    )


def submission(one: pb.Submission) -> SubmissionLine:
    """Return a submission."""
    return SubmissionLine(
        number=one.number,
        bot=printable(one.bot),
        state=_STATES.get(one.state, "queued"),
        taken=_time(one.taken),
        archive_bytes=one.archive_bytes,
        begun=_time(one.begun) if one.HasField("begun") else None,
        version=one.version_digest,
        why=shown(one.why),
    )


def progress(one: pb.FollowResponse) -> SubmissionProgress:
    """Return the progress of a submission."""
    line = submission(one.submission)
    stage = _STAGES.get(one.stage, "waiting") if line.state == "queued" else ""
    return SubmissionProgress(submission=line, stage=stage, output=shown(one.output))


def owned_match(one: pb.OwnedMatch) -> OwnedMatchLine:
    """Return a match of an owner."""
    return OwnedMatchLine(
        number=one.number,
        match=one.match_id,
        ended=_time(one.ended),
        seats=tuple(map(_seat, one.seats)),
        friendly=one.friendly,
        record_open=one.record_open,
    )


def _seat(seat: pb.OwnedSeat) -> OwnedSeatLine:
    return OwnedSeatLine(
        bot=printable(seat.bot),
        version=printable(seat.version),
        yours=seat.yours,
        place=seat.place,
        points=seat.points,
        faults=seat.faults,
        forfeited=seat.forfeited,
        longest=seat.longest_answer,
        all=seat.all_answers,
    )


def _time(stamp: Timestamp) -> datetime:
    return stamp.ToDatetime(tzinfo=UTC)
