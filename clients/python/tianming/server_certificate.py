"""Say what is wrong with the certificate of a server that gRPC does not accept."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from typing import Any

from tianming import tls
from tianming.error import Misconfigured

_PATIENCE = 2.0
"""Maximum seconds for a handshake."""

_NO_CHECK_TIME = ssl.VerifyFlags(0x200000)
"""OpenSSL's flag to accept certificates before and after their time."""

_NAME = ("Hostname Verification Check failed", "Hostname mismatch", "IP address mismatch")
"""Parts of error texts of gRPC and of OpenSSL about a certificate with another name."""

Certificate = dict[str, Any]
"""A certificate as `ssl` describes it; empty if its authority is not trusted."""


async def what_is_wrong(address: str, host: str, port: int, why: str) -> str:
    """Return a sentence about the certificate of a server.

    Args:
        address: the address of the server, for the sentence.
        host: its host.
        port: its port.
        why: the error text of the failed handshake.
    """
    certificate = await _shown(host, port)
    now = time.time()
    if certificate and (end := ssl.cert_time_to_seconds(certificate["notAfter"])) < now:
        return f"the certificate of {address} expired on {_day(end)}: renew it there ({why})"
    if certificate and (start := ssl.cert_time_to_seconds(certificate["notBefore"])) > now:
        return (
            f"the certificate of {address} is valid from {_day(start)} on: check the clocks of "
            f"both machines ({why})"
        )
    if any(words in why for words in _NAME):
        names = ", ".join(name for _, name in certificate.get("subjectAltName", ()))
        return (
            f"the certificate of {address} has another name: it is for {names or 'no host'}, not "
            f"for {host}; use a name that it has, or issue one for {host} ({why})"
        )
    if "expired" in why:
        return f"the certificate of {address}, or of its authority, has expired: renew it ({why})"
    return (
        f"the certificate of {address} is not trusted: name the file of its authority in "
        f"TIANMING_CA ({why})"
    )


async def _shown(host: str, port: int) -> Certificate:
    """Return the certificate of a server that a trusted authority has signed, valid or not."""
    with contextlib.suppress(OSError, TimeoutError, Misconfigured):
        async with asyncio.timeout(_PATIENCE):
            context = await asyncio.to_thread(_lenient)
            _, writer = await asyncio.open_connection(host, port, ssl=context, server_hostname=host)
            try:
                return dict(writer.get_extra_info("peercert") or {})
            finally:
                writer.transport.abort()
    return {}


def _lenient() -> ssl.SSLContext:
    """Return a context that trusts what the bot trusts, at any time and with any name."""
    authority, chain, key = tls.client_files()
    made = ssl.create_default_context(cafile=authority)
    made.check_hostname = False
    made.verify_flags |= _NO_CHECK_TIME
    made.set_alpn_protocols(["h2"])
    if chain is not None:
        made.load_cert_chain(chain, key, password=b"")
    return made


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
