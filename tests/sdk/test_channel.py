"""What the channel of the SDK does with an address, a token, silence, and a certificate."""

import asyncio

import pytest
from grpc import aio

import tianming
from referee.error import UsageError
from referee.identifier import BotName
from referee.server.limits import Limits
from referee.server.referee import ServerSettings
from tests.e2e.scripted import ScriptedReferee, Stream
from tests.patience import PATIENCE
from tests.server.cable import cable
from tests.server.harness import started_referee
from tianming import channel
from tianming.proxy import proxy_for
from tianming_proto.v1 import play_pb2 as pb


def first(question: tianming.Question) -> int:
    """Always the first option."""
    return 0


class TestLiveness:
    """A referee that is gone in silence is found, and looked for again."""

    def test_no_more_signs_of_life_are_asked_for_than_a_referee_bears(self) -> None:
        assert Limits().least_ping_interval < channel.PING_INTERVAL

    async def test_a_bot_whose_cable_was_pulled_returns(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channel, "PING_INTERVAL", 1.0)
        monkeypatch.setattr(channel, "PING_TIMEOUT", 5.0)
        limits = Limits(least_ping_interval=0.5)
        async with started_referee(limits) as harness, cable(harness.referee.address) as line:
            token = harness.referee.identities.admit(BotName("a"))
            bot = asyncio.create_task(tianming.run_async(first, line.address, token))
            assert not await harness.referee.lobby.wait_for([BotName("a")], PATIENCE)
            await asyncio.sleep(4)
            assert line.plugged == 1
            line.pull()
            async with asyncio.timeout(PATIENCE):
                while line.plugged < 2:
                    await asyncio.sleep(0.05)
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)


