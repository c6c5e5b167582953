"""A reasoning that is too long is cut, and one with control characters is a fault."""

import pytest

from referee.record.reader import parse
from referee.record.reasoning import texts_in
from referee.server.limits import Limits
from tests.server.harness import started_referee
from tests.server.raw import Raw
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb

MOST = Limits().max_reasoning_bytes


async def reasoned(raw: Raw, text: str) -> list[pb.FaultNotice]:
    """Play a match with the same reasoning at each question; return the faults."""
    faults = []
    while (message := await raw.next()).WhichOneof("kind") != "match_ended":
        if message.HasField("question"):
            asked = message.question
            told = pb.Thought(reasoning=text, tokens_in=1200, cost_micros=3100)
            choose = pb.Choose(match_id=asked.match_id, number=asked.number, option=0, thought=told)
            await raw.send(pb.BotMessage(choose=choose))
        elif message.HasField("fault_notice"):
            faults.append(message.fault_notice)
    return faults


class TestReasoning:
    """What comes on a stream."""

    @pytest.mark.parametrize("text", ["x" * MOST, "x" * 60_000, "\u202e" * 20_000, "<b>#**"])
    async def test_a_long_one_is_cut_with_a_mark_and_costs_nothing(self, text: str) -> None:
        async with started_referee() as harness:
            a = await harness.bot("a")
            host = harness.match("a", "a")
            assert not await reasoned(a, text)
            await host.done
            file = harness.records["m1"]
            (kept,) = texts_in(bytes(file.reasoning)).values()
            assert len(kept.encode()) <= MOST
            start = kept.removesuffix("\n[cut]")
            assert text.startswith(start)
            assert (kept == start) == (len(text.encode()) <= MOST)
            told = [one.body.chosen.thought for one in parse(bytes(file.data), "m1").entries]
            sizes = {one.reasoning_bytes for one in told if one.reasoning_digest}
            assert sizes == {len(kept.encode())}

    async def test_a_control_character_in_it_is_a_fault_as_in_a_note(self) -> None:
        async with started_referee() as harness:
            a = await harness.bot("a")
            host = harness.match("a", "a")
            fault, *_ = await reasoned(a, "\x1b[31mred")
            assert fault.fault == match_pb2.FAULT_MALFORMED
            assert fault.reason.startswith("The reasoning has a control character, U+001B;")
            await host.done
            assert not harness.records["m1"].reasoning
