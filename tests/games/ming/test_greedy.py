"""The greedy policy of Ming Dynasty."""

from tests.games.strength import win
from tianming_games.ming import GAME


def test_it_beats_random_players() -> None:
    """Eight of nine matches at least; `tests.games.strength` plays hundreds."""
    wins = [win(GAME, 2 + match % 3, {}, match % (2 + match % 3), match) for match in range(9)]
    assert sum(wins) >= 8
