"""The greedy policy: it knows majorities, and nothing but the message."""

from itertools import product

from referee.game_check.random_play import random_steps
from tests.games.strength import win
from tianming_bots.greedy.ming import choose, houses
from tianming_games.ming import GAME
from tianming_games.ming.majority import moves_to_city
from tianming_proto.games.ming.v1 import ming_pb2 as pb


class TestGreedy:
    def test_it_counts_houses_as_the_rules_do(self) -> None:
        for members in (*product(range(4), repeat=3), *product(range(4), repeat=4)):
            assert houses(members[0], members[1:]) == moves_to_city(members)[0]

    def test_it_answers_every_question_the_same_way_again(self) -> None:
        wire = GAME.wire()
        for state, _, _ in random_steps(GAME, 4, {}, 3):
            for seat in state.to_act():
                legal = state.legal_actions(seat)
                setup = pb.Setup.FromString(wire.setup(state))
                position = pb.Position.FromString(wire.position(state, seat, legal))
                assert 0 <= choose(position, setup) < len(legal)
                assert choose(position, setup) == choose(position, setup)

    def test_it_beats_random_players(self) -> None:
        """Eight of nine matches at least; `tests.games.strength` plays hundreds."""
        wins = [win(GAME, 2 + match % 3, {}, match % (2 + match % 3), match) for match in range(9)]
        assert sum(wins) >= 8
