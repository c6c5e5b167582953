"""The bots of `referee serve`."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.cli.play.open_season import OpenRoster
from referee.identifier import BotName
from referee.launch.command import bots
from referee.server.identity import Token, hashed
from referee.server.token_file import parsed_token, token_line

EXPIRY = datetime(2099, 1, 1, tzinfo=UTC)


@pytest.fixture
def roster(tmp_path: Path) -> OpenRoster:
    """A local bot, a bot to dial, and two tokens, of which one expires."""
    tokens = tmp_path / "tokens.txt"
    ann = token_line(BotName("ann"), Token(hashed("a")))
    bob = token_line(BotName("bob"), Token(hashed("b"), EXPIRY))
    tokens.write_text(ann + bob)
    return OpenRoster(bots(["greedy", "eve=http://127.0.0.1:1"]), tokens, seats=2)


class TestRoster:
    """Local bots, dialled bots, and the bots of the token file."""

    def test_dialled_bots_play_like_bots_that_connect(self, roster: OpenRoster) -> None:
        read = roster.read()
        assert [bot.name for bot in read if bot.command] == ["greedy"]
        assert [bot.name for bot in read if bot.token] == ["eve", "ann", "bob"]
        assert not any(bot.address for bot in read)
        assert [target.address for target in roster.dialled] == ["http://127.0.0.1:1"]

    def test_a_token_counts_until_it_expires(self, roster: OpenRoster) -> None:
        tokens = {bot.name: bot.token for bot in roster.read()}
        assert parsed_token(tokens[BotName("bob")]) == Token(hashed("b"), EXPIRY)
