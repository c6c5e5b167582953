"""How readers reach the pages: the path of the first page, the host names, and the proxies."""

import re
import socket
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from referee.error import UsageError
from referee.web.sentence import WebSentence

_LOCAL: Final = "localhost"
_SEGMENT: Final = re.compile(r"[A-Za-z0-9._~-]+")
_NAME: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?")


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """How readers reach the pages.

    Attributes:
        root: the path of the first page, with a slash at both ends.
        hosts: the host names that the pages answer for, in small letters. They also answer for
            IP addresses, `localhost` and the name of this machine.
        proxies: trusted proxies, as in `Peers`.
    """

    root: str = "/"
    hosts: Collection[str] = ()
    proxies: Sequence[str] = ()

    def answers_for(self, header: str) -> bool:
        """Return whether the pages answer for the value of a `Host` header.

        A web site can let its own name lead to an address of this machine. If the pages answered
        for each name, a script of that site could read them in the browser of a reader.
        """
        host = _host(header)
        if host in (_LOCAL, *self.hosts) or host == socket.gethostname().lower():
            return True
        try:
            ip_address(host)
        except ValueError:
            return False
        return True

    def path_below(self, path: str) -> str:
        """Return a path below the root; a proxy may have removed the root already."""
        if path.startswith(self.root):
            return path[len(self.root) - 1 :]
        return "/" if path == self.root[:-1] else path


def public_address(
    listen: str, root: str = "/", hosts: Sequence[str] = (), proxies: Sequence[str] = ()
) -> PublicAddress:
    """Return the address of pages that listen at `listen`.

    Raises:
        UsageError: if the root is no path, or a host is no name.
    """
    words = [word for word in root.split("/") if word]
    if not all(_SEGMENT.fullmatch(word) and word.strip(".") for word in words):
        raise UsageError(WebSentence.WRONG_ROOT, root=root)
    for host in hosts:
        if not _NAME.fullmatch(host):
            raise UsageError(WebSentence.WRONG_HOST_NAME, host=host)
    here = [] if listen.startswith("unix:") else [_host(listen)]
    names = frozenset(host.lower().rstrip(".") for host in (*here, *hosts))
    path = "/".join(("", *words, ""))
    return PublicAddress(path, names, tuple(proxies))


def site_address(text: str) -> str:
    """Return the address of a site of files with a slash at its end.

    Raises:
        UsageError: if it is no address of the web.
    """
    parts = urlsplit(text)
    is_plain = text.isascii() and text.isprintable() and " " not in text
    if not (is_plain and parts.scheme in ("http", "https") and parts.hostname):
        raise UsageError(WebSentence.WRONG_SITE_ADDRESS, address=text)
    if parts.query or parts.fragment:
        raise UsageError(WebSentence.WRONG_SITE_ADDRESS, address=text)
    return text.removesuffix("/") + "/"


def _host(header: str) -> str:
    """Return the host of `host:port`, in small letters, without brackets and a final dot."""
    text = header.strip().lower()
    if text.startswith("["):
        host, bracket, _ = text[1:].partition("]")
        return host if bracket else ""
    return text.partition(":")[0].removesuffix(".")
