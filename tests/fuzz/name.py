"""Target for names of bots: alone, in a token file, and from a command on the command line."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.error import TianmingError
from referee.launch.command import bots, commands
from referee.launch.naming import notices, split_paths
from referee.server.identity import check_bot_name
from referee.server.token_file import read_names, read_tokens, token_line
from tests.fuzz.feed import refusal_of


def target(data: bytes) -> None:
    """Read bytes as the name of a bot, as a token file, and as the command of a bot."""
    text = data.decode(errors="surrogateescape")
    refused = refusal_of(lambda: check_bot_name(text), TianmingError)
    if refused is None:
        assert text.isascii()
        assert text.isprintable()
        assert 1 <= len(text.strip()) == len(text) <= 40
    else:
        assert str(refused).isprintable()
    _list_of_tokens(data)
    _list_of_names(data)
    _command_line(text)


def _list_of_tokens(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokens.txt"
        path.write_bytes(data)
        refused = refusal_of(lambda: read_tokens(path), TianmingError)
        if refused is not None:
            assert str(path) in str(refused)
            return
        tokens = read_tokens(path)
        path.write_text("".join(token_line(name, token) for name, token in tokens.items()))
        assert read_tokens(path) == tokens


def _list_of_names(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "names.txt"
        path.write_bytes(data)
        refused = refusal_of(lambda: read_names(path), TianmingError)
        if refused is None:
            names = read_names(path)
            assert len({name.casefold() for name in names}) == len(names) > 0
        else:
            assert str(path) in str(refused)


def _command_line(text: str) -> None:
    for sentence in split_paths(text, Path()):
        assert sentence
    try:
        (bot,) = bots([text])
        assert check_bot_name(bot.name) == bot.name
        assert all(notices(text, Path()))
    except TianmingError:
        pass
    try:
        found = commands([text, text])
    except TianmingError:
        return
    for command in found:
        assert check_bot_name(command.name) == command.name
    assert len({command.name for command in found}) == len(found)


def seeds() -> Iterator[bytes]:
    """Yield valid and invalid names, commands and token files."""
    for text in ("a", "Deep Red", "x" * 41, "a\x1b[31m", "\u0430lpha", "random", "python 'x"):
        yield text.encode()
    yield b"Ann\n# comment\nBob # and more\nann\n"
    yield b"sh -m a.b.c --flag"
    yield b"sh ...-_. x"
    yield "Ada=sh -c 'exec ./\u5929 --level 0.5'".encode()
    yield b"A=1 sh -m a/b c/d"
    yield b"env -u A nice -n 5 python -X dev -m a.b x.py"
    yield f"{'0' * 64} Deep Red\n{'f' * 64} until=2030-12-31 Jade\n".encode()
    yield f"{'0' * 64} until=2030-02-30 Jade\n".encode()
    yield f"{'0' * 64} made=0001-01-01T00:00Z old={'1' * 64},9999-12-31T00:00Z Jade\n".encode()
    yield f"{'0' * 64} a\u2028{'1' * 64} b\n".encode()
