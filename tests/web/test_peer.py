"""Who asks: the address of the connection, or what a trusted proxy says."""

import pytest

from referee.error import UsageError
from referee.web.peer import Peers
from referee.web.sentence import WebSentence
from tests.errors import raises

PROXY = ("10.0.0.0/8", "fd00::1")


def peer(client: str | None, *forwarded: str, proxies: tuple[str, ...] = PROXY) -> str:
    """The peer of a request from an address, with `X-Forwarded-For` headers."""
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"client": None if client is None else (client, 1), "headers": headers}
    return Peers(proxies).of_request(scope)


class TestPeers:
    """What a reader writes into a header does not hide who it is."""

    @pytest.mark.parametrize(
        ("client", "forwarded", "found"),
        [
            ("192.0.2.1", (), "192.0.2.1"),
            ("192.0.2.1", ("203.0.113.9",), "192.0.2.1"),
            ("10.0.0.1", ("203.0.113.9",), "203.0.113.9"),
            ("10.0.0.1", ("198.51.100.1, 203.0.113.9",), "203.0.113.9"),
            ("10.0.0.1", ("198.51.100.1", "203.0.113.9"), "203.0.113.9"),
            ("10.0.0.1", ("203.0.113.9, 10.0.0.2",), "203.0.113.9"),
            ("10.0.0.1", ("nonsense",), "10.0.0.1"),
            ("10.0.0.1", ("",), "10.0.0.1"),
            ("10.0.0.1", ("203.0.113.9:5555",), "203.0.113.9"),
            ("10.0.0.1", ("[2001:db8:1:2:3::4]:5",), "2001:db8:1:2::/64"),
            ("fd00::1", ("2001:db8:1:2:ffff::4",), "2001:db8:1:2::/64"),
            ("2001:db8:1:2:3::4", (), "2001:db8:1:2::/64"),
            ("::ffff:192.0.2.1", (), "192.0.2.1"),
            (None, ("203.0.113.9",), "unix"),
        ],
    )
    def test_only_a_trusted_proxy_names_another(
        self, client: str | None, forwarded: tuple[str, ...], found: str
    ) -> None:
        assert peer(client, *forwarded) == found

    def test_a_proxy_at_a_unix_socket_is_trusted_by_its_name(self) -> None:
        assert peer(None, "203.0.113.9", proxies=("unix",)) == "203.0.113.9"

    @pytest.mark.parametrize("proxy", ["", "proxy.example", "10.0.0.0/99", "10.0.0"])
    def test_a_proxy_that_is_no_address_is_refused(self, proxy: str) -> None:
        with raises(UsageError, WebSentence.WRONG_PROXY, proxy=proxy):
            Peers((proxy,))
