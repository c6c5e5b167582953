"""Bots in other languages, on the generated stubs alone, play like any other.

They are built once, by the commands of their READMEs.
"""

import asyncio
import shlex
from pathlib import Path

import grpc
import pytest
import uvloop

from referee.identifier import MatchId
from referee.launch.command import BotCommand, commands
from referee.launch.process import BotProcess, bot_environment
from referee.match.outcome import Outcome, Termination
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.verify import verify
from referee.server.referee import Referee, ServerSettings
from tests import languages
from tests.conformance.run import conform
from tests.e2e.scripted import UNKNOWN, Script, ScriptedReferee, Stream
from tests.languages import Language
from tests.patience import PATIENCE
from tests.table import Table
from tianming_games.registry import load
from tianming_proto.v1 import play_pb2 as pb

LANGUAGES = [language for language in languages.LANGUAGES if "minimal" in language.bots]

pytestmark = [
    pytest.mark.full,
    pytest.mark.needs(*(language.name for language in LANGUAGES)),
    pytest.mark.timeout(3600),
]
"""The first test waits for the compilers, which may have to fetch their libraries."""


def by_name(language: Language) -> str:
    """How a test names a language."""
    return language.name


@pytest.fixture(params=LANGUAGES, ids=by_name)
def bot(request: pytest.FixtureRequest) -> BotCommand:
    """Each of the bots in turn."""
    (command,) = commands([request.param.command("minimal")])
    return command


@pytest.fixture
def table() -> Table:
    """A table with a bot of each language."""
    return Table(
        commands([language.command("minimal") for language in LANGUAGES]), startup=PATIENCE
    )


def settings(table: Table, match_id: str, seed: int) -> MatchSettings:
    """A match of In the Year of the Dragon at the table."""
    return MatchSettings(
        match_id=MatchId(match_id),
        game="dragon",
        options=load("dragon").defaults,
        bots=tuple(table.bots),
        seed=seed.to_bytes(32),
        seed_nonce=bytes(32),
    )


def check(outcome: Outcome, record: MemoryFile) -> None:
    """The match came to its end by the rules, and its record shows it."""
    assert outcome.termination is Termination.FINISHED
    assert not any(result.strikes for result in outcome.results)
    assert verify(parse(bytes(record.data), "record")).outcome == outcome


class TestMatch:
    """Whole matches, over gRPC."""

    def test_the_languages_finish_a_match_without_a_strike(
        self, table: Table, fresh_seed: int
    ) -> None:
        async def play() -> None:
            record = MemoryFile()
            async with table:
                result = await table.play(settings(table, "match", fresh_seed), record)
            check(result.outcome, record)

        uvloop.run(play())

    def test_matches_share_the_streams(self, table: Table, fresh_seed: int) -> None:
        async def play() -> None:
            records = [MemoryFile() for _ in range(3)]
            async with table:
                hosts = [
                    table.referee.host(
                        settings(table, f"match-{number}", fresh_seed + number), record
                    )
                    for number, record in enumerate(records)
                ]
                for host in hosts:
                    host.start()
                results = await asyncio.gather(*(host.done for host in hosts))
            for result, record in zip(results, records, strict=True):
                check(result.outcome, record)

        uvloop.run(play())


class TestGreedy:
    """How well the greedy bots play."""

    @pytest.mark.parametrize("language", LANGUAGES, ids=by_name)
    def test_a_greedy_bot_beats_a_random_one_at_dragon(self, language: Language) -> None:
        bots = commands([language.command("greedy"), "random"])

        async def play() -> list[int]:
            places = []
            async with Table(bots, startup=PATIENCE) as table:
                for seed in range(1, 9):
                    match = settings(table, f"match-{seed}", seed)
                    result = await table.play(match, MemoryFile())
                    places.append(result.outcome.results[0].place)
            return places

        assert uvloop.run(play()) == [1] * 8


async def ended(bot: BotCommand, address: str, token: str) -> tuple[int | None, str]:
    """Start a bot; gives its exit code and what it printed."""
    process = await BotProcess.start(bot, bot_environment(address, token))
    try:
        async with asyncio.timeout(PATIENCE):
            ending = await process.exited
        await process.output_read()
        return ending.code, process.last_words
    finally:
        await process.stop()


class TestConformance:
    """The levels that the bots keep; see docs/conformance.md."""

    def test_a_bot_on_the_stubs_passes_core(self, bot: BotCommand) -> None:
        assert " passes core: " in conform("--level", "core", "--", *bot.arguments)

    @pytest.mark.parametrize("language", LANGUAGES, ids=by_name)
    def test_a_bot_on_the_sdk_passes_full(self, language: Language) -> None:
        words = shlex.split(language.command("random"))
        assert " passes full: " in conform("--", *words)


