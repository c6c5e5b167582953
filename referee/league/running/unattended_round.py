"""Rounds that no network bot attends: they stay open, and nobody is benched."""

from referee.match.clock import Instant, seconds


class UnattendedRound:
    """Decides when the wait for the network bots of a round is over.

    The wait before the first match of a run is the runner's. Until then, or after it, a round that
    nobody attends waits `startup` seconds, as its matches would. If bots were connected and have
    all gone, for example because a network failed, it waits as long as a run does at its start.
    """

    def __init__(self, startup: float, wait: float) -> None:
        """Both times are in seconds."""
        self._startup = startup
        self._wait = max(startup, wait)
        self._was_attended = False
        self._since: Instant | None = None

    def attended(self) -> None:
        """Note that a network bot is connected."""
        self._was_attended = True
        self._since = None

    def is_over(self, now: Instant) -> bool:
        """Return whether nobody has come in time; nobody is connected at `now`."""
        if self._since is None:
            self._since = now
        patience = self._wait if self._was_attended else self._startup
        return now - self._since >= seconds(patience)
