"""Read the answers of a frame.

Almost every frame of a bot has nothing but answers without a note or a thought. protobuf makes two
objects of each, and looks up each of its fields by name. `plain_answers` reads their bytes, in a
tenth of the time. It leaves every other frame to protobuf, so it refuses nothing by itself.
"""

from typing import Final

from referee.identifier import MatchId
from referee.match.clock import Instant, Span
from referee.match.question import Answer
from referee.server.limits import Limits
from referee.server.message_check import thought_of
from tianming_proto.v1 import play_pb2 as pb

_MESSAGE: Final = pb.PlayRequest.MESSAGES_FIELD_NUMBER << 3 | 2
_CHOOSE: Final = pb.BotMessage.CHOOSE_FIELD_NUMBER << 3 | 2
_MATCH_ID: Final = pb.Choose.MATCH_ID_FIELD_NUMBER << 3 | 2
_NUMBER: Final = pb.Choose.NUMBER_FIELD_NUMBER << 3
_OPTION: Final = pb.Choose.OPTION_FIELD_NUMBER << 3

_SHORT: Final = 0x80
_LONG: Final = _SHORT * _SHORT
"""Numbers below the first take one byte, and those below the second two."""


def plain_answers(
    frame: bytes, at: Instant, network: Span | None
) -> list[tuple[MatchId, Answer]] | None:
    """Return the answers of a frame that arrived at `at`, each with the id of its match.

    Each has a match, a number and an option, in this order, and fewer than 128 bytes. None means
    that the frame has something else, or is malformed.
    """
    answers = list[tuple[MatchId, Answer]]()
    place, size = 0, len(frame)
    try:
        while place < size:
            end = place + 2 + frame[place + 1]
            text = place + 6
            if (
                frame[place] != _MESSAGE
                or frame[place + 2] != _CHOOSE
                or frame[place + 3] != end - place - 4
                or frame[place + 4] != _MATCH_ID
                or frame[place + 1] >= _SHORT
            ):
                return None
            place = text + frame[place + 5]
            match_id = MatchId(frame[text:place].decode())
            number = frame[place + 1]
            if frame[place] != _NUMBER:
                return None
            place += 2
            if number >= _SHORT:
                number += (frame[place] - 1) * _SHORT
                place += 1
            option = frame[place + 1]
            if frame[place] != _OPTION:
                return None
            place += 2
            if option >= _SHORT:
                option += (frame[place] - 1) * _SHORT
                place += 1
            if place != end or number >= _LONG or option >= _LONG:
                return None
            answers.append((match_id, Answer(number, option, at, "", network)))
    except (IndexError, UnicodeDecodeError):
        return None
    return answers


def answer_of(choose: pb.Choose, at: Instant, network: Span | None, limits: Limits) -> Answer:
    """Return an answer as the record keeps it: a note and a thought beyond the limits are cut."""
    return Answer(
        choose.number,
        choose.option if choose.HasField("option") else None,
        at,
        choose.note[: limits.max_note_characters],
        network,
        thought_of(choose.thought, limits.max_reasoning_bytes)
        if choose.HasField("thought")
        else None,
    )
