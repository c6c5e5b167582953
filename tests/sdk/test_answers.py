"""What a bot may say: an index, a choice with a note, or that it gives up; and what it wants."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest
import uvloop

import tianming
from referee.identifier import BotName
from referee.match.fault import Fault
from referee.record.reader import Record, parse
from referee.server.limits import Limits
from tests.patience import PATIENCE
from tests.sdk.test_client import first
from tests.server.harness import SLOW, RefereeHarness, running, started_referee
from tianming.answering import _parts
from tianming.bot import AnsweringBot, AnyBot
from tianming.error import blame
from tianming.remark import thought_of
from tianming_proto.v1 import play_pb2 as pb


async def started(harness: RefereeHarness, name: str, bot: AnyBot) -> asyncio.Task[None]:
    """A bot on a task of this process, that is here."""
    token = harness.referee.identities.admit(BotName(name))
    task = asyncio.create_task(tianming.run_async(bot, harness.referee.address, token))
    assert not await harness.referee.lobby.wait_for([BotName(name)], PATIENCE)
    return task


def played_record(bot: AnyBot, limits: Limits | None = None) -> Record:
    """The record of a match of the toy game: seat 0 is the bot's, seat 1 takes index 0."""
    records: list[Record] = []

    async def test() -> None:
        async with started_referee(limits) as harness:
            tasks = [await started(harness, "bot", bot), await started(harness, "other", first)]
            await harness.match("bot", "other", clock=SLOW).done
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            records.append(parse(bytes(harness.records["m1"].data), "memory"))

    running(test)
    return records[0]


def notes(record: Record) -> list[str]:
    """The notes to the choices of seat 0."""
    bodies = [entry.body for entry in record.entries if entry.body.HasField("chosen")]
    return [body.chosen.note for body in bodies if body.chosen.seat == 0 and body.chosen.number]


class TestThoughts:
    """A thought fits into the contract, or the error names what is wrong with it."""

    @pytest.mark.parametrize(
        ("thought", "sent"),
        [
            (tianming.Thought(nodes=-1), pb.Thought()),
            (
                tianming.Thought(nodes=1 << 65, depth=1 << 40),
                pb.Thought(nodes=2**64 - 1, depth=2**32 - 1),
            ),
            (tianming.Thought(depth=-7, value=-0.5), pb.Thought(value=0)),
            (tianming.Thought(value=float("inf")), pb.Thought(value=1)),
            (tianming.Thought(value=float("nan")), pb.Thought()),
            (tianming.Thought(principal_line=("\ud800a\0b",)), pb.Thought(principal_line=["ab"])),
            (tianming.Thought(reasoning="\x1b[1m\ud800a\nb"), pb.Thought(reasoning="[1ma\nb")),
            (tianming.Thought(reasoning="é" * 13), pb.Thought(reasoning="é" * 9 + "\n[cut]")),
            (
                tianming.Thought(tokens_in=-1, tokens_out=80, cost=0.0031),
                pb.Thought(tokens_out=80, cost_micros=3100),
            ),
            (tianming.Thought(cost=float("nan")), pb.Thought()),
            (tianming.Thought(cost=float("inf")), pb.Thought(cost_micros=2**64 - 1)),
            (tianming.Thought(10**400, cost=10**400), pb.Thought(value=1, cost_micros=2**64 - 1)),
            (tianming.Thought(-(10**400), cost=-(10**400)), pb.Thought(value=0)),
        ],
    )
    def test_numbers_and_texts_are_brought_within_the_contract(
        self, thought: tianming.Thought, sent: pb.Thought
    ) -> None:
        assert thought_of(thought, 7, 24) == sent

    @pytest.mark.parametrize(
        ("thought", "sentence"),
        [
            ({"nodes": 1}, "a thought {'nodes': 1} to question 7: give a tianming.Thought"),
            (tianming.Thought(nodes=cast("int", 1.5)), "nodes 1.5 to question 7: give a whole"),
            (tianming.Thought(value=cast("float", "x")), "the value 'x' to question 7: give a n"),
            (
                tianming.Thought(reasoning=cast("str", 7)),
                "the reasoning 7 to question 7: give a text",
            ),
            (
                tianming.Thought(cost=cast("float", "x")),
                "the cost 'x' to question 7: give a number",
            ),
            (tianming.Thought(principal_line="ab"), "principal_line 'ab' to question 7: give a l"),
        ],
    )
    def test_another_type_is_named_in_a_sentence(self, thought: object, sentence: str) -> None:
        with pytest.raises(TypeError) as error:
            thought_of(thought, 7, 24)
        assert "choose gave a thought" in str(error.value)
        assert sentence in str(error.value)


