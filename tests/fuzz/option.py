"""Target for options of a game: all names and values are accepted, or refused with a sentence."""

from collections.abc import Iterator
from typing import Any

from referee.cli.option.match_options import options_of
from referee.error import TianmingError
from tests.fuzz.feed import Feed, refusal_of
from tianming_games.game import Game
from tianming_games.registry import load

_GAMES = ("china", "dragon", "ming")


def target(data: bytes) -> None:
    """Read bytes as options from a command line, and begin a game with them."""
    feed = Feed(data)
    game = load(_GAMES[feed.number() % len(_GAMES)])
    seats = feed.number() % 8
    given = data[2:].decode(errors="surrogateescape").split("\n")[:8]
    named = tuple(option for option in given if option)
    refused = refusal_of(lambda: _begin(game, seats, options_of(named)), TianmingError)
    assert refused is None or str(refused)


def _begin(game: Game[Any], seats: int, options: dict[str, str]) -> None:
    full = game.checked(seats, options)
    assert list(full) == list(game.defaults)
    assert game.checked(seats, full) == full


def seeds() -> Iterator[bytes]:
    """Yield every value of every option of every game, and invalid options."""
    for index, name in enumerate(_GAMES):
        game = load(name)
        for spec in game.options:
            for value in (*spec.choices, spec.default, "no-such-thing", ""):
                yield bytes((index, 3)) + f"{spec.name}={value}".encode()
        full = "\n".join(f"{name}={value}" for name, value in game.defaults.items())
        yield bytes((index, 4)) + full.encode()
    yield b"\0\3=\n=x\nx\n"
