"""The lobby: the sessions of the connected bots, and their matches.

A bot has at most one session; a newer one with the same token replaces it.
"""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from mypy_extensions import mypyc_attr

from referee.error import UsageError
from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from referee.match.question import Answer
from referee.match.settings import MatchSettings
from referee.server import refusal
from referee.server.bench_notice import BenchNotice
from referee.server.deferred import Deferrable
from referee.server.limits import Limits
from referee.server.message import draining, invitation, rejected
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.sentence import ServerSentence
from referee.server.session import Receiver, Session
from tianming_proto.v1 import play_pb2 as pb

_REMEMBERED = 1024
"""Number of a bot's ended matches whose names are kept, to distinguish stale answers from wrong
ones."""

_ENDINGS = 256
"""Number of ended matches, of all bots, whose end message is kept for resume points."""

_WORDS = 80
"""Maximum characters of a bot's text in the log."""

_MANY = 8
"""From so many matches on, a frame to a bot waits for the answers to the one before."""


EndMessage = Callable[[int], bytes]
"""Returns the message about the end of a match, with its events from an index on."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Host(Deferrable, ABC):
    """The host of a match, as the lobby sees it."""

    settings: MatchSettings
    done: asyncio.Future[Any]
    """Done when the match is over for its bots."""

    @abstractmethod
    def now(self) -> Instant:
        """Return the time of the match's clock."""

    @abstractmethod
    def enter(self, session: Session, now: Instant, next_event: int | None) -> None:
        """Handle a bot of the match that connects or reconnects.

        `next_event` is its resume point: the first event that it has not seen, None if unknown.
        """

    @abstractmethod
    def ending(self) -> EndMessage | None:
        """Return the end of the match as a message to a bot; None without a result."""

    @abstractmethod
    def leave(self, session: Session, now: Instant) -> None:
        """Handle the end of a stream of a bot of the match."""

    @abstractmethod
    def choose(self, bot: BotName, answer: Answer) -> bool:
        """Handle an answer; return whether it answered an open question."""

    @abstractmethod
    def resign(self, bot: BotName, now: Instant) -> None:
        """Handle the resignation of a bot."""

    @abstractmethod
    def report_violation(self, bot: BotName, fault: Fault, reason: str, now: Instant) -> None:
        """Handle a protocol violation of a bot."""


class BarredSession(NamedTuple):
    """The stream of a bot whose version may not play: its session id, and the version."""

    stream: SessionId
    version: str