class TestBlame:
    """The last line below a traceback says which method of the bot failed, and why."""

    @pytest.mark.parametrize(
        ("error", "line"),
        [
            (ValueError("two\n  lines"), "the bot failed in end: ValueError: two lines"),
            (KeyError("x"), "the bot failed in end: KeyError: 'x'"),
            (RuntimeError(), "the bot failed in end: RuntimeError"),
        ],
    )
    def test_it_is_one_line(self, error: Exception, line: str) -> None:
        blame(error, "end")
        assert error.__notes__ == [line]

    @pytest.mark.parametrize("method", ["start", "events", "fault", "end"])
    def test_it_names_the_other_methods_too(self, method: str) -> None:
        class Bot:
            def choose(self, question: tianming.Question) -> int:
                return 0

        def fail(*_: object) -> None:
            raise ValueError("broken")

        bot = Bot()
        setattr(bot, method, fail)
        player = AnsweringBot(bot)
        arguments = [cast("Any", None)] * (2 if method == "events" else 1)
        with pytest.raises(ValueError, match="broken") as error:
            asyncio.run(getattr(player, method)(*arguments))
        assert error.value.__notes__ == [f"the bot failed in {method}: ValueError: broken"]


class TestNotes:
    """A choice may carry a remark, which goes into the record."""

    def test_a_note_stands_in_the_record(self) -> None:
        record = played_record(lambda question: tianming.Choice(0, f"number {question.number}"))
        assert notes(record)
        assert all(note.startswith("number ") for note in notes(record))

    def test_a_note_is_cut_to_what_the_referee_takes(self) -> None:
        record = played_record(lambda _: tianming.Choice(0, "\U0001f409" * 10_000), Limits())
        assert set(notes(record)) == {"\U0001f409" * 200}

    def test_a_note_is_rid_of_what_would_cost_a_strike(self) -> None:
        record = played_record(lambda _: tianming.Choice(0, "\x1b[1msure\x1b[0m:\r\n\tyes\0\x85"))
        assert set(notes(record)) == {"[1msure[0m:\r\n\tyes"}
        assert not any(entry.body.HasField("fault") for entry in record.entries)

    def test_a_note_is_rid_of_halves_of_surrogate_pairs(self) -> None:
        record = played_record(lambda _: tianming.Choice(0, "\ud83d dragon \udc09"))
        assert set(notes(record)) == {" dragon "}

    def test_what_is_left_out_does_not_count(self) -> None:
        record = played_record(lambda _: tianming.Choice(0, "\0" + "n" * 200))
        assert set(notes(record)) == {"n" * 200}

    def test_choices_plain_and_with_notes_mix_in_a_batch(self) -> None:
        class Batch:
            def choose_batch(self, questions: Sequence[tianming.Question]) -> list[tianming.Answer]:
                return [
                    tianming.Choice(0, "why not") if question.number % 2 else 0
                    for question in questions
                ]

        assert set(notes(played_record(Batch()))) <= {"", "why not"}

    @pytest.mark.parametrize("option", ["0", None, -1])
    async def test_a_choice_of_no_index_is_an_error_of_the_bot(self, option: object) -> None:
        async with started_referee() as harness:
            choice = tianming.Choice(cast("int", option), "a note")
            token = harness.referee.identities.admit(BotName("a"))
            harness.match("a", "a", clock=SLOW)
            with pytest.raises((TypeError, ValueError), match="to question 1"):
                await tianming.run_async(lambda _: choice, harness.referee.address, token)

    async def test_a_cancelled_search_whose_end_nobody_catches_is_an_error_of_the_bot(self) -> None:
        async def choose(question: tianming.Question) -> int:
            search = asyncio.create_task(asyncio.sleep(60, result=0))
            search.cancel()
            return await search

        async with started_referee() as harness:
            token = harness.referee.identities.admit(BotName("a"))
            harness.match("a", "a", clock=SLOW)
            with pytest.raises(RuntimeError, match=r"choose raised asyncio\.Cancelled"):
                await tianming.run_async(choose, harness.referee.address, token)

    async def test_a_note_that_is_no_text_is_an_error_of_the_bot(self) -> None:
        async with started_referee() as harness:
            choice = tianming.Choice(0, cast("str", b"bytes"))
            token = harness.referee.identities.admit(BotName("a"))
            harness.match("a", "a", clock=SLOW)
            with pytest.raises(TypeError, match="choose noted b'bytes' to question 1: give a"):
                await tianming.run_async(lambda _: choice, harness.referee.address, token)


