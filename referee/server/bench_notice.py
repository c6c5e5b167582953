"""The notice to a bot that it is benched: its league starts no more matches with it."""

from dataclasses import dataclass

from tianming_proto.v1 import play_pb2 as pb


@dataclass(frozen=True, slots=True)
class BenchNotice:
    """The notice to a benched bot and its owner.

    Attributes:
        league: name of the league.
        reason: why the bot is benched, as a clause.
        reconnects: whether a new stream brings the bot back; if not, only the organiser can.
        advice: how the bot comes back, as a sentence for its owner.
    """

    league: str
    reason: str
    reconnects: bool
    advice: str

    def encoded(self) -> bytes:
        """Return the notice as a serialised `RefereeMessage`."""
        way_back = pb.WAY_BACK_RECONNECT if self.reconnects else pb.WAY_BACK_ORGANISER
        notice = pb.BenchNotice(
            league=self.league, reason=self.reason, way_back=way_back, advice=self.advice
        )
        return pb.RefereeMessage(bench_notice=notice).SerializeToString()
