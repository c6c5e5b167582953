"""Bots of six languages play at one referee: every game, on the record, without a strike.

They are the greedy bots on the SDKs, each built once by the commands of its README.
"""

import asyncio
from itertools import cycle, islice

import pytest
import uvloop

from referee.identifier import MatchId
from referee.launch.command import BotCommand
from referee.match.outcome import Termination
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.verify import verify
from tests.languages import LANGUAGES, bot_command
from tests.patience import PATIENCE
from tests.table import Table
from tianming_games.registry import load

pytestmark = [
    pytest.mark.full,
    pytest.mark.needs(*(language.name for language in LANGUAGES if language.build)),
    pytest.mark.timeout(3600),
]
"""The first test waits for the compilers, which may have to fetch their libraries."""

MATCHES = {
    "dragon-2007": ("dragon", 5, {}),
    "dragon-anniversary": (
        "dragon",
        5,
        {"edition": "anniversary", "great_wall": "yes", "super_event": "random"},
    ),
    "china": ("china", 5, {}),
    "china-fortified": ("china", 4, {"fortifications": "yes", "side": "3-4"}),
    "ming": ("ming", 4, {}),
    "ming-two": ("ming", 2, {}),
}
"""The game, the seats and the options of each match."""


@pytest.fixture(scope="session")
def bots() -> list[BotCommand]:
    """The greedy bot of each language."""
    return [bot_command(language, "greedy") for language in LANGUAGES]


def tables(bots: list[BotCommand], seed: int) -> list[MatchSettings]:
    """The matches; the bots take the seats in turn, so that each plays each game but one."""
    names = cycle(bot.name for bot in bots)
    return [
        MatchSettings(
            match_id=MatchId(match_id),
            game=game,
            options=load(game).checked(seats, options),
            bots=tuple(islice(names, seats)),
            seed=(seed + seats).to_bytes(32),
            seed_nonce=bytes(32),
        )
        for match_id, (game, seats, options) in MATCHES.items()
    ]


def test_six_languages_play_every_game_at_one_referee(
    bots: list[BotCommand], fresh_seed: int
) -> None:
    matches = tables(bots, fresh_seed)
    records = {match.match_id: MemoryFile() for match in matches}

    async def play() -> None:
        async with Table(bots, startup=PATIENCE) as table:
            playing = [table.play(match, records[match.match_id]) for match in matches]
            for result in await asyncio.gather(*playing):
                assert result.outcome.termination is Termination.FINISHED
                assert {seat.strikes for seat in result.outcome.results} == {0}
                record = parse(bytes(records[result.settings.match_id].data), "record")
                assert verify(record).outcome == result.outcome

    uvloop.run(play())
    assert {bot.name for bot in bots} == {name for match in matches for name in match.bots}