class TestResign:
    """A bot may give up a match; a substitute player takes over."""

    def test_resigning_forfeits_the_seat_and_ends_the_questions(self) -> None:
        asked: list[int] = []

        def tired(question: tianming.Question) -> tianming.Answer:
            asked.append(question.number)
            return tianming.Resign()

        record = played_record(tired)
        faults = [entry.body.fault for entry in record.entries if entry.body.HasField("fault")]
        assert [(fault.seat, Fault(fault.fault)) for fault in faults] == [(0, Fault.RESIGNED)]
        assert len(asked) == 1
        assert record.seal is not None
        assert record.seal.results[0].forfeited

    def test_a_bot_that_thinks_asynchronously_may_resign_too(self) -> None:
        async def tired(question: tianming.Question) -> tianming.Answer:
            await asyncio.sleep(0)
            return tianming.Resign()

        seal = played_record(tired).seal
        assert seal is not None
        assert [result.forfeited for result in seal.results] == [True, False]


class TestWishes:
    """A bot says which games it plays, and how many matches at once."""

    @pytest.mark.parametrize("where", ["attributes", "arguments"])
    async def test_games_and_matches_at_once_reach_the_referee(self, where: str) -> None:
        class Choosy:
            games = ("china",)
            max_matches = 2

            def choose(self, question: tianming.Question) -> int:
                return 0

        async with started_referee() as harness:
            lobby, token = harness.referee.lobby, harness.referee.identities.admit(BotName("a"))
            address = harness.referee.address
            task = asyncio.create_task(
                tianming.run_async(Choosy(), address, token)
                if where == "attributes"
                else tianming.run_async(first, address, token, games=["china"], max_matches=2)
            )
            assert not await lobby.wait_for([BotName("a")], PATIENCE)
            assert [lobby.room(BotName("a"), game, 1, 9) for game in ("china", "toy")] == [2, 0]
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def test_arguments_go_before_attributes(self) -> None:
        class Choosy:
            games = ("china",)
            max_matches = 2

            def choose(self, question: tianming.Question) -> int:
                return 0

        player = AnsweringBot(Choosy(), ["ming"], 1)
        assert (player.games, player.max_matches) == (["ming"], 1)

    def test_one_name_in_place_of_a_list_is_an_error(self) -> None:
        with pytest.raises(TypeError, match=r"give a list of names, as in \['dragon'\]"):
            AnsweringBot(first, "dragon")

    @pytest.mark.parametrize("most", ["three", -1, 1.5, 2**32])
    @pytest.mark.parametrize("where", ["attributes", "arguments"])
    def test_matches_at_once_that_are_no_number_of_matches_are_an_error(
        self, most: object, where: str
    ) -> None:
        class Choosy:
            max_matches = most

            def choose(self, question: tianming.Question) -> int:
                return 0

        with pytest.raises(ValueError, match=r"max_matches is .*: give a whole number of matches"):
            AnsweringBot(Choosy()) if where == "attributes" else AnsweringBot(
                first, (), cast("int", most)
            )


class TestFrames:
    """No frame is larger than the referee takes."""

    def test_a_small_frame_stays_as_it_is(self) -> None:
        frame = pb.PlayRequest(messages=[pb.BotMessage(pong=pb.Pong(id=1))])
        assert list(_parts(frame, 100)) == [frame]

    def test_a_large_frame_becomes_several_with_all_messages_in_order(self) -> None:
        messages = [
            pb.BotMessage(choose=pb.Choose(match_id="m" * (n % 50), number=n, option=0))
            for n in range(500)
        ]
        parts = list(_parts(pb.PlayRequest(messages=messages), 300))
        assert [message for part in parts for message in part.messages] == messages
        assert all(part.ByteSize() <= 300 for part in parts)
        assert len(parts) < 100

    def test_a_bot_in_hundreds_of_matches_answers_them_all(self) -> None:
        class Wordy:
            def choose_batch(self, questions: Sequence[tianming.Question]) -> list[tianming.Answer]:
                return [tianming.Choice(0, "\U0001f409" * 200) for _ in questions]

        async def test() -> None:
            async with started_referee() as harness:
                hosts = [
                    harness.match("a", "a", match_id=f"match-{n:020}", clock=SLOW)
                    for n in range(500)
                ]
                task = await started(harness, "a", Wordy())
                results = await asyncio.gather(*(host.done for host in hosts))
                assert {seat.strikes for one in results for seat in one.outcome.results} == {0}
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

        uvloop.run(asyncio.wait_for(test(), PATIENCE))
