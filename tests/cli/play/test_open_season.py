"""The bots of `referee serve`, day by day."""

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.cli.play import open_season
from referee.cli.play.open_season import OpenRoster, OpenSeason
from referee.identifier import BotName
from referee.launch.command import bots
from referee.server.identity import Token, hashed, today
from referee.server.token_file import token_line


@pytest.fixture
def roster(tmp_path: Path) -> OpenRoster:
    """A local bot, a bot to dial, and two tokens, of which one is valid until today."""
    tokens = tmp_path / "tokens.txt"
    ann = token_line(BotName("ann"), Token(hashed("a")))
    bob = token_line(BotName("bob"), Token(hashed("b"), today()))
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

    def test_a_token_counts_until_its_last_day(
        self, roster: OpenRoster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert BotName("bob") in [bot.name for bot in roster.read()]
        monkeypatch.setattr(open_season, "today", lambda: today() + timedelta(days=1))
        assert BotName("bob") not in [bot.name for bot in roster.read()]


class TestSeason:
    """What a run does besides playing."""

    def test_it_reads_the_tokens_again_on_a_new_day(
        self, roster: OpenRoster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reads, season = list[str](), OpenSeason(roster, None, 30)
        status: Any = None

        def run() -> None:
            season.look(status)
            assert reads == []
            monkeypatch.setattr(open_season, "today", lambda: today() + timedelta(days=1))
            season.look(status)
            assert reads == ["again"]

        network = SimpleNamespace(dial=lambda _: None)
        runner: Any = SimpleNamespace(
            backend=SimpleNamespace(network=network),
            read_again=lambda: reads.append("again"),
            stop=lambda: None,
            run=run,
        )
        season.run(runner)
