"""Questions of a match in this process, as a bot receives them."""

import time
from typing import Any

from google.protobuf.any_pb2 import Any as Packed

from tianming import Clock, Match, Question
from tianming_games.game import Game
from tianming_proto.v1 import play_pb2


def ask(
    game: Game[Any], state: Any, seat: int, options: dict[str, str], budget: float = 60.0
) -> Question:
    """Return the question to a seat."""
    wire, legal = game.wire(), state.legal_actions(seat)
    match = Match(
        match_id="m",
        game=game.name,
        options=options,
        bots=["bot"] * state.seats,
        seat=seat,
        clock=Clock(budget, 0, 0, 0, 0),
        seed_commitment=b"",
        bot_seed=bytes(32),
        serialized_setup=Packed(value=wire.setup(state)),
    )
    position = Packed(value=wire.position(state, seat, legal))
    message = play_pb2.Question(number=1, option_count=len(legal), position=position)
    message.budget.FromNanoseconds(int(budget * 1e9))
    question = Question(message, match)
    question.arrival = time.monotonic()
    return question
