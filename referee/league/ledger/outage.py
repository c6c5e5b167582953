"""Wait for a database that is away, for example while its server restarts."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from referee.error import UnavailableError
from referee.league.lock import Patience

P = ParamSpec("P")
R = TypeVar("R")

OUTAGE = 300.0
"""Seconds to wait for a database that is away."""

_PAUSE = 1.0
"""Seconds between two tries."""


def default_patience() -> Patience:
    """Return how long a run waits for its database."""
    return Patience(OUTAGE, _PAUSE)


class Patient(Protocol):
    """A ledger that can wait for its database.

    Attributes:
        outage: how long it waits.
        when_away: called once when the wait begins, with the error and the time in seconds.
    """

    outage: Patience
    when_away: Callable[[UnavailableError, float], None]

    @property
    def can_wait(self) -> bool:
        """Whether the database is on a server."""

    def resume(self) -> None:
        """Bring the database up to the journal after it was away.

        Raises:
            UnavailableError: when it is still away.
        """


L = TypeVar("L", bound=Patient)


def patient(method: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """Repeat a method of a ledger if the database is away; it must be safe to repeat."""

    @wraps(method)
    def repeated(ledger: L, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(ledger, *args, **kwargs)
        except UnavailableError as error:
            if not ledger.can_wait:
                raise
            lost = error
        ledger.when_away(lost, ledger.outage.seconds)
        for _ in ledger.outage.tries():
            try:
                ledger.resume()
                return method(ledger, *args, **kwargs)
            except UnavailableError as error:
                lost = error
        raise lost

    return repeated
