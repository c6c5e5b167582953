"""The lobby, without streams: whose word counts for which match."""

import asyncio

import pytest
from structlog.testing import capture_logs

from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import Instant
from referee.match.question import Answer
from referee.record.file import MemoryFile
from referee.server.bench_notice import BenchNotice
from referee.server.host import MatchHost
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.refusal import StreamRefused
from referee.server.session import Session
from referee.server.time_source import FairClock
from tests.server.harness import toy_match
from tianming_games.registry import load
from tianming_proto.v1 import play_pb2 as pb

NOW = Instant(0)

LIMITS = Limits(max_queue=64)
"""A bot hears of 32 matches, half of what may wait for it, before it reads."""


def lobby() -> Lobby:
    """A lobby with nobody in it."""
    return Lobby(LIMITS, RateLimitedLog(LIMITS, lambda: NOW))


def come(to: Lobby, bot: BotName, hello: pb.Hello | None = None) -> Session:
    """A bot that has introduced itself."""
    session = Session(SessionId(f"of {bot}"), bot, to, LIMITS, NOW)
    to.entered(session, hello or pb.Hello(), NOW)
    return session


def match(match_id: str, *bots: str) -> MatchHost:
    """A match of the toy game that has not begun."""
    settings = toy_match(*bots, match_id=match_id)
    return MatchHost(settings, load("toy"), MemoryFile(), FairClock(), 0.0)


async def ended(where: Lobby, *hosts: MatchHost) -> None:
    """Matches that were called off as soon as they had begun."""
    for host in hosts:
        where.open(host)
        host.start()
        host.void("Nobody wanted it.")
    await asyncio.gather(*(host.done for host in hosts))


ANSWER = Answer(1, 0, NOW)
"""An answer to the first question of a match."""


class TestEnded:
    """What crosses with the end of a match is stale, and no violation."""

    async def test_words_to_a_match_that_has_ended_are_let_pass(self) -> None:
        here = lobby()
        await ended(here, match("m1", "a", "b"))
        session = come(here, BotName("a"))
        assert not here.chose(session, MatchId("m1"), ANSWER)
        here.resigned(session, MatchId("m1"), NOW)

    async def test_a_message_about_a_match_that_nobody_plays_is_rejected_in_words(self) -> None:
        here = lobby()
        await ended(here, match("m1", "a", "b"))
        other = come(here, BotName("c"))
        assert not here.chose(other, MatchId("m1"), ANSWER)
        here.resigned(other, MatchId("m9"), NOW)
        (one, two) = rejections(other)
        assert (one.match_id, one.number, two.match_id) == ("m1", 1, "m9")
        assert not two.HasField("number")
        assert one.reason == two.reason

    async def test_a_bot_that_has_no_seat_in_a_match_of_others_is_sent_away(self) -> None:
        here = lobby()
        here.open(match("m1", "a", "b"))
        other = come(here, BotName("c"))
        with pytest.raises(StreamRefused, match="no seat"):
            here.chose(other, MatchId("m1"), ANSWER)
        with pytest.raises(StreamRefused, match="no seat"):
            here.resigned(other, MatchId("m1"), NOW)

    async def test_as_many_are_remembered_as_is_published(self) -> None:
        here = lobby()
        await ended(here, *(match(f"m{number}", "a", "a") for number in range(1025)))
        session = come(here, BotName("a"))
        assert not here.chose(session, MatchId("m1"), ANSWER)
        assert not here.chose(session, MatchId("m0"), ANSWER)
        assert [one.match_id for one in rejections(session)] == ["m0"]


class TestPresence:
    """A bot is here as long as its newest stream."""

    def test_the_end_of_an_older_stream_takes_nobody_away(self) -> None:
        here = lobby()
        older, newer = come(here, BotName("a")), come(here, BotName("a"))
        here.left(older, NOW)
        assert here.present == ("a",)
        here.left(newer, NOW)
        assert not here.present

    def test_a_bot_declines_a_game_or_a_version_of_its_rules_that_it_does_not_name(self) -> None:
        here = lobby()
        come(here, BotName("a")).games = {"toy": frozenset({1, 2})}
        come(here, BotName("b"))
        asked = [("toy", 2), ("toy", 3), ("dragon", 2)]
        assert [here.declines(BotName("a"), *game) for game in asked] == [False, True, True]
        assert [here.room(BotName("a"), *game, most=5) for game in asked] == [5, 0, 0]
        assert not any(
            here.declines(BotName(bot), *game) for bot in ("b", "away") for game in asked
        )


class TestLog:
    """The log says who came, in the bot's own words."""

    def test_the_version_and_the_games_of_a_bot_are_logged(self) -> None:
        hello = pb.Hello(bot_name="ann", user_agent="sdk/1", bot_version="2.1" + "x" * 100)
        hello.games.add(name="toy")
        with capture_logs() as lines:
            come(lobby(), BotName("a"), hello)
        (line,) = lines
        assert (line["event"], line["bot"], line["name"]) == ("bot_entered", "a", "ann")
        assert (line["agent"], line["games"]) == ("sdk/1", "toy")
        assert line["version"] == "2.1" + "x" * 77


class TestTelling:
    """A bot is told of its matches as it reads, and of none that is over by then."""

    async def test_a_match_that_ends_while_its_bot_waits_for_word_of_it_is_passed_over(
        self,
    ) -> None:
        here = lobby()
        session = come(here, BotName("a"))
        hosts = [match(f"m{n}", "a", "b") for n in range(100)]
        for host in hosts[:64]:
            here.open(host)
        await ended(here, *hosts[64:99])
        here.open(hosts[99])
        assert started_matches(session) == {f"m{n}" for n in (*range(64), 99)}


