"""Send one webhook: HTTP/1.1 over TLS, with a signature by the Standard Webhooks specification.

The request goes to an address that was checked, never to another host: redirects are not followed,
and no proxy of the environment is used. The response is read up to the end of its head. All of it
has one deadline, however slowly the other side reads or writes.
"""

import base64
import contextlib
import hmac
import http.client
import ipaddress
import math
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import SplitResult, urlsplit

from referee.error import TianmingError, UnavailableError
from referee.notify.sentence import NotifySentence

_MOST_WAIT: Final = 3_600.0
"""The longest pause in seconds that a target may ask for."""


@dataclass(frozen=True, slots=True)
class WebhookResponse:
    """What a target answered.

    Attributes:
        status: the status code of HTTP.
        wait: how long the target asks to wait, in seconds.
    """

    status: int
    wait: float = 0.0

    @property
    def is_ok(self) -> bool:
        """Whether the target took the notice."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the target wants no more notices."""
        return self.status == http.client.GONE

    @property
    def is_about_notice(self) -> bool:
        """Whether the target refuses this notice, but perhaps not others."""
        others = (http.client.REQUEST_TIMEOUT, http.client.TOO_MANY_REQUESTS)
        return 400 <= self.status < 500 and self.status not in others

    @property
    def problem(self) -> TianmingError | None:
        """Why the target did not take the notice; None if it did."""
        if self.is_ok:
            return None
        is_elsewhere = 300 <= self.status < 400
        sentence = NotifySentence.REDIRECTED if is_elsewhere else NotifySentence.STATUS
        return UnavailableError(sentence, status=self.status)


def signature(secret: bytes, notice: str, at: int, body: bytes) -> str:
    """Return the header `webhook-signature` of a body; `at` is in seconds since 1970."""
    signed = hmac.digest(secret, f"{notice}.{at}.".encode() + body, sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


@dataclass(frozen=True, slots=True)
class WebhookAddress:
    """Where webhooks of a target go.

    Attributes:
        url: the address.
        is_private: whether it may be of this machine or a private network.
        seconds: the deadline of a request.
    """

    url: str
    is_private: bool
    seconds: float = 10.0

    def post(
        self, body: bytes, headers: dict[str, str], hand_over: Callable[[], None]
    ) -> WebhookResponse:
        """Send a body, and return the response.

        Args:
            body: the body, as JSON.
            headers: more headers.
            hand_over: called before the last byte leaves; without it nothing has arrived.

        Raises:
            UnavailableError: if there is no response.
        """
        parts = urlsplit(self.url)
        with self._connected(parts) as connection:
            try:
                path = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
                connection.putrequest("POST", path, skip_accept_encoding=True)
                own = {
                    "content-type": "application/json",
                    "content-length": str(len(body)),
                    "user-agent": "tianming-referee",
                    "connection": "close",
                }
                for name, value in (own | headers).items():
                    connection.putheader(name, value)
                connection.endheaders()
                connection.send(body[:-1])
                hand_over()
                connection.send(body[-1:])
                response = connection.getresponse()
                return WebhookResponse(response.status, _wait_of(response))
            except (OSError, ValueError, http.client.HTTPException) as error:
                why = getattr(error, "strerror", None) or type(error).__name__
                raise UnavailableError(NotifySentence.NO_RESPONSE, why=why) from None

    @contextlib.contextmanager
    def _connected(self, parts: SplitResult) -> Iterator[http.client.HTTPConnection]:
        """Return a connection to a checked address, which is cut at the deadline."""
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        plain = self._dialled(host, port)
        timer = threading.Timer(self.seconds, _cut, (plain,))
        timer.daemon = True
        timer.start()
        try:
            connection = http.client.HTTPConnection(host, port, timeout=self.seconds)
            connection.default_port = 443 if parts.scheme == "https" else 80
            connection.sock = self._secured(plain, host) if parts.scheme == "https" else plain
            yield connection
        finally:
            timer.cancel()
            connection.close()
            plain.close()

    def _secured(self, plain: socket.socket, host: str) -> ssl.SSLSocket:
        try:
            return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        except (OSError, ValueError) as error:
            why = getattr(error, "verify_message", "") or str(error)[:100]
            raise UnavailableError(NotifySentence.NOT_CONNECTED, why=why) from None

    def _dialled(self, host: str, port: int) -> socket.socket:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise UnavailableError(
                NotifySentence.ADDRESS_NOT_FOUND, why=getattr(error, "strerror", error)
            ) from None
        places = dict.fromkeys(str(place[0]) for *_, place in found)
        for address in places:
            if not self.is_private and not ipaddress.ip_address(address.split("%")[0]).is_global:
                raise UnavailableError(NotifySentence.ADDRESS_IS_PRIVATE, address=address)
        why: OSError | None = None
        for address in places:
            try:
                return socket.create_connection((address, port), timeout=self.seconds)
            except OSError as error:
                why = error
        reason = getattr(why, "strerror", None) or "no response in time"
        raise UnavailableError(NotifySentence.NOT_CONNECTED, why=reason)


def _cut(plain: socket.socket) -> None:
    with contextlib.suppress(OSError):
        plain.shutdown(socket.SHUT_RDWR)


def _wait_of(response: http.client.HTTPResponse) -> float:
    """Return how long the target asks to wait, in seconds."""
    try:
        asked = float(response.headers.get("retry-after", "0"))
    except ValueError:  # a date
        return 0.0
    return min(max(asked, 0.0), _MOST_WAIT) if math.isfinite(asked) else 0.0
