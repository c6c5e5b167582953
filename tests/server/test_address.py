"""Addresses to listen at: what is none is refused, before gRPC makes something else of it."""

import pytest

from referee.error import UsageError
from referee.server.address import FLAGS, KEYS, check_address, check_hidden
from referee.server.referee import ServerSettings
from referee.server.sentence import ServerSentence
from tests.errors import raises


class TestForm:
    """An address has a host and a port, or is a path."""

    @pytest.mark.parametrize(
        "address",
        [
            "127.0.0.1:0",
            "0.0.0.0:65535",
            "[::]:50051",
            "[fe80::1%eth0]:1",
            "localhost:50051",
            "referee_1.example.org.:50051",
            "unix:r.sock",
            "unix:/run/a referee.sock",
        ],
    )
    def test_an_address_is_taken(self, address: str) -> None:
        check_address(address)

    @pytest.mark.parametrize(
        "address",
        [
            "",
            "nonsense",
            "localhost",
            "50051",
            ":50051",
            "127.0.0.1",
            "127.0.0.1:",
            "127.0.0.1:x",
            "127.0.0.1:-1",
            "127.0.0.1:+1",
            "127.0.0.1: 1",
            "127.0.0.1:65536",
            "127.0.0.1:99999",
            "127.0.0.1:" + "9" * 5000,
            "127.0.0.1:\u0661",
            "256.1.1.1:50",
            "127.1:50",
            "::1:50051",
            "[::1]",
            "[::1:50051",
            "[127.0.0.1]:50051",
            "a b:1",
            "http://127.0.0.1:1",
            "127.0.0.1:1,127.0.0.1:2",
            "unix:",
            "unix:a\0b",
        ],
    )
    @pytest.mark.parametrize("where", ["address", "door"])
    def test_anything_else_is_named_with_the_form_it_should_have(
        self, address: str, where: str
    ) -> None:
        good = "127.0.0.1:0"
        settings = (
            ServerSettings(address)
            if where == "address"
            else ServerSettings(good, extra_listeners=(address,))
        )
        with raises(UsageError, ServerSentence.NO_ADDRESS, address=address) as refused:
            settings.check()
        assert str(refused.value).startswith(repr(address))


class TestHidden:
    """Plaintext stays on this machine; an error names the options for TLS."""

    def test_flags_are_named_on_the_command_line_and_keys_in_a_league(self) -> None:
        check_hidden("127.0.0.1:1", FLAGS)
        for names in (FLAGS, KEYS):
            with raises(
                UsageError,
                ServerSentence.NO_TLS,
                certificate=names.certificate,
                key=names.key,
                plaintext=names.plaintext,
            ):
                ServerSettings("0.0.0.0:0", names=names).check()
