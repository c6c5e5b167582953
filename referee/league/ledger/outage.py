"""Wait for a database that is away, for example while its server restarts."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Engine

from referee.error import UnavailableError
from referee.league.lock import Patience

P = ParamSpec("P")
R = TypeVar("R")

OUTAGE = 300.0
"""Seconds to wait for a database that is away."""

_PAUSE = 1.0
"""Seconds between two tries."""


WhenAway = Callable[[float], None]
"""Called when a wait for a database begins, with its longest time in seconds."""


class PatientDatabase(ABC):
    """A database that a run can wait for.

    Attributes:
        outage: how long it waits if the database is on a server and away.
        when_away: called once when such a wait begins, with its longest time in seconds.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.outage = Patience(OUTAGE, _PAUSE)
        self.when_away: WhenAway = lambda seconds: None

    @property
    def can_wait(self) -> bool:
        """Whether the database is on a server, which may be away for a while."""
        return self._engine.dialect.name == "postgresql"

    @abstractmethod
    def resume(self) -> None:
        """Bring the database up to date after it was away.

        Raises:
            UnavailableError: when it is still away.
        """


L = TypeVar("L", bound=PatientDatabase)


def awaited(opening: Callable[[], R], when_away: WhenAway, is_away: Callable[[], bool]) -> R:
    """Open a ledger; wait for its database if that is away.

    Args:
        opening: opens the ledger.
        when_away: see `PatientDatabase`.
        is_away: whether the server of the database does not answer.

    Raises:
        UnavailableError: when the database stays away, or cannot be used for another reason.
        KeyboardInterrupt: at Ctrl-C.
    """
    try:
        return opening()
    except UnavailableError:
        if not is_away():
            raise
    outage = Patience(OUTAGE, _PAUSE)
    when_away(outage.seconds)
    return _repeated(opening, outage, is_away)


def patient(method: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """Repeat a method of a ledger if the database is away; it must be safe to repeat."""

    @wraps(method)
    def repeated(ledger: L, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(ledger, *args, **kwargs)
        except UnavailableError:
            if not ledger.can_wait:
                raise

        def again() -> R:
            ledger.resume()
            return method(ledger, *args, **kwargs)

        ledger.when_away(ledger.outage.seconds)
        return _repeated(again, ledger.outage)

    return repeated


def _repeated(
    call: Callable[[], R], outage: Patience, is_away: Callable[[], bool] = lambda: True
) -> R:
    """Repeat a call until the database answers.

    Raises:
        UnavailableError: when the time is up, or the database cannot be used for another reason.
    """
    lost: UnavailableError | None = None
    for _ in outage.tries():
        try:
            return call()
        except UnavailableError as error:
            lost = error
            if not is_away():
                break
    assert lost is not None
    raise lost
