"""The state of the notify process: how far it has read, and what each target has received.

Theory of operation. The state is a journal of its own. A notice is in it, with the position of the
line that it follows from, before any target hears of it. So no line is lost, and none makes two
notices.

Nobody can know whether a request that was cut by a kill has arrived. So the journal has "handed
over" before the last byte of a request leaves, and "ended" after its response. Without the last
byte, a request has not arrived. If a kill falls between the two events, the notice is not sent
again. Instead, the target receives an alert that names it. So it hears of each notice, and of none
twice.
"""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from referee.league.configuration.notify_settings import NoticeType
from referee.league.ledger.chained_journal import (
    ChainedJournal,
    JournalPosition,
    facts_of,
    sync_folder,
)
from referee.notify.journal_tail import TailPosition
from referee.notify.notice import Notice, notice_id

STATE: Final = "notify.journal"
_IN_DOUBT: Final = (
    "The notify process was killed while it sent a notice, so this one may have arrived already:"
)
_LARGE: Final = 1 << 20
"""Bytes of the journal from which on it is written again without what is done."""


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A journal was read up to a line."""

    source: str
    offset: int
    digest: str


@dataclass(frozen=True, slots=True)
class NoticeMade:
    """A line of a journal made a notice for these targets; `at` is in seconds since 1970."""

    source: str
    offset: int
    digest: str
    id: str
    type: str
    text: str
    data: Mapping[str, Any]
    at: int
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoticeHandedOver:
    """The last byte of a request leaves now."""

    target: str
    id: str
    at: int


@dataclass(frozen=True, slots=True)
class NoticeFailed:
    """A request has failed, and is sent again later."""

    target: str
    id: str


@dataclass(frozen=True, slots=True)
class NoticeEnded:
    """A notice is not sent to a target any more; `why` is empty if it was delivered."""

    target: str
    id: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class TargetGone:
    """A target receives no more notices at the address with this digest."""

    target: str
    address: str


StateEvent = SourceRead | NoticeMade | NoticeHandedOver | NoticeFailed | NoticeEnded | TargetGone

_BY_KIND: Final[dict[str, Callable[..., StateEvent]]] = {
    "source_read": SourceRead,
    "notice_made": NoticeMade,
    "notice_handed_over": NoticeHandedOver,
    "notice_failed": NoticeFailed,
    "notice_ended": NoticeEnded,
    "target_gone": TargetGone,
}
_KINDS: Final = {kind: name for name, kind in _BY_KIND.items()}


class StateJournal(ChainedJournal[StateEvent]):
    """The journal of the notify process."""

    cure = ", or remove it: then the process begins with the next event"

    def _dumps(self, event: StateEvent, time: str) -> str:
        line = {"kind": _KINDS[type(event)], "time": time, **facts_of(event)}
        return json.dumps(line, separators=(",", ":"))

    def _loads(self, line: str) -> StateEvent:
        facts = json.loads(line)
        kind = facts.pop("kind")
        del facts["time"]
        if "targets" in facts:
            facts["targets"] = tuple(facts["targets"])
        return _BY_KIND[kind](**facts)


@dataclass(slots=True)
class TargetQueue:
    """What a target has not received yet.

    Attributes:
        waiting: the notices by id, in order.
        doubtful: the notices that were handed over and have not ended.
        handed_over: when the last notices were handed over.
        gone: the digest of the address that takes no more; empty if there is none.
    """

    waiting: dict[str, NoticeMade] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)
    handed_over: list[int] = field(default_factory=list)
    gone: str = ""


class NoticeStore:
    """The state. Several threads may use it; one process holds it."""

    def __init__(self, path: Path) -> None:
        """Open the state; creates it if needed.

        Raises:
            DataError: if it is damaged.
            StorageError: if it cannot be opened.
        """
        self._path = path
        self._lock = threading.Lock()
        self.changed = threading.Condition(self._lock)
        self._queues: dict[str, TargetQueue] = {}
        self._read: dict[str, TailPosition] = {}
        self._journal = StateJournal(path, JournalPosition())
        for event in self._journal.catch_up():
            self._apply(event)
        if self._journal.position.offset > _LARGE:
            self._shorten()

    def close(self) -> None:
        """Close the journal."""
        with self._lock:
            self._journal.close()

    def queue(self, target: str) -> TargetQueue:
        """Return what a target has not received; the caller holds `changed` to read it."""
        return self._queues.setdefault(target, TargetQueue())

    def position(self, source: str) -> TailPosition | None:
        """Return how far a journal was read; None if it never was."""
        return self._read.get(source)

    def read(self, source: str, position: TailPosition) -> None:
        """Note that a journal was read up to a line without a notice."""
        self.record(SourceRead(source, *position))

    def made(
        self,
        source: str,
        position: TailPosition,
        notice: Notice,
        at: int,
        targets: tuple[str, ...],
    ) -> None:
        """Note a notice of a line."""
        made = NoticeMade(
            source,
            *position,
            id=notice.id,
            type=notice.type.value,
            text=notice.text,
            data=notice.data,
            at=at,
            targets=targets,
        )
        self.record(made)

    def settle_doubts(self, target: str, now: int) -> None:
        """Replace the notices of a target that were handed over before a kill by an alert."""
        queue = self.queue(target)
        for doubtful in [one for one in queue.waiting.values() if one.id in queue.doubtful]:
            earlier = doubtful.data.get("in_doubt")
            text = f"{_IN_DOUBT} {doubtful.text}" if earlier is None else doubtful.text
            alert = NoticeMade(
                *("", 0, ""),
                id=notice_id("doubt", target, doubtful.id),
                type=NoticeType.ALERT.value,
                text=text,
                data={"what": text, "in_doubt": [*(earlier or ()), doubtful.id]},
                at=now,
                targets=(target,),
            )
            self.record(alert, NoticeEnded(target, doubtful.id, "in doubt"))

    def record(self, *events: StateEvent) -> None:
        """Write events durably, and wake whoever waits.

        Raises:
            StorageError: if the state cannot be written.
        """
        with self.changed:
            self._journal.append(events)
            for event in events:
                self._apply(event)
            self.changed.notify_all()

    def _apply(self, event: StateEvent) -> None:
        match event:
            case SourceRead(source, offset, digest):
                self._read[source] = TailPosition(offset, digest)
            case NoticeMade():
                if event.source:
                    self._read[event.source] = TailPosition(event.offset, event.digest)
                for target in event.targets:
                    self.queue(target).waiting.setdefault(event.id, event)
            case NoticeHandedOver(target, notice, at):
                queue = self.queue(target)
                queue.doubtful.add(notice)
                queue.handed_over = [one for one in queue.handed_over if at - 60 < one <= at]
                queue.handed_over.append(at)
            case NoticeFailed(target, notice):
                self.queue(target).doubtful.discard(notice)
            case NoticeEnded(target, notice):
                self.queue(target).doubtful.discard(notice)
                self.queue(target).waiting.pop(notice, None)
            case TargetGone(target, address):
                self.queue(target).gone = address

    def _shorten(self) -> None:
        """Write the journal again, with what is left."""
        part = self._path.with_suffix(".part")
        part.unlink(missing_ok=True)
        short = StateJournal(part, JournalPosition())
        events: list[StateEvent] = []
        for target, queue in self._queues.items():
            waiting = (replace(one, source="", targets=(target,)) for one in queue.waiting.values())
            events += waiting
            events += [NoticeHandedOver(target, one, 0) for one in sorted(queue.doubtful)]
            events += [NoticeHandedOver(target, "", at) for at in queue.handed_over]
            events += [TargetGone(target, queue.gone)] if queue.gone else []
        short.append([*events, *(SourceRead(source, *at) for source, at in self._read.items())])
        part.rename(self._path)
        sync_folder(self._path.parent)
        self._journal.close()
        self._journal = short
        short.path = self._path
