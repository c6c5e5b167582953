"""The host of a match: connects it with a clock, its record, and the streams of its bots.

Each match has one host, which runs on the event loop; only the host changes the match. A question
goes out, and its answer comes back, by these calls, in the order of their numbers:

    Match                MatchHost            WriteAhead           Session            PlayStreams
      |                      |                    |                   |                    |
      |<-- 1 start, choose --|                    |                   |                    |
      |--- notices --------->|                    |                   |                    |
      |                      |-- 2 show --------->|                   |                    |
      |                      |<- 3 _show ---------|                   |                    |
      |                      |-- 4 post ----------------------------->|                    |
      |                      |                                        |-- 5 wake --------->|
      |                      |                                        |<- 6 frame ---------|
      |                      |<- 7 renew -----------------------------|                    |
      |                      |                                        |<- 8 handed_over ---|
      |                      |<- 9 hand_over -------------------------|                    |
      |<-- 10 hand_over -----|                  Lobby                 |                    |
      |                      |                    |                   |<- 11 receive ------|
      |                      |                    |<- 12 chose -------|                    |
      |<-- 1 choose ---------|<- 13 choose -------|                   |                    |

1. `_do` calls a step of the match. The match puts each new entry into the buffer of the
   `RecordWriter`, applies it, and returns notices: questions, refusals, the end.
2. `WriteAhead` appends the buffer to the file, where a kill of the process does not harm it. If
   the record must survive a loss of power, `GroupCommit` then syncs the file in a thread. Until
   that is done, the host defers later events.
3. `_show` emits the notices. If they have waited for the disk, the clocks of the questions count
   from now.
4. `_ask` queues the question, which calls `hand_over` and `renew` later. If the bot is not
   connected, `Match.connect` returns the question when it is.
5. The session wakes the task that writes the stream.
6. The task takes a frame of messages. 7: If the bot has blocked an earlier frame, the question is
   encoded again, with what is left of its budget.
8. The task hands the frame to the transport next. 9, 10: The clock of the question starts now, or
   earlier if the bot has blocked earlier frames while the question waited.
11. The reading task takes the time of arrival of a frame with an answer. This time stops the clock.
   12, 13: The lobby finds the host of the match, and the host continues with 1.

The entry of a question reveals nothing beyond the entries before it. So it reaches the buffer only
after 4, by `catch_up`, in the next turn of the event loop. The next step appends it to the file, or
`flush`, a tenth of a second later at most. The seal is written in 2 like all entries; `_end` syncs
the file and gives it its final name, and only then sends the result.
"""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec
from uuid import uuid4

from referee.event_log import structlog
from referee.identifier import BotName
from referee.match.clock import Instant, Span, seconds
from referee.match.fault import Fault
from referee.match.match import End, Match, Notice, Refusal
from referee.match.outcome import Outcome
from referee.match.question import Answer, Question
from referee.match.settings import MatchSettings
from referee.record import chain
from referee.record.durability import Durability
from referee.record.file import Keepable
from referee.record.playing_machine import PlayingMachine
from referee.record.resume import MakeWriter, OpenRecord, take_up
from referee.record.writer import RecordWriter
from referee.server.commit import GroupCommit
from referee.server.deadline_timer import DeadlineTimer
from referee.server.deferred import Deferred
from referee.server.event_feed import EventFeed
from referee.server.lobby import EndMessage, Host
from referee.server.message import QuestionEncoder, encoded, ended, refused, started
from referee.server.metrics import CountingWriter, Metrics
from referee.server.outgoing_question import OutgoingQuestion
from referee.server.session import Session
from referee.server.time_source import FairClock
from referee.server.write_ahead import WriteAhead
from tianming_games.game import Game
from tianming_games.registry import failure_of

log = structlog.get_logger()

