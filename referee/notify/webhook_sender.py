"""Send the notices of one target, one after another, until it has them."""

import threading
import time
from dataclasses import dataclass
from hashlib import sha256
from secrets import SystemRandom
from typing import Final
from urllib.parse import urlsplit

from referee.error import TianmingError, UnavailableError
from referee.event_log import structlog
from referee.league.configuration.notify_settings import NoticeType, NotifySettings, WebhookForm
from referee.notify.notice import Notice
from referee.notify.notice_body import notice_body
from referee.notify.notice_store import (
    NoticeEnded,
    NoticeFailed,
    NoticeHandedOver,
    NoticeMade,
    NoticeStore,
    TargetGone,
)
from referee.notify.webhook import WebhookAddress, WebhookResponse, signature

log = structlog.get_logger()

_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class RetryTimes:
    """When a failed notice is sent again, in seconds.

    Attributes:
        first: the longest pause after the first failure; it doubles with each further one.
        most: the longest pause of all.
        keep: how old a notice may become.
    """

    first: float = 5.0
    most: float = 3_600.0
    keep: float = 86_400.0


class WebhookSender:
    """Sends the notices of one target in a thread."""

    def __init__(
        self,
        league: str,
        target: NotifySettings,
        secret: bytes | None,
        store: NoticeStore,
        times: RetryTimes,
    ) -> None:
        self._league = league
        self._target = target
        self._secret = secret
        self._store = store
        self._times = times
        self._address = WebhookAddress(target.url, target.private)
        self._digest = sha256(target.url.encode()).hexdigest()[:16]
        self._host = urlsplit(target.url).hostname
        self._failures = 0
        self._not_before = 0.0
        self._behind: set[str] = set()
        """The notices that the target has refused: the others go first."""
        self._lots = SystemRandom()
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, name=target.name, daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._store.settle_doubts(self._target.name, int(time.time()))
        self._thread.start()

    def stop(self, patience: float) -> None:
        """End after the present request, and wait for it as long as `patience` says."""
        with self._store.changed:
            self._is_stopped = True
            self._store.changed.notify_all()
        self._thread.join(patience)

    def _run(self) -> None:
        while (made := self._next()) is not None:
            try:
                self._send(made)
            except TianmingError as error:  # the state cannot be written: nothing is sent
                log.error("notify_state_not_written", target=self._target.name, why=str(error))
                time.sleep(self._times.first)

    def _next(self) -> NoticeMade | None:
        """Wait for the next notice whose time has come; None to end."""
        with self._store.changed:
            while not self._is_stopped:
                queue = self._store.queue(self._target.name)
                waiting = list(queue.waiting.values()) if queue.gone != self._digest else []
                wait = self._wait(queue.handed_over) if waiting else None
                if wait is not None and wait <= 0:
                    return next((one for one in waiting if one.id not in self._behind), waiting[0])
                self._store.changed.wait(wait)
        return None

    def _wait(self, handed_over: list[int]) -> float:
        """Return for how many seconds nothing may be sent."""
        now = time.time()
        recent = sorted(at for at in handed_over if now - _MINUTE < at <= now)
        most = self._target.per_minute
        full = 0.0 if len(recent) < most else recent[-most] + _MINUTE - now
        return max(full, self._not_before - time.monotonic())

    def _send(self, made: NoticeMade) -> None:
        """Send a notice, and note how that ended."""
        name, now = self._target.name, int(time.time())
        if now - made.at > self._times.keep:
            self._store.record(NoticeEnded(name, made.id, "too old"))
            log.error("notice_given_up", target=name, id=made.id)
            return
        try:
            response = self._post(made, now)
            problem = response.problem
        except UnavailableError as error:
            response, problem = WebhookResponse(0), error
        if problem is None:
            self._failures, self._not_before = 0, 0.0
            self._behind.discard(made.id)
            self._store.record(NoticeEnded(name, made.id))
        elif response.is_gone:
            self._end(made)
        else:
            self._fail(made, response, problem)

    def _post(self, made: NoticeMade, now: int) -> WebhookResponse:
        notice = Notice(made.id, NoticeType(made.type), made.text, made.data)
        body = notice_body(WebhookForm(self._target.form), self._league, notice, made.at)
        headers = {"webhook-id": made.id, "webhook-timestamp": str(now)}
        if self._secret is not None:
            headers["webhook-signature"] = signature(self._secret, made.id, now, body)
        handed_over = NoticeHandedOver(self._target.name, made.id, now)
        return self._address.post(body, headers, lambda: self._store.record(handed_over))

    def _end(self, made: NoticeMade) -> None:
        """Send nothing more to this address."""
        name = self._target.name
        with self._store.changed:
            waiting = list(self._store.queue(name).waiting)
        ended = (NoticeEnded(name, one, "the target is gone") for one in waiting)
        self._store.record(TargetGone(name, self._digest), *ended)
        log.error("notify_target_gone", target=name, host=self._host)

    def _fail(self, made: NoticeMade, response: WebhookResponse, why: TianmingError) -> None:
        """Wait before the next request, longer after each failure."""
        self._failures += 1
        if response.is_about_notice:
            self._behind.add(made.id)
        longest = min(self._times.first * 2.0 ** min(self._failures - 1, 30), self._times.most)
        pause = max(self._lots.uniform(longest / 2, longest), response.wait)
        self._not_before = time.monotonic() + pause
        self._store.record(NoticeFailed(self._target.name, made.id))
        log.warning(
            "notice_failed",
            target=self._target.name,
            host=self._host,
            id=made.id,
            seconds=round(pause),
            why=str(why),
        )
