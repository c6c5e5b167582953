"""The address that owners get for a bot that they run."""

import socket

import pytest

from referee.entry.handed_settings import ProcessSettings
from referee.league.configuration.settings import EntryTable, LeagueSettings, ServerTable
from referee.server.log_output import LogSettings


@pytest.mark.parametrize(
    ("listen", "certificate", "owners", "expected"),
    [
        ("127.0.0.1:50051", "", "", "http://127.0.0.1:50051"),
        ("unix:/run/referee.sock", "", "", "unix:/run/referee.sock"),
        ("10.0.0.7:50051", "c.pem", "", "https://10.0.0.7:50051"),
        ("0.0.0.0:50051", "c.pem", "https://play.example:50052", "https://play.example:50051"),
        ("[::]:50051", "c.pem", "", f"https://{socket.gethostname()}:50051"),
    ],
)
def test_it_is_one_that_a_bot_can_use(
    listen: str, certificate: str, owners: str, expected: str
) -> None:
    league = LeagueSettings(
        name="test",
        game="dragon",
        seats=2,
        seed="seed",
        server=ServerTable(listen=listen, certificate=certificate, key=certificate),
        entry=EntryTable(listen="127.0.0.1:50052", address=owners),
    )
    settings = ProcessSettings.of(league, "127.0.0.1:50052", LogSettings())
    assert settings.entries.bots_address == expected