RETURN = seconds(20)
"""Time for bots to return after a restart of the referee, before their clocks run."""

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match.

    `digest` is the digest of its seal. `failed` means that an error of the referee ended the match.
    """

    settings: MatchSettings
    outcome: Outcome
    digest: bytes
    failed: bool = False


class MatchHost(Host):
    """Runs one match.

    `over` is set at the verdict, when its bots are free for another match. `done` gets the result
    when the finished record is on disk.
    """

    def __init__(
        self,
        settings: MatchSettings,
        game: Game[Any],
        file: Keepable,
        clock: FairClock,
        wall: float,
        *,
        commits: GroupCommit | None = None,
        left: OpenRecord | None = None,
        metrics: Metrics | None = None,
        deferred: Deferred | None = None,
        writer: MakeWriter | None = None,
        machine: PlayingMachine | None = None,
    ) -> None:
        """Create the host of a new or resumed match.

        Args:
            settings: the settings of the match.
            game: its game.
            file: the file of its record.
            clock: the clock of the match.
            wall: the time of day, in seconds since 1970.
            commits: syncs the record to disk before notices are sent; None if the record need
                not be on disk before the end.
            left: the open record in `file`, if the match is resumed.
            metrics: the counters to update; None to count nothing.
            deferred: the queue of deferred work; None for a separate one.
            writer: the factory of the record's writer; None for a `RecordWriter`, which counts
                in `metrics`.
            machine: the machine that plays the match, for its record; None if unknown.
        """
        self.settings = settings
        self.over = asyncio.Event()
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._clock = clock
        self._stalled = clock.stalled
        self._file = file
        self._metrics = metrics
        self._match: Match
        self._is_resumed = left is not None
        make = writer or _writer(metrics)
        if left is None:
            durability = Durability.PROCESS if commits is None else Durability.POWER
            self._writer = make(file, clock(), chain.START)
            self._writer.header(settings, game, wall, durability, machine)
            self._match = Match(settings, game, self._writer)
        else:
            self._match, self._writer = take_up(left, clock(), wall, make)
        self._encoder = QuestionEncoder(settings.match_id, game.package)
        self._seats = _seats(settings.bots)
        self._sessions: dict[str, Session] = {}
        self._timer = DeadlineTimer(clock, self._ring)
        self._deferred = deferred or Deferred()
        self._settling = self._failed = False
        self._ending: asyncio.Task[None] | None = None
        self._started = False
        self._feed = EventFeed(settings.match_id)
        self._watchers: list[Callable[[Match], None]] = []
        self.pace = 0.0
        """Seconds to wait before each question, so that spectators can follow."""
        self._ahead = WriteAhead(self._writer, file, commits, self._show, self._fail)

    def watch(self, watcher: Callable[[Match], None]) -> None:
        """Call `watcher` after each step of the match; it must not change the match."""
        self._watchers.append(watcher)

    def now(self) -> Instant:
        """Return the time of the match's clock."""
        return self._clock()

    # -- events of the match

    def start(self) -> None:
        """Begin or resume the match; seats of bots that are not connected start as disconnected."""
        self._start(self._clock())

    def _start(self, now: Instant) -> None:
        if self._ahead.is_waiting:
            self._ahead.defer(partial(self._start, now))
        elif self._is_resumed:
            self._go_on(now)
        else:
            self._begin(now)

    def _begin(self, now: Instant) -> None:
        log.info("match_started", match=self.settings.match_id, game=self.settings.game)
        self._started = True
        if self._metrics is not None:
            self._metrics.begun += 1
        self._stalled = self._clock.stalled
        for bot, seats in self._seats.items():
            for seat in seats if bot not in self._sessions else ():
                self._match.disconnect(seat, now)
        self._do(self._match.start, now)

    def _go_on(self, now: Instant) -> None:
        match = self._match
        log.info("match_resumed", match=self.settings.match_id, game=self.settings.game)
        self._started = True
        if self._metrics is not None:
            self._metrics.resumed += 1
        self._stalled = self._clock.stalled
        if match.outcome is not None:
            self.over.set()
            self._ending = asyncio.create_task(self._end(End(match.outcome, self._writer.digest)))
            return
        self._do(match.resume, now, RETURN)
        for bot in self._sessions:
            for seat in self._seats[bot]:
                self._do(match.connect, seat, now)

    def enter(self, session: Session, now: Instant, next_event: int | None) -> None:
        """Handle a bot that connects or reconnects; `next_event` is its resume point."""
        if self._ahead.is_waiting:
            self._ahead.defer(partial(self.enter, session, now, next_event))
            return
        self._sessions[session.bot] = session
        for seat in self._seats[session.bot]:
            session.send(self._started_for(seat))
        self._feed.join(session, next_event, self._match.history)
        if self._started:
            for seat in self._seats[session.bot]:
                self._do(self._match.connect, seat, now)

    def leave(self, session: Session, now: Instant) -> None:
        """Handle the end of a stream of a bot of the match."""
        if self._ahead.is_waiting:
            self._ahead.defer(partial(self.leave, session, now))
            return
        if self._sessions.get(session.bot) is session:
            del self._sessions[session.bot]
            self._feed.leave(session.bot)
            if self._started and self._match.outcome is None:
                for seat in self._seats[session.bot]:
                    self._do(self._match.disconnect, seat, now)

    def choose(self, bot: BotName, answer: Answer) -> bool:
        """Handle an answer; return whether it answered an open question."""
        for asked in self._match.open_questions.values():
            is_asked = asked.number == answer.number and self.settings.bots[asked.seat] == bot
            if is_asked and not asked.answered:
                asked.answered = self._ahead.is_waiting
                self._choose(asked.seat, answer)
                return True
        if self._started:
            self._do(self._match.choose, self._seats[bot][0], answer)
        return False

    def resign(self, bot: BotName, now: Instant) -> None:
        """Handle a resignation: the bot gives up all its seats."""
        for seat in self._seats[bot]:
            self._do(self._match.resign, seat, now)

    def give_up(self, bot: BotName, reason: str) -> None:
        """Forfeit the seats of a bot that has disconnected and cannot come back."""
        for seat in self._seats[bot] if self._started else ():
            self._do(self._match.give_up, seat, reason, self._clock())

    def is_played_by(self, bot: BotName) -> bool:
        """Return whether the match is open and the bot has a seat in it that is not forfeited."""
        seats = self._seats.get(bot, ())
        is_open = self._match.outcome is None
        return is_open and not all(self._match.seats[seat].forfeited for seat in seats)

    def open_questions(self, bot: BotName) -> tuple[int, ...]:
        """Return the numbers of the questions that a bot has not answered yet."""
        open_ones = map(self._match.open_questions.get, self._seats[bot])
        return tuple(question.number for question in open_ones if question is not None)

    def crash(self, bot: BotName, reason: str) -> None:
        """Write into the record how the process of a local bot ended by itself."""
        for seat in self._seats[bot] if self._started else ():
            self._do(self._match.crash, seat, reason, self._clock())

    def report_violation(self, bot: BotName, fault: Fault, reason: str, now: Instant) -> None:
        """Handle a protocol violation: a strike against each seat of the bot."""
        for seat in self._seats[bot]:
            self._do(self._match.report_violation, seat, fault, reason, now)

    def look(self) -> None:
        """Record a stall of the host, if there was one, and check the deadlines."""
        if self._started:
            self._do(self._match.tick, self._clock())

    def flush(self) -> None:
        """Append buffered entries to the file, such as open questions."""
        if not self.done.done():
            self._ahead.flush()

    def void(self, reason: str) -> None:
        """End the match as void."""
        self._do(self._match.void, reason, self._clock())

    # -- inside

    def _choose(self, seat: int, answer: Answer) -> None:
        """Do what `_do` does with an answer, but call the match directly, which is faster."""
        is_stalled = self._clock.stalled != self._stalled
        if is_stalled or self._ahead.is_waiting or self.done.done():
            self._do(self._match.choose, seat, answer)
            return
        try:
            notices = self._match.choose(seat, answer)
        except Exception:
            notices = self._give_up()
        self._ahead.show(notices)

    def _do(self, step: Callable[P, list[Notice]], *args: P.args, **kwargs: P.kwargs) -> None:
        """Call a method of the match, and show its notices.

        If the method raises, the match becomes void.
        """
        if self.done.done():
            return
        if self._ahead.is_waiting:
            self._ahead.defer(partial(self._do, step, *args, **kwargs))
            return
        try:
            notices = self._stall()
            notices += step(*args, **kwargs)
        except Exception:
            notices = self._give_up()
        self._ahead.show(notices)

    def _show(self, notices: list[Notice], has_waited: bool) -> None:
        """Send the notices of the match.

        If they have waited for the disk, the clocks of their questions start only now.
        """
        if has_waited:
            self._postpone(notices)
        if self._feed.sessions:
            self._feed.send(self._match.history)
        for notice in notices:
            self._emit(notice)
        if self._writer.waiting and not self._settling:
            self._settling = True
            self._deferred.add(self)
        self._timer.set(self._match.deadline)
        if self._watchers:
            self._show_watchers()

    def _postpone(self, notices: list[Notice]) -> None:
        """Start the clocks of new questions now; a repeated one has less of its budget left."""
        now = self._clock()
        for notice in notices:
            if isinstance(notice, Question):
                self._match.postpone(notice, now)
                if notice.handed_over and self._match.open_questions.get(notice.seat) is notice:
                    notice.budget = self._match.seats[notice.seat].clock.left(now)

    def catch_up(self) -> None:
        """Write the entries of the open questions, while the bots think."""
        self._settling = False
        try:
            self._writer.settle()
        except Exception:
            self._do(self._match.void, self._incident(), self._clock())

    def _give_up(self) -> list[Notice]:
        """Void the match for an error of the referee; skip questions that cannot be written."""
        reason = self._incident()
        with contextlib.suppress(Exception):
            self._writer.settle()
        return self._match.void(reason, self._clock())

    def _incident(self) -> str:
        """Log the error that is being handled, with its traceback; return the sentence for bots."""
        incident, self._failed = uuid4().hex[:12], True
        log.exception("match_failed", match=self.settings.match_id, incident=incident)
        error = sys.exception()
        game = None if error is None else failure_of(error)
        if game is None:
            return f"The referee failed (incident {incident})."
        name, origin = game.fields["game"], game.fields["distribution"]
        return f"The game {name} of the distribution {origin} failed (incident {incident})."

    def _stall(self) -> list[Notice]:
        """Notify the match of a new stall, before any later event; return its notices."""
        stall = Span(self._clock.stalled - self._stalled)
        if not stall:
            return []
        self._stalled = self._clock.stalled
        return self._match.stalled(stall, self._clock.stalled_at)

    def _emit(self, notice: Notice) -> None:
        if isinstance(notice, Question):
            if self.pace and not notice.handed_over:
                self._match.postpone(notice, Instant(self._clock() + seconds(self.pace)))
                asyncio.get_running_loop().call_later(self.pace, self._ask_first, notice)
            else:
                self._ask(notice)
        elif isinstance(notice, End):
            self.over.set()
            self._ending = asyncio.create_task(self._end(notice))
        else:
            self._refuse(notice)

    def _refuse(self, refusal: Refusal) -> None:
        """Tell a bot about its fault."""
        bot = self.settings.bots[refusal.seat]
        log.info(
            "seat_struck",
            match=self.settings.match_id,
            bot=bot,
            fault=refusal.fault.name.lower(),
            strikes_left=refusal.strikes_left,
            reason=refusal.reason,
        )
        session = self._sessions.get(bot)
        if session is not None:
            session.send(refused(self.settings.match_id, refusal))

    def _started_for(self, seat: int) -> bytes:
        table = self._match.seats[seat]
        strikes_left = max(0, self.settings.strikes - table.strikes)
        return started(
            self.settings,
            self._match.game,
            self._match.setup,
            seat,
            strikes_left=strikes_left,
            bank=table.clock.bank,
            event_count=len(self._match.history),
        )

    def _ask_first(self, asked: Question) -> None:
        """Send a question that has waited, unless its bot has connected and got it meanwhile."""
        if not asked.handed_over:
            self._ask(asked)

    def _ask(self, asked: Question) -> None:
        """Send a question, if its bot is connected and the question is still open."""
        session = self._sessions.get(self.settings.bots[asked.seat])
        if session is not None and self._match.open_questions.get(asked.seat) is asked:
            session.post(
                OutgoingQuestion(asked, session, self._match, self._encoder, self._metrics)
            )

    def _show_watchers(self) -> None:
        """Call the watchers of the match, and remove a watcher that fails."""
        for watcher in tuple(self._watchers):
            try:
                watcher(self._match)
            except Exception as error:
                self._watchers.remove(watcher)
                log.warning(
                    "watcher_failed", match=self.settings.match_id, error=type(error).__name__
                )

    async def _end(self, end: End) -> None:
        """Finish the record on disk, and only then send the result."""
        try:
            await asyncio.get_running_loop().run_in_executor(None, self._file.finish)
        except Exception as error:
            self._fail(error)
            return
        if self._metrics is not None:
            self._metrics.sealed[end.outcome.termination] += 1
        log.info("match_sealed", match=self.settings.match_id, reason=end.outcome.reason)
        for bot, session in self._sessions.items():
            seen = max(self._match.seats[seat].seen for seat in self._seats[bot])
            last = encoded(self._match.history[seen:])
            session.send(ended(self.settings, end.outcome, end.digest, last))
        if not self.done.done():
            self.done.set_result(Result(self.settings, end.outcome, end.digest, self._failed))
        self._release()

    def ending(self) -> EndMessage | None:
        """Return the end of the match as a message to a bot; None without a result."""
        if self.done.cancelled() or self.done.exception() is not None:
            return None
        result = self.done.result()
        return partial(_ended, self.settings, result, encoded(self._match.history))

    def _fail(self, error: Exception) -> None:
        """Handle a failure of the record: the match ends without a result."""
        log.error("record_failed", match=self.settings.match_id, error=str(error))
        self.over.set()
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # mark it as read: the log has it, and nobody may await `done`
        self._release()

    def _release(self) -> None:
        """Break the reference cycles, so that a match is freed without the garbage collector."""
        self._timer.close()
        self._ahead.close()
        self._ending = None

    def _ring(self) -> None:
        """Check the deadlines, because one has passed or passes soon."""
        self._do(self._match.tick, self._clock())


def _ended(
    settings: MatchSettings, result: Result, history: Sequence[bytes], next_event: int
) -> bytes:
    """Return the message about the end of a match, with its events from an index on."""
    return ended(settings, result.outcome, result.digest, history[next_event:])


def _seats(bots: Sequence[BotName]) -> dict[str, list[int]]:
    """Return the seats of each bot."""
    seats: dict[str, list[int]] = {}
    for seat, bot in enumerate(bots):
        seats.setdefault(bot, []).append(seat)
    return seats


def _writer(metrics: Metrics | None) -> MakeWriter:
    """Return the default factory for the writer of a record."""
    return RecordWriter if metrics is None else partial(CountingWriter, metrics)
