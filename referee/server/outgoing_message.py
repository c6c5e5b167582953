"""Messages that wait for a frame of a stream, and what happens when they go to the transport."""

from mypy_extensions import mypyc_attr

from referee.match.clock import Instant
from referee.server.message import ping
from referee.server.round_trip import RoundTrip


@mypyc_attr(allow_interpreted_subclasses=True)
class Outgoing:
    """A message that waits for a frame."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    def renew(self, now: Instant) -> None:
        """Encode `data` as of `now`, because the peer has kept the message waiting."""

    def handed_over(self, now: Instant) -> None:
        """Handle that the message goes to the transport at `now`."""


class OutgoingPing(Outgoing):
    """A ping; its round trip starts when it is handed over."""

    __slots__ = ("_number", "_round_trip")

    def __init__(self, round_trip: RoundTrip) -> None:
        self._round_trip = round_trip
        self._number = round_trip.ask()
        super().__init__(ping(self._number))

    def handed_over(self, now: Instant) -> None:
        self._round_trip.sent(self._number, now)


class OutgoingWelcome(Outgoing):
    """The answer to `Hello`; pings may follow it."""

    __slots__ = ("_round_trip",)

    def __init__(self, data: bytes, round_trip: RoundTrip) -> None:
        super().__init__(data)
        self._round_trip = round_trip

    def handed_over(self, now: Instant) -> None:
        self._round_trip.begin(now)