class TestProxy:
    """A proxy that a variable names does not stand between a bot and its own machine."""

    @pytest.mark.parametrize("variable", ["grpc_proxy", "https_proxy", "http_proxy"])
    @pytest.mark.parametrize("address", ["127.0.0.1:0", "localhost:0", "[::1]:0"])
    async def test_a_referee_on_this_machine_is_reached_without_it(
        self, variable: str, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
        async with started_referee(address=address) as harness:
            token = harness.referee.identities.admit(BotName("a"))
            bot = asyncio.create_task(tianming.run_async(first, harness.referee.address, token))
            assert not await harness.referee.lobby.wait_for([BotName("a")], PATIENCE)
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)

    async def test_the_sentence_about_another_machine_names_the_variable(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
        monkeypatch.setenv("TIANMING_WAIT", "0")
        with pytest.raises(tianming.Unreachable) as end:
            await tianming.run_async(first, "http://192.0.2.1:50051", "t")
        assert "; http_proxy sends the call through a proxy)" in str(end.value)

    @pytest.mark.parametrize(
        ("variables", "used"),
        [
            ({}, ""),
            ({"http_proxy": "http://p:1"}, "http_proxy"),
            ({"http_proxy": "http://p:1", "grpc_proxy": "http://q:1"}, "grpc_proxy"),
            ({"http_proxy": "http://p:1", "no_proxy": "a.example, bot.example"}, ""),
            ({"http_proxy": "http://p:1", "no_proxy": ".example"}, ""),
            ({"http_proxy": "http://p:1", "no_proxy": "*"}, ""),
            ({"http_proxy": "http://p:1", "no_proxy": "other"}, "http_proxy"),
            (
                {"http_proxy": "http://p:1", "no_proxy": "bot.example", "no_grpc_proxy": "x"},
                "http_proxy",
            ),
            ({"HTTP_PROXY": "http://p:1"}, ""),
        ],
    )
    def test_the_variable_that_counts_is_that_of_grpc(
        self, variables: dict[str, str], used: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert proxy_for("bot.example:50051") == used

    @pytest.mark.parametrize(
        ("network", "used"), [("10.0.0.0/8", ""), ("11.0.0.0/8", "https_proxy")]
    )
    def test_a_network_without_a_proxy_covers_its_addresses(
        self, network: str, used: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("https_proxy", "http://p:1")
        monkeypatch.setenv("no_proxy", network)
        assert proxy_for("10.1.2.3:50051") == used


class TestFrames:
    """A bot takes what its referee may send: `max_response_bytes`, whatever gRPC's default is."""

    async def test_a_frame_of_five_mebibytes_arrives(self) -> None:
        received = asyncio.Event()

        class Listener:
            def choose(self, question: tianming.Question) -> int:
                return 0

            def start(self, match: tianming.Match) -> None:
                assert len(match.options["map"]) == 5 << 20
                received.set()

        async def script(stream: Stream) -> None:
            await stream.read()
            started = pb.MatchStarted(match_id="m", options={"map": "x" * (5 << 20)})
            await stream.write(
                pb.RefereeMessage(welcome=pb.Welcome(revision=1)),
                pb.RefereeMessage(match_started=started),
            )
            await received.wait()

        async with ScriptedReferee(script) as referee:
            stop = tianming.Stop()
            run = asyncio.create_task(tianming.run_async(Listener(), referee.address, stop=stop))
            await asyncio.wait_for(received.wait(), PATIENCE)
            stop.set()
            await run


class TestLocal:
    """A token crosses no network bare: plaintext is for this machine alone."""

    @pytest.mark.parametrize(
        "address",
        [
            "unix:/run/referee.sock",
            "unix:referee.sock",
            "localhost:50051",
            "127.0.0.1:50051",
            "127.8.9.10:1",
            "[::1]:50051",
            "[0:0:0:0:0:0:0:1]:50051",
        ],
    )
    def test_a_loopback_address_is_this_machine(self, address: str) -> None:
        assert channel.is_local(address)
        ServerSettings(address).check()

    @pytest.mark.parametrize(
        "address",
        [
            "127.0.0.1.evil.example:50051",
            "127.evil.example:50051",
            "localhost.evil.example:50051",
            "example.org:50051",
            "128.0.0.1:50051",
            "[::2]:50051",
            "[127.0.0.1]:50051",
            "[::1:50051",
            "::1:5005",
            "dns:127.0.0.1:50051",
            "127.0.0.1:1,evil.example:50051",
            ":50051",
        ],
    )
    def test_nothing_else_is_whatever_it_begins_with(self, address: str) -> None:
        assert not channel.is_local(address)
        with pytest.raises(UsageError, match=r"other machines can reach|is not an address"):
            ServerSettings(address).check()


class TestCertificate:
    """A bot shows a certificate, or none."""

    @pytest.mark.parametrize("variable", ["TIANMING_CERTIFICATE", "TIANMING_KEY"])
    def test_half_of_a_certificate_is_named(
        self, variable: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(variable, __file__)
        with pytest.raises(ValueError, match="go together: set both or none"):
            channel.channel_to("https://example.org:1")

    def test_half_of_a_certificate_is_named_though_there_is_no_such_file(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_CERTIFICATE", "nofile")
        with pytest.raises(ValueError, match="go together: set both or none"):
            channel.channel_to("https://example.org:1")

    @pytest.mark.parametrize("variable", ["TIANMING_CA", "TIANMING_CERTIFICATE", "TIANMING_KEY"])
    def test_a_file_that_cannot_be_read_is_named_with_its_variable(
        self, variable: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for known in ("TIANMING_CERTIFICATE", "TIANMING_KEY", variable):
            monkeypatch.setenv(known, "nofile" if known == variable else __file__)
        with pytest.raises(ValueError, match=f"{variable} is 'nofile', which cannot be read"):
            channel.channel_to("https://example.org:1")


class TestAddress:
    """What `server` may be."""

    @pytest.mark.parametrize(
        ("address", "target", "secure"),
        [
            ("unix:/run/r.sock", "unix:/run/r.sock", False),
            ("unix:///run/r.sock", "unix:///run/r.sock", False),
            ("127.0.0.1:50051", "127.0.0.1:50051", False),
            ("127.0.0.1.example.org:50051", "127.0.0.1.example.org:50051", True),
            ("https://localhost:50051", "localhost:50051", True),
            ("http://example.org:50051/", "example.org:50051", False),
            ("https://example.org:50051/", "example.org:50051", True),
            ("example.org:50051", "example.org:50051", True),
            ("dns:///example.org:50051", "dns:///example.org:50051", True),
        ],
    )
    def test_an_address_is_read_as_documented(
        self, address: str, target: str, secure: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened: list[tuple[str, bool]] = []
        monkeypatch.setattr(aio, "insecure_channel", lambda to, _: opened.append((to, False)))
        monkeypatch.setattr(aio, "secure_channel", lambda to, *_: opened.append((to, True)))
        channel.channel_to(address)
        assert opened == [(target, secure)]

    @pytest.mark.parametrize(
        "address",
        [
            "127.0.0.1",
            "localhost",
            "50051",
            "127.0.0.1:50051\n",
            "127.0.0.1:99999",
            "127.0.0.1:",
            "127.0.0.256:1",
            "127.0.0.1:50099:7",
            "grpc://127.0.0.1:50077",
            "https://example.org",
            "https:/example.org:1",
            "dns:///example.org",
            "unix:",
        ],
    )
    @pytest.mark.parametrize("where", ["argument", "environment"])
    def test_an_invalid_address_is_refused_at_once_with_the_right_form(
        self,
        address: str,
        where: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        given = address if where == "argument" else None
        monkeypatch.setenv("TIANMING_SERVER", address)
        with pytest.raises(SystemExit):
            tianming.run(first, given, "t")
        shown = address.replace("\n", "\\n")
        assert capsys.readouterr().err == (
            f'"{shown}" is no address of a referee (TIANMING_SERVER): give host:port, '
            "https://host:port or http://host:port, or unix:/path\n"
        )

    @pytest.mark.parametrize(
        "address", ["http://[::1]:50051", "example.org.:1", "dns:example.org:50051", "a:65535"]
    )
    def test_what_grpc_can_call_is_taken(self, address: str) -> None:
        channel.check_address(address)


class TestToken:
    """A token is what `referee token` printed."""

    async def test_white_space_around_it_does_no_harm(self) -> None:
        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("a"))
            bot = asyncio.create_task(
                tianming.run_async(first, harness.referee.address, f" {token}\r\n")
            )
            assert not await harness.referee.lobby.wait_for([BotName("a")], PATIENCE)
            bot.cancel()

    @pytest.mark.parametrize("token", ["wr\u00f6ng", "a secret", "a\nsecret", "a\tsecret"])
    @pytest.mark.parametrize("where", ["argument", "environment"])
    def test_an_invalid_token_is_refused_at_once_and_not_repeated(
        self,
        token: str,
        where: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setenv("TIANMING_TOKEN", token)
        given = token if where == "argument" else None
        with pytest.raises(SystemExit):
            tianming.run(first, "127.0.0.1:1", given)
        said = capsys.readouterr().err
        assert "token=, or TIANMING_TOKEN" in said
        assert token not in said
