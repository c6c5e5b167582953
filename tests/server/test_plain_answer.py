"""Plain answers, read without protobuf."""

import random

import pytest

from referee.match.clock import Instant, Span
from referee.server.plain_answer import plain_answers
from tianming_proto.v1 import play_pb2 as pb

NOW, NETWORK = Instant(7), Span(3)


def frame(*answers: tuple[str, int, int]) -> bytes:
    """A frame of answers: match, number and option of each."""
    messages = [
        pb.BotMessage(choose=pb.Choose(match_id=match_id, number=number, option=option))
        for match_id, number, option in answers
    ]
    return pb.PlayRequest(messages=messages).SerializeToString()


def read(data: bytes) -> list[tuple[str, int, int | None]] | None:
    """What `plain_answers` reads in a frame."""
    found = plain_answers(data, NOW, NETWORK)
    if found is None:
        return None
    return [(match_id, one.number, one.option) for match_id, one in found]


def parsed(data: bytes) -> list[tuple[str, int, int | None]]:
    """What protobuf reads in a frame of answers."""
    chosen = [one.choose for one in pb.PlayRequest.FromString(data).messages]
    return [
        (one.match_id, one.number, one.option if one.HasField("option") else None) for one in chosen
    ]


@pytest.mark.parametrize("match_id", ["m", "赤壁", "x" * 100])
def test_a_frame_of_answers_is_plain(match_id: str) -> None:
    answers = [(match_id, number, option) for number in (1, 127, 128, 16383) for option in (0, 300)]
    assert read(frame(*answers)) == answers


def test_an_answer_has_the_time_of_its_frame_and_of_its_network() -> None:
    found = plain_answers(frame(("m", 1, 0)), NOW, NETWORK)
    assert found is not None
    (_, answer), *_ = found
    assert (answer.at, answer.network, answer.note, answer.thought) == (NOW, NETWORK, "", None)


@pytest.mark.parametrize(
    "message",
    [
        pb.BotMessage(),
        pb.BotMessage(pong=pb.Pong(id=1)),
        pb.BotMessage(choose=pb.Choose(match_id="m", number=1)),
        pb.BotMessage(choose=pb.Choose(match_id="m", option=1)),
        pb.BotMessage(choose=pb.Choose(number=1, option=1)),
        pb.BotMessage(choose=pb.Choose(match_id="m", number=1, option=1, note="hm")),
        pb.BotMessage(choose=pb.Choose(match_id="m", number=1, option=1, thought=pb.Thought())),
        pb.BotMessage(choose=pb.Choose(match_id="m", number=1 << 14, option=1)),
        pb.BotMessage(choose=pb.Choose(match_id="m", number=1, option=1 << 31)),
        pb.BotMessage(choose=pb.Choose(match_id="x" * 128, number=1, option=1)),
    ],
)
def test_every_other_message_is_left_to_protobuf(message: pb.BotMessage) -> None:
    assert read(frame(("m", 1, 0)) + pb.PlayRequest(messages=[message]).SerializeToString()) is None


def test_what_is_read_is_what_protobuf_reads(fresh_seed: int) -> None:
    chance, plain = random.Random(fresh_seed), 0
    for _ in range(20_000):
        answers = [
            (chance.choice(("m", "m12", "é")), chance.getrandbits(15), chance.getrandbits(8))
            for _ in range(chance.randrange(1, 4))
        ]
        data = bytearray(frame(*answers))
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(data))
            part = bytes((chance.choice((0, 1, 2, 10, 16, 18, 24, 127, 128, 255)),))
            data[at : at + chance.randrange(3)] = part * chance.randrange(2)
            data = data or bytearray(part)
        found = read(bytes(data))
        if found is not None:
            plain += 1
            assert found == parsed(bytes(data)), bytes(data).hex()
    assert plain > 2_000
