"""Target for what a supervisor reports of a bot, as the bot may write there: exit status, notes."""

from collections.abc import Iterator

from referee.launch.supervisor.exit_status import MOST_BYTES, ExitStatus
from referee.launch.touch import touches_of


def target(data: bytes) -> None:
    """Read bytes as an exit status and as notes on touches; both have an answer for any bytes."""
    ending = ExitStatus.from_json(data)
    if ending is not None:
        assert ending.cause.isprintable()
        assert len(ending.cause) < MOST_BYTES
        assert ExitStatus.from_json(ending.to_json().encode()) == ending
    for touch in touches_of(data) or ():
        assert isinstance(touch.target, str)
    touches_of(b'["observed",""]\n' + data)


def seeds() -> Iterator[bytes]:
    """Yield sound reports and notes, and wrong ones."""
    endings = (
        ExitStatus(code=1, peak=1 << 30),
        ExitStatus(signal=9),
        ExitStatus(limit="it had 9 processes"),
        ExitStatus(refused="No such file"),
        ExitStatus(lost="its supervisor is gone"),
        ExitStatus(stopped=-15),
        ExitStatus(deaf=True),
    )
    for ending in endings:
        yield ending.to_json().encode()
    yield b'["observed", ""]\n["read", "/a"]\n["run", "/bin/sh"]\n["send", "\\udcff"]\n'
    yield b"{]}\n"
    yield b'[1]\n["x", {}]\n5\n'
    yield b"[" * 5000 + b"\n"
    yield b"[" * 200_000 + b"\n"
    yield b"\xff\xfe\n"
    yield b"9" * 5000 + b"\n"
    yield b'{"code":' + b"9" * 4000 + b"}\n"
    yield b'{"code":true}\n{"code":1e400}\n{"code":NaN}\n{"code":0,"signal":9}\n'
    yield b'{"limit":"\\u001b[2J"}'
    yield b'{"cause":1}\n[]\nnull\n{}'
