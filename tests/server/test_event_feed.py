"""Events reach the bots that follow a match, each once and in order."""

from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import Instant
from referee.match.question import Event
from referee.server.event_feed import EventFeed
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.session import Session
from tianming_proto.v1 import play_pb2 as pb

NOW = Instant(0)

HISTORY = [Event(index, 0, f"take {index}", b"detail") for index in range(5)]


def session(*, follows: bool) -> Session:
    """The session of a bot that does or does not follow its matches."""
    limits = Limits()
    lobby = Lobby(limits, RateLimitedLog(limits, lambda: NOW))
    made = Session(SessionId("s"), BotName("a"), lobby, limits, NOW)
    made.wants_events = follows
    return made


def received(from_: Session) -> list[list[int]]:
    """The indexes of the events in each message that waits for a bot."""
    frame = pb.PlayResponse.FromString(from_.frame(NOW))
    return [[event.index for event in one.match_events.events] for one in frame.messages]


class TestEventFeed:
    """What a bot is sent outside a question."""

    def test_a_bot_that_follows_gets_what_happens_from_its_arrival_on(self) -> None:
        feed, bot = EventFeed(MatchId("m")), session(follows=True)
        feed.send(HISTORY[:2])
        feed.join(bot, None, HISTORY[:2])
        feed.send(HISTORY[:3])
        feed.send(HISTORY)
        assert received(bot) == [[2], [3, 4]]

    def test_a_bot_that_named_a_point_gets_what_it_has_missed(self) -> None:
        for follows, want in ((True, [[1, 2], [3, 4]]), (False, [[1, 2]])):
            feed, bot = EventFeed(MatchId("m")), session(follows=follows)
            feed.join(bot, 1, HISTORY[:3])
            feed.send(HISTORY)
            assert received(bot) == want

    def test_a_point_beyond_the_last_event_brings_nothing(self) -> None:
        feed, bot = EventFeed(MatchId("m")), session(follows=False)
        feed.join(bot, 99, HISTORY)
        assert received(bot) == []

    def test_a_bot_that_has_left_gets_nothing_more(self) -> None:
        feed, bot = EventFeed(MatchId("m")), session(follows=True)
        feed.join(bot, None, HISTORY[:1])
        feed.leave(BotName("a"))
        feed.send(HISTORY)
        assert received(bot) == []