class TestEnd:
    """How a bot ends."""

    @pytest.mark.parametrize("address", ["unix", "tcp"])
    def test_a_bot_exits_with_0_when_the_referee_stops(
        self, bot: BotCommand, address: str, tmp_path: Path
    ) -> None:
        async def play() -> tuple[int | None, str]:
            where = f"unix:{tmp_path / 'sock'}" if address == "unix" else "127.0.0.1:0"
            async with Referee(ServerSettings(where)) as referee:
                token = referee.identities.admit(bot.name)
                end = asyncio.create_task(ended(bot, referee.address, token))
                assert not await referee.lobby.wait_for([bot.name], timeout=PATIENCE)
                await referee.stop(0)
                return await end

        assert uvloop.run(play()) == (0, "")

    def test_a_bot_that_nobody_knows_says_why_it_cannot_play(
        self, bot: BotCommand, tmp_path: Path
    ) -> None:
        async def play() -> tuple[int | None, str]:
            async with Referee(ServerSettings(f"unix:{tmp_path / 'sock'}")) as referee:
                return await ended(bot, referee.address, "stranger")

        code, words = uvloop.run(play())
        assert code == 1
        assert "The call has no token that is known here" in words

    def test_a_bot_that_finds_no_referee_says_so(self, bot: BotCommand, tmp_path: Path) -> None:
        code, words = uvloop.run(ended(bot, f"unix:{tmp_path / 'nobody'}", "token"))
        assert code == 1
        assert words.startswith("the bot cannot play: ")


def question(number: int) -> pb.RefereeMessage:
    """A question with four options, and with a field that nobody knows yet."""
    message = pb.Question(match_id="match", number=number, option_count=4)
    message.MergeFromString(UNKNOWN)
    return pb.RefereeMessage(question=message)


def scripted(bot: BotCommand, script: Script) -> ScriptedReferee:
    """Let a bot meet a script, and end."""

    async def play() -> ScriptedReferee:
        async with ScriptedReferee(script) as referee:
            assert await ended(bot, referee.address, "secret") == (0, "")
            return referee

    return uvloop.run(play())


class TestStream:
    """What a bot says, frame by frame."""

    def test_a_bot_introduces_itself(self, bot: BotCommand) -> None:
        frames: list[list[pb.BotMessage]] = []

        async def script(stream: Stream) -> None:
            frames.append(await stream.read())

        referee = scripted(bot, script)
        assert referee.metadata["authorization"] == "Bearer secret"
        ((message,),) = frames
        assert (message.hello.revision_min, message.hello.revision_max) == (1, 1)
        assert message.hello.bot_name == bot.name

    def test_a_frame_is_answered_by_one_frame_with_any_of_the_options(
        self, bot: BotCommand
    ) -> None:
        frames: list[list[pb.BotMessage]] = []
        numbers = range(1, 201)

        async def script(stream: Stream) -> None:
            await stream.read()
            await stream.write(pb.RefereeMessage(welcome=pb.Welcome(revision=1)))
            await stream.write(*(question(number) for number in numbers))
            frames.append(await stream.read())

        scripted(bot, script)
        choices = [message.choose for message in frames[0]]
        assert [choice.number for choice in choices] == list(numbers)
        assert {choice.match_id for choice in choices} == {"match"}
        assert {choice.option for choice in choices} == {0, 1, 2, 3}
        assert all(choice.HasField("option") for choice in choices)

    def test_a_ping_is_answered_and_what_is_not_known_is_left_unchanged(
        self, bot: BotCommand
    ) -> None:
        frames: list[list[pb.BotMessage]] = []
        largest = (1 << 32) - 1

        async def script(stream: Stream) -> None:
            await stream.read()
            await stream.write(pb.RefereeMessage.FromString(UNKNOWN), tail=UNKNOWN)
            await stream.write(pb.RefereeMessage(ping=pb.Ping(id=largest)))
            frames.append(await stream.read())
            await stream.refuse(grpc.StatusCode.UNAVAILABLE, "The referee is stopping.")

        scripted(bot, script)
        assert frames == [[pb.BotMessage(pong=pb.Pong(id=largest))]]


class TestSource:
    """What a reader finds."""

    @pytest.mark.parametrize("language", LANGUAGES, ids=by_name)
    def test_a_bot_on_bare_stubs_is_at_most_90_lines(self, language: Language) -> None:
        source = language.folder / language.sources["minimal"]
        assert len(source.read_text().splitlines()) <= 90

    @pytest.mark.parametrize("language", languages.LANGUAGES, ids=by_name)
    def test_a_random_bot_on_the_sdk_is_at_most_30_lines(self, language: Language) -> None:
        source = language.folder / language.sources["random"]
        assert len(source.read_text().splitlines()) <= 30
