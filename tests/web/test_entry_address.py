"""Where the pages call the service of entries: by the league file, or by `--entries`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from grpc import aio

from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_service import entry_handler
from referee.entry.entry_store import EntryStore
from referee.error import UsageError
from referee.league.configuration.settings import EntryTable
from referee.server.certificate import Authority
from referee.server.startup import start
from referee.web.entry_address import EntryAddress, given_address, listened_at
from referee.web.entry_door import EntryDoor
from referee.web.league_source import LeagueSource
from referee.web.sentence import WebSentence
from referee.web.web_problem import Overloaded
from tests.errors import raises
from tests.free_port import free_port
from tests.league.running.fake_backend import league, open_ledger
from tests.patience import PATIENCE
from tests.web.owners import SETTINGS
from tianming_proto.entry.v1 import entry_pb2 as pb


class TestAddress:
    """The address of this machine at which a server of the league file answers."""

    @pytest.mark.parametrize(
        ("listen", "called"),
        [
            ("0.0.0.0:7000", "127.0.0.1:7000"),
            ("[::]:7000", "[::1]:7000"),
            ("entries.example:7000", "entries.example:7000"),
            ("unix:/run/entries", "unix:/run/entries"),
        ],
    )
    def test_a_wildcard_is_called_on_this_machine(self, listen: str, called: str) -> None:
        assert listened_at(listen, None) == EntryAddress(called)

    def test_a_league_file_says_where_owners_enter(self, tmp_path: Path) -> None:
        table = EntryTable(listen="127.0.0.1:7000", certificate="entry.pem")
        for entry, found in (
            (table, EntryAddress("127.0.0.1:7000", tmp_path / "entry.pem")),
            (EntryTable(), None),
        ):
            settings = replace(league(tmp_path), entry=entry)
            with open_ledger(settings):
                source = LeagueSource(settings)
                assert source.entries == found
                source.close()

    @pytest.mark.parametrize("text", ["", "entries", "host:port", "ftp://host:1", "host:99999"])
    def test_an_address_that_is_none_is_refused(self, text: str) -> None:
        with raises(UsageError, WebSentence.WRONG_ENTRIES, address=text):
            given_address(text)


@asynccontextmanager
async def served(folder: Path, port: int, authority: Authority) -> AsyncIterator[None]:
    """Serve entries with TLS, with a new certificate in the folder."""
    made = authority.issue_server(["entries.example"], 10)
    made.write(folder, "entry")
    credentials = grpc.ssl_server_credentials([(made.key, made.certificate)])
    store, server = EntryStore(folder / "store"), aio.server()
    server.add_generic_rpc_handlers((entry_handler(EntryCalls(store, SETTINGS)),))
    server.add_secure_port(f"127.0.0.1:{port}", credentials)
    await start(server)
    try:
        yield
    finally:
        await server.stop(None)
        store.close()


class TestTls:
    """The certificate of the league file is the one that the pages trust."""

    def test_a_renewed_certificate_is_trusted_and_no_other(self, tmp_path: Path) -> None:
        async def story() -> None:
            address = listened_at(f"127.0.0.1:{free_port()}", tmp_path / "entry.pem")
            port, door = int(address.address.rpartition(":")[2]), EntryDoor(address)

            async def described() -> str:
                return (await door.ask(pb.DescribeRequest(), pb.DescribeResponse)).league

            for _ in range(2):
                async with served(tmp_path, port, Authority.new("authority")):
                    assert await described() == "spring"
            async with served(tmp_path, port, Authority.new("other")):
                Authority.new("third").issue_server(["entries.example"], 10).write(
                    tmp_path, "entry"
                )
                with raises(Overloaded, WebSentence.ENTRIES_AWAY):
                    await described()
            await door.close()

        asyncio.run(asyncio.wait_for(story(), PATIENCE))
