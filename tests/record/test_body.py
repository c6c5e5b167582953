"""Bodies that are put together as bytes say what protobuf says, byte for byte."""

from collections.abc import Sequence
from itertools import product

import pytest

from referee.record import body
from tianming_games.ground.encoding import varint
from tianming_proto.record.v1 import record_pb2 as pb

SMALL = (0, 1, 127, 128, 300)
TIMES = (0, 1, 127, 128, 1 << 14, 10**9, 10**12 + 7, (1 << 62) - 1)


def time(at: int) -> bytes:
    """A time as a varint, empty for 0."""
    return varint(at) if at else b""


@pytest.mark.parametrize("bits", range(64))
def test_a_number_of_any_length_is_a_varint(bits: int) -> None:
    for number in ((1 << bits) - 1, 1 << bits):
        message = pb.RecordStall(span_ns=number)
        assert message.SerializeToString() == (b"\x10" + varint(number) if number else b"")


@pytest.mark.parametrize(
    "values", [(), (0,), (0, -1, 1, 63, -64, 64), range(-200, 200), (2**31 - 1, -(2**31))]
)
def test_a_draw(values: Sequence[int]) -> None:
    for index in SMALL:
        drawn = pb.RecordDrawn(index=index, values=values)
        whole = pb.RecordBody(drawn=drawn).SerializeToString()
        assert body.drawn(index, values) == whole


@pytest.mark.parametrize("at", TIMES)
def test_a_question(at: int) -> None:
    for number, seat, options, state in product((1, 16, 999), (0, 4), SMALL, (b"", bytes(16))):
        asked = pb.RecordAsked(
            number=number,
            seat=seat,
            option_count=options,
            at_ns=at,
            budget_ns=at // 2,
            question_digest=b"q" * 16,
            state_digest=state,
        )
        whole = pb.RecordBody(asked=asked).SerializeToString()
        assert body.asked(number, seat, options, time(at), at // 2, b"q" * 16, state) == whole


@pytest.mark.parametrize("at", TIMES)
def test_a_choice(at: int) -> None:
    thoughts = (None, pb.RecordThought(value=0.5, nodes=9, principal_line=["take 1"]))
    for origin, option, note, network, thought in product(
        pb.RecordOrigin.keys(), SMALL, ("", "so", "天" * 1000), (None, 0, at), thoughts
    ):
        chosen = pb.RecordChosen(
            seat=option % 5,
            number=option,
            option=option,
            origin=origin,
            at_ns=at,
            note=note,
            handed_at_ns=at // 3,
            network_ns=network,
            option_count=option % 7,
            thought=thought,
        )
        whole = pb.RecordBody(chosen=chosen).SerializeToString()
        data = body.chosen(
            option % 5,
            option,
            option,
            pb.RecordOrigin.Value(origin),
            time(at),
            note,
            at // 3,
            network,
            option % 7,
            b"" if thought is None else thought.SerializeToString(),
        )
        assert data == whole
