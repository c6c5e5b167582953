"""Diagnose connections that can never succeed: a bad certificate, or TLS at one end only."""

from __future__ import annotations

import asyncio
import contextlib
import ssl

from tianming.channel import target_of
from tianming.server_certificate import what_is_wrong

_UNTRUSTED = (
    "CERTIFICATE_VERIFY_FAILED",
    "certificate signature failure",
    "Hostname Verification Check failed",
)
"""Parts of gRPC's error texts about an untrusted certificate, or one with another name."""

_CUT_SHORT = ("Socket closed", "handshake", "Handshake", "HTTP/2")
"""Parts of gRPC's error texts when perhaps only one end uses TLS."""

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
"""The first bytes of an HTTP/2 client without TLS: the preface and a SETTINGS frame."""

_SETTINGS = b"\4"
_TLS = (b"\x15\x03", b"\x16\x03")
"""Marks of a server's answer: the type of a SETTINGS frame; a TLS alert or handshake record."""

_PATIENCE = 2.0
"""Maximum seconds for the answer to a probe."""


async def why_hopeless(address: str, why: str, peer: str = "referee") -> str:
    """Return why no other try can succeed, as a sentence; empty if another try may succeed.

    Args:
        address: address of the failed connection.
        why: the error text of gRPC.
        peer: name of the other side in the sentence.
    """
    target, uses_tls = target_of(address)
    if any(words in why for words in _UNTRUSTED):
        return await what_is_wrong(address, *_parts(target), why)
    if target.startswith("unix:") or not any(words in why for words in _CUT_SHORT):
        return ""
    if uses_tls and (await _reply(target, _PREFACE))[3:4] == _SETTINGS:
        return f"the {peer} at {address} does not use TLS: give http://{target}"
    if not uses_tls and (await _reply(target, _client_hello(target))).startswith(_TLS):
        return f"the {peer} at {address} uses TLS: give https://{target}"
    return ""


async def _reply(target: str, data: bytes) -> bytes:
    """Return the first bytes of a server's answer to `data`; empty if it does not answer."""
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
    """Return the first message of a TLS client."""
    sent = ssl.MemoryBIO()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without authorities, which are slow to read
    context.set_alpn_protocols(["h2"])
    client = context.wrap_bio(ssl.MemoryBIO(), sent, server_hostname=_parts(target)[0])
    with contextlib.suppress(ssl.SSLWantReadError):
        client.do_handshake()
    return sent.read()


def _parts(target: str) -> tuple[str, int]:
    host, _, port = target.rpartition("/")[2].removeprefix("dns:").rpartition(":")
    return host.strip("[]"), int(port)