class TestResume:
    """A bot that comes back is told what it has missed of the matches that it names."""

    async def test_only_the_bots_of_a_match_receive_its_end(self) -> None:
        here = lobby()
        await ended(here, match("m1", "a", "b"))
        points = [pb.ResumePoint(match_id=name, next_event=0) for name in ("m1", "m2")]
        for bot, known in (("a", ["m1"]), ("c", [])):
            session = come(here, BotName(bot), pb.Hello(resume=points))
            got = messages(session)
            ends = [one.match_ended.match_id for one in got if one.HasField("match_ended")]
            unknown = [one.rejection.match_id for one in got if one.HasField("rejection")]
            assert ends == known
            assert unknown == [name for name in ("m1", "m2") if name not in known]

    async def test_a_point_in_a_running_match_of_others_says_no_more_than_one_in_no_match(
        self,
    ) -> None:
        here = lobby()
        here.open(match("m1", "a", "b"))
        points = [pb.ResumePoint(match_id=name) for name in ("m1", "m9")]
        session = come(here, BotName("c"), pb.Hello(resume=points))
        (one, other) = rejections(session)
        assert (one.match_id, other.match_id) == ("m1", "m9")
        assert one.reason == other.reason
        assert session.end is None


def messages(session: Session) -> list[pb.RefereeMessage]:
    """The messages that wait for a bot; it reads them."""
    found: list[pb.RefereeMessage] = []
    while session.has_mail:
        found += pb.PlayResponse.FromString(session.frame(NOW)).messages
    return found


def rejections(session: Session) -> list[pb.Rejection]:
    """The rejections that wait for a bot."""
    return [one.rejection for one in messages(session) if one.HasField("rejection")]


def started_matches(session: Session) -> set[str]:
    """The matches whose start a bot is told of, when it reads all that waits for it."""
    matches: set[str] = set()
    while session.has_mail:
        for message in pb.PlayResponse.FromString(session.frame(NOW)).messages:
            if message.WhichOneof("kind") == "match_started":
                matches.add(message.match_started.match_id)
    return matches


class TestBench:
    """A connected bot learns that its league benched it, and how it comes back."""

    NOTICE = BenchNotice("autumn", "missed 3 matches", True, "Connect again.")

    def test_the_notice_has_the_league_the_reason_and_the_way_back(self) -> None:
        here = lobby()
        session = come(here, BotName("a"))
        here.notify_bench(BotName("a"), self.NOTICE)
        (message,) = pb.PlayResponse.FromString(session.frame(NOW)).messages
        assert message.bench_notice == pb.BenchNotice(
            league="autumn",
            reason="missed 3 matches",
            way_back="WAY_BACK_RECONNECT",
            advice="Connect again.",
        )

    def test_a_bot_that_is_not_connected_gets_no_notice(self) -> None:
        here = lobby()
        here.notify_bench(BotName("a"), self.NOTICE)
        assert not come(here, BotName("a")).has_mail


class TestStreams:
    """Other threads see who is connected, by which stream, and in which version."""

    def test_a_bot_that_connects_again_has_another_stream(self) -> None:
        here = lobby()
        first = Session(SessionId("s1"), BotName("a"), here, LIMITS, NOW)
        second = Session(SessionId("s2"), BotName("a"), here, LIMITS, NOW)
        here.entered(first, pb.Hello(), NOW)
        assert here.streams == {"a": "s1"}
        here.entered(second, pb.Hello(), NOW)
        assert here.streams == {"a": "s2"}
        here.left(second, NOW)
        assert here.streams == {}


class TestHeldVersion:
    """Since the freeze, one version of a bot plays; another one may connect, and plays nothing."""

    async def test_another_version_is_not_at_the_table_and_the_held_one_stays(self) -> None:
        here = lobby()
        here.hold({BotName("a"): "1"})
        first = come_as(here, "1")
        come_as(here, "2")
        assert here.streams == {BotName("a"): first.name}
        assert here.barred[BotName("a")].version == "2"
        assert first.end is None

    async def test_another_version_hears_of_no_match_and_answers_none(self) -> None:
        here = lobby()
        here.hold({BotName("a"): "1"})
        session, host = come_as(here, "2"), match("m1", "a", "b")
        here.open(host)
        host.start()
        assert session.queued == 0
        with pytest.raises(StreamRefused):
            here.chose(session, MatchId("m1"), ANSWER)
        with pytest.raises(StreamRefused):
            here.resigned(session, MatchId("m1"), NOW)
        host.void("It was a test.")
        await host.done

    async def test_the_freeze_takes_another_version_from_the_table_and_its_end_brings_it_back(
        self,
    ) -> None:
        here = lobby()
        come_as(here, "2")
        here.hold({BotName("a"): "1"})
        assert not here.streams
        here.hold({})
        assert here.versions == {BotName("a"): "2"}
        assert not here.barred

    async def test_a_stream_that_ends_is_forgotten(self) -> None:
        here = lobby()
        here.hold({BotName("a"): "1"})
        session = come_as(here, "2")
        here.left(session, NOW)
        assert not here.barred


def come_as(to: Lobby, version: str) -> Session:
    """The bot `a` that has introduced itself with a version."""
    session = Session(SessionId(f"of version {version}"), BotName("a"), to, LIMITS, NOW)
    session.version = version
    to.entered(session, pb.Hello(bot_version=version), NOW)
    return session
