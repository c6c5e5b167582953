"""The settings that the notify process receives from its parent."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from referee.league.configuration.notify_settings import NotifySettings
from referee.notify.webhook_sender import RetryTimes
from referee.server.log_output import LogSettings


@dataclass(frozen=True, slots=True)
class NotifyProcessSettings:
    """What the process needs to know; secrets are no part of it.

    Attributes:
        league: the name of the league.
        folder: the folder of the league file.
        state: the file of its state.
        season: the journal of the season, and its length when the season was opened.
        entry: the same for the journal of entries.
        targets: who is notified.
        log: how it logs.
        times: when failed notices are sent again.
    """

    league: str
    folder: str
    state: str
    season: tuple[str, int]
    entry: tuple[str, int]
    targets: tuple[NotifySettings, ...]
    log: LogSettings
    times: RetryTimes = field(default_factory=RetryTimes)

    def line(self) -> bytes:
        """Return the settings as a line."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def of(cls, line: bytes) -> "NotifyProcessSettings":
        """Return the settings of a line."""
        values: dict[str, Any] = json.loads(line)
        values["targets"] = tuple(NotifySettings(**target) for target in values["targets"])
        values["log"] = LogSettings(**values["log"])
        values["times"] = RetryTimes(**values["times"])
        return cls(**values)
