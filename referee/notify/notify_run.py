"""Run what the notify process does: one watcher of the journals, and a sender for each target."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.league.configuration.webhook_secret import webhook_secret
from referee.notify.notice_store import NoticeStore
from referee.notify.notify_handover import NotifyProcessSettings
from referee.notify.watcher import JournalWatcher
from referee.notify.webhook_sender import WebhookSender

_GOODBYE: Final = 12.0
"""Seconds in which requests in progress may end; more than the deadline of one."""


@contextlib.contextmanager
def notifying(settings: NotifyProcessSettings) -> Iterator[JournalWatcher]:
    """Send notices inside the block; the caller lets the watcher look for new ones.

    Raises:
        UsageError: if a secret cannot be read.
        DataError: if the state is damaged.
        StorageError: if the state cannot be opened.
    """
    folder = Path(settings.folder)
    secrets = [webhook_secret(target, folder) for target in settings.targets]
    with contextlib.closing(NoticeStore(Path(settings.state))) as store:
        senders = [
            WebhookSender(settings.league, target, secret, store, settings.times)
            for target, secret in zip(settings.targets, secrets, strict=True)
        ]
        season, entry = settings.season, settings.entry
        watcher = JournalWatcher(
            store,
            settings.targets,
            season=(Path(season[0]), season[1]),
            entry=(Path(entry[0]), entry[1]),
        )
        for sender in senders:
            sender.start()
        try:
            yield watcher
        finally:
            until = time.monotonic() + _GOODBYE
            for sender in senders:
                sender.stop(max(0.0, until - time.monotonic()))