class Lobby(Receiver):
    """Sessions by the name of their bot, and hosts by the name of their match."""

    def __init__(self, limits: Limits, log_lines: RateLimitedLog) -> None:
        self.limits = limits
        self._log_lines = log_lines
        self._sessions: dict[BotName, Session] = {}
        self._held: dict[BotName, str] = {}
        """The only version of each bot that may play; any version of the others may."""
        self._barred: dict[BotName, Session] = {}
        """The sessions of other versions: they receive notices only."""
        self._hosts: dict[MatchId, Host] = {}
        self._by_bot: dict[BotName, dict[str, Host]] = {}
        self._ended: dict[BotName, deque[MatchId]] = {}
        self._endings: OrderedDict[MatchId, EndMessage] = OrderedDict()
        self._arrived = asyncio.Event()

    # -- matches

    def open(self, host: Host) -> None:
        """Add a match; announce it to its bots, or when they connect.

        Raises:
            UsageError: when a match of that name is running.
        """
        settings = host.settings
        if settings.match_id in self._hosts:
            raise UsageError(ServerSentence.MATCH_IN_PLAY, match=settings.match_id)
        self._hosts[settings.match_id] = host
        host.done.add_done_callback(lambda _: self._close(host))
        now = host.now()
        for bot in dict.fromkeys(settings.bots):
            self._by_bot.setdefault(bot, {})[settings.match_id] = host
            session = self._sessions.get(bot)
            if session is not None:
                self._announce(session, host, now, None)

    def _announce(self, session: Session, host: Host, now: Instant, next_event: int | None) -> None:
        """Let a bot enter one of its matches, as soon as its queue has room for the announcement.

        If the match ends before, do nothing.
        """

        def announce(now: Instant) -> None:
            if self._hosts.get(host.settings.match_id) is host:
                host.enter(session, now, next_event)

        session.when_free(announce, now)

    def _close(self, host: Host) -> None:
        del self._hosts[host.settings.match_id]
        if (ending := host.ending()) is not None:
            self._endings[host.settings.match_id] = ending
            if len(self._endings) > _ENDINGS:
                self._endings.popitem(last=False)
        for bot in dict.fromkeys(host.settings.bots):
            self._ended.setdefault(bot, deque(maxlen=_REMEMBERED)).append(host.settings.match_id)
            del self._by_bot[bot][host.settings.match_id]

    @property
    def hosts(self) -> tuple[Host, ...]:
        """The hosts of the matches that are being played."""
        return tuple(self._hosts.values())

    @property
    def is_busy(self) -> bool:
        """Whether several matches are being played."""
        return len(self._hosts) > 1

    def plays_many(self, bot: BotName) -> bool:
        """Return whether a bot plays so many matches that its frames should be full."""
        return len(self._by_bot.get(bot, ())) >= _MANY

    # -- events of the sessions

    def entered(self, session: Session, hello: pb.Hello, now: Instant) -> None:
        """Handle the `Hello` of a bot: close its older session, and announce its matches."""
        sessions = self._sessions if self._may_play(session) else self._barred
        older = sessions.get(session.bot)
        sessions[session.bot] = session
        if older is not None:
            older.close(refusal.superseded())
        words = {"name": hello.bot_name[:_WORDS], "agent": hello.user_agent[:_WORDS]}
        if hello.bot_version:
            words["version"] = hello.bot_version[:_WORDS]
        if hello.games:
            words["games"] = " ".join(game.name for game in hello.games)[:_WORDS]
        self._log_lines.line(session.bot, "bot_entered", session=session.name, **words)
        points = {point.match_id: point.next_event for point in hello.resume}
        if sessions is self._barred:
            return
        for match_id, host in tuple(self._by_bot.get(session.bot, {}).items()):
            self._announce(session, host, now, points.pop(match_id, None))
        for match_id, next_event in points.items():
            self._announce_end(session, MatchId(match_id), next_event, now)
        self._arrived.set()

    def _announce_end(
        self, session: Session, match_id: MatchId, next_event: int, now: Instant
    ) -> None:
        """Send the end of a match to a returning bot; reject matches of other bots."""
        ending = self._endings.get(match_id) if self._was_here(session, match_id) else None
        answer = rejected(match_id, None) if ending is None else ending(next_event)
        session.when_free(lambda _: session.send(answer), now)

    def chose(self, session: Session, match_id: MatchId, answer: Answer) -> bool:
        """Pass an answer to its match; return whether it answered an open question."""
        hosts = self._by_bot.get(session.bot)
        host = None if hosts is None else hosts.get(match_id)
        if host is None or (self._barred and self._is_barred(session)):
            self._reject(session, match_id, answer.number)
            return False
        return host.choose(session.bot, answer)

    def resigned(self, session: Session, match_id: MatchId, now: Instant) -> None:
        """Pass the resignation of a bot to its match."""
        host = self._by_bot.get(session.bot, {}).get(match_id)
        if host is not None and not self._is_barred(session):
            host.resign(session.bot, now)
        else:
            self._reject(session, match_id, None)

    def _reject(self, session: Session, match_id: MatchId, question_number: int | None) -> None:
        """Reject a message about a match in which the bot does not play.

        Ignore the message if the end of the match may not have reached the bot yet.

        Raises:
            StreamRefused: when other bots play that match.
        """
        if match_id in self._hosts:
            raise refusal.not_your_match(match_id)
        if not self._was_here(session, match_id):
            session.send(rejected(match_id, question_number))

    def answered_ping(self, session: Session) -> None:
        """Handle the answer to a ping: wake the tasks that wait for it."""
        self._arrived.set()

    def violated(self, session: Session, fault: Fault, reason: str, now: Instant) -> None:
        """Handle a protocol violation: report it to each match of the bot."""
        if self._is_barred(session):
            return
        for host in tuple(self._by_bot.get(session.bot, {}).values()):
            host.report_violation(session.bot, fault, reason, now)

    def left(self, session: Session, now: Instant) -> None:
        """Handle the end of a stream."""
        if self._is_barred(session):
            del self._barred[session.bot]
            return
        if self._sessions.get(session.bot) is session:
            del self._sessions[session.bot]
            words = {"said": session.farewell[:_WORDS]} if session.farewell else {}
            self._log_lines.line(session.bot, "bot_left", session=session.name, **words)
            self._arrived.set()
        for host in tuple(self._by_bot.get(session.bot, {}).values()):
            host.leave(session, now)

    # -- versions that may play

    def hold(self, versions: Mapping[BotName, str]) -> None:
        """Let these bots play with these versions only, and all others with any version."""
        self._held = dict(versions)
        for session in tuple(self._sessions.values()):
            if not self._may_play(session):
                del self._sessions[session.bot]
                self._barred[session.bot] = session
                for host in tuple(self._by_bot.get(session.bot, {}).values()):
                    host.leave(session, host.now())
        for session in tuple(self._barred.values()):
            if self._may_play(session) and session.bot not in self._sessions:
                del self._barred[session.bot]
                self._sessions[session.bot] = session
                for host in tuple(self._by_bot.get(session.bot, {}).values()):
                    self._announce(session, host, host.now(), None)
        self._arrived.set()

    @property
    def barred(self) -> dict[BotName, BarredSession]:
        """The streams of bots whose version may not play. Any thread may read it."""
        barred = tuple(self._barred.items())
        return {bot: BarredSession(one.name, one.version) for bot, one in barred}

    def _may_play(self, session: Session) -> bool:
        return self._held.get(session.bot, session.version) == session.version

    def _is_barred(self, session: Session) -> bool:
        return self._barred.get(session.bot) is session

    # -- the connected bots

    @property
    def present(self) -> tuple[BotName, ...]:
        """The connected bots, in the order of their connections."""
        return tuple(self._sessions)

    @property
    def streams(self) -> dict[BotName, SessionId]:
        """The session id of each connected bot; each new stream has another one.

        Any thread may read it.
        """
        return {bot: session.name for bot, session in tuple(self._sessions.items())}

    @property
    def versions(self) -> dict[BotName, str]:
        """The version in the `Hello` of each connected bot. Any thread may read it."""
        return {bot: session.version for bot, session in tuple(self._sessions.items())}

    def version(self, bot: BotName) -> str:
        """Return the version in a connected bot's `Hello`; empty if there is none."""
        session = self._sessions.get(bot)
        return "" if session is None else session.version

    def plays(self, bot: BotName, game: str, rules_version: int) -> bool:
        """Return whether a bot is connected and plays a game with this rules version."""
        session = self._sessions.get(bot)
        return session is not None and session.plays(game, rules_version)

    def declines(self, bot: BotName, game: str, rules_version: int) -> bool:
        """Return whether a bot is connected but does not play a game with this rules version."""
        return bot in self._sessions and not self.plays(bot, game, rules_version)

    def games(self, bot: BotName) -> frozenset[str]:
        """Return the games in a bot's `Hello`; empty if it plays all, or is not connected."""
        session = self._sessions.get(bot)
        return frozenset() if session is None else frozenset(session.games)

    def wanted(self, bot: BotName) -> int:
        """Return the most matches at once in a connected bot's `Hello`; 0 for any number.

        Any thread may call it.
        """
        session = self._sessions.get(bot)
        return 0 if session is None else session.max_matches

    def room(self, bot: BotName, game: str, rules_version: int, most: int) -> int:
        """Return how many more matches of a game a bot takes, with at most `most` at once."""
        session = self._sessions.get(bot)
        if session is None or not session.plays(game, rules_version):
            return 0
        wanted = min(most, session.max_matches or most)
        return max(0, wanted - len(self._by_bot.get(bot, ())))

    @property
    def queues(self) -> list[int]:
        """The number of waiting messages of each connected bot."""
        return [session.queued for session in tuple(self._sessions.values())]

    async def wait_for(self, bots: Iterable[BotName], timeout: float) -> frozenset[BotName]:
        """Wait until all bots are connected, up to `timeout` seconds; return those that are not."""
        wanted = frozenset(bots)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not wanted <= self._sessions.keys():
                    self._arrived.clear()
                    await self._arrived.wait()
        return wanted.difference(self._sessions)

    async def wait_until_gone(self, bot: BotName) -> None:
        """Wait until a bot is not connected."""
        while bot in self._sessions:
            self._arrived.clear()
            await self._arrived.wait()

    def invite(self, bot: BotName, to: pb.Invitation) -> bool:
        """Send a bot an invitation to another referee; return whether the bot is connected."""
        session = self._sessions.get(bot)
        if session is None:
            return False
        session.send(invitation(to))
        return True

    def notify_bench(self, bot: BotName, notice: BenchNotice) -> None:
        """Tell a bot that it is benched, if it is connected."""
        session = self._barred.get(bot) or self._sessions.get(bot)
        if session is not None:
            session.send(notice.encoded())

    def dismiss(self, bot: BotName) -> None:
        """End the stream of a bot that has no match here, with the status `OK`."""
        session = self._sessions.pop(bot, None)
        if session is not None:
            self._log_lines.line(bot, "bot_dismissed", session=session.name)
            session.finish()
            self._arrived.set()

    async def wait_until_handled(
        self, timeout: float, bots: Collection[BotName] | None = None
    ) -> None:
        """Ping bots, all by default, and wait for their answers, for at most `timeout` seconds.

        A bot that has answered has handled all earlier messages.
        """
        for session in self._of(bots):
            session.ping()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not all(session.is_up_to_date for session in self._of(bots)):
                    self._arrived.clear()
                    await self._arrived.wait()

    def drain(self, grace: Span) -> None:
        """Tell every bot that the referee stops within `grace`."""
        for session in self._sessions.values():
            session.send(draining(grace))

    def close(self, end: refusal.StreamRefused) -> None:
        """End every stream for a reason."""
        for session in (*self._sessions.values(), *self._barred.values()):
            session.close(end)

    # -- inside

    def _of(self, bots: Collection[BotName] | None) -> list[Session]:
        """Return the sessions of some bots; of all for None."""
        return [one for name, one in self._sessions.items() if bots is None or name in bots]

    def _was_here(self, session: Session, match_id: MatchId) -> bool:
        """Return whether a match of the bot has ended, and the bot may not know it yet."""
        return match_id in self._ended.get(session.bot, ())
