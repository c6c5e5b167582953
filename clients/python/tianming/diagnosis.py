"""Why a connection cannot succeed, however often one tries: a certificate, or TLS at one end."""

from __future__ import annotations

import asyncio
import contextlib
import ssl

from tianming.channel import target_of

_UNTRUSTED = (
    "CERTIFICATE_VERIFY_FAILED",
    "certificate signature failure",
    "Hostname Verification Check failed",
)
"""Words of gRPC about a certificate that it does not trust, or that has another name."""

_CUT_SHORT = ("Socket closed", "handshake", "Handshake", "HTTP/2")
"""Words of gRPC where perhaps only one end uses TLS."""

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
"""What a client of HTTP/2 without TLS begins with: the preface, and a frame SETTINGS."""

_SETTINGS = b"\4"
_TLS = (b"\x15\x03", b"\x16\x03")
"""What servers answer with: the type of a frame SETTINGS; a record of TLS, alert or handshake."""

_PATIENCE = 2.0
"""Seconds that the other end has to answer a probe."""


async def why_hopeless(address: str, why: str, peer: str = "referee") -> str:
    """Return the sentence for a failure that no other try can mend; empty for any other.

    Args:
        address: where the connection went.
        why: the error text of gRPC.
        peer: the expected other side, such as a referee.
    """
    if any(words in why for words in _UNTRUSTED):
        return (
            f"the certificate of {address} is not trusted: name the file of its authority in "
            f"TIANMING_CA ({why})"
        )
    target, uses_tls = target_of(address)
    if target.startswith("unix:") or not any(words in why for words in _CUT_SHORT):
        return ""
    if uses_tls and (await _reply(target, _PREFACE))[3:4] == _SETTINGS:
        return f"the {peer} at {address} does not use TLS: give http://{target}"
    if not uses_tls and (await _reply(target, _client_hello(target))).startswith(_TLS):
        return f"the {peer} at {address} uses TLS: give https://{target}"
    return ""


async def _reply(target: str, data: bytes) -> bytes:
    """What a server answers first to some bytes; empty if it does not."""
    host, port = _parts(target)
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(data)
                return await reader.read(64)
            finally:
                writer.close()
    return b""


def _client_hello(target: str) -> bytes:
    """The first message of a client of TLS."""
    sent = ssl.MemoryBIO()
    context = ssl.create_default_context()
    context.set_alpn_protocols(["h2"])
    client = context.wrap_bio(ssl.MemoryBIO(), sent, server_hostname=_parts(target)[0])
    with contextlib.suppress(ssl.SSLWantReadError):
        client.do_handshake()
    return sent.read()


def _parts(target: str) -> tuple[str, int]:
    host, _, port = target.rpartition("/")[2].removeprefix("dns:").rpartition(":")
    return host.strip("[]"), int(port)
