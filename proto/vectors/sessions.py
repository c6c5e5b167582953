"""Record sessions between the Python SDK and a scripted referee, for authors of other SDKs.

    python proto/vectors/sessions.py [--check]

Each script of `SCRIPTS` has a file of bytes and a file of JSON in `sessions/`; clients/PORTING.md
describes both. The bot takes option `number % option_count`, so each run records the same.
`--check` writes nothing, and ends with 1 if a committed file differs.
"""

import asyncio
import contextlib
import json
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToDict

import tianming
from referee.conformance.scripted_match import ScriptedMatch
from referee.conformance.scripted_referee import ScriptedReferee
from referee.conformance.scripted_stream import ScriptedStream, keys_of
from referee.conformance.transcript import Line, LineKind, Transcript
from referee.server import refusal
from tianming.stop import Stop
from tianming_games.ground.encoding import varint
from tianming_proto.v1 import play_pb2 as pb

FOLDER = Path(__file__).parent / "sessions"

CREDENTIAL = "example-token"
WORKER = "http://worker.example:50052"
"""What stands for the address of the second referee, whose port is another in each run."""

_PATIENCE = 20.0

_CODES = {LineKind.OPEN: b"O", LineKind.HALF_CLOSE: b"H", LineKind.END: b"E"}
_FRAMES = {"bot": b"B", "referee": b"R"}
"""The second byte of an entry."""


class Bot:
    """The bot of all sessions."""

    name = "example"

    def choose_batch(self, questions: Sequence[tianming.Question]) -> list[int]:
        """The option that the number of each question names."""
        return [question.number % question.option_count for question in questions]


class Recording:
    """A bot, and the referees that record it. Use `async with`."""

    def __init__(self) -> None:
        self.transcript = Transcript()
        self.referee = ScriptedReferee(self.transcript, _PATIENCE)
        self.worker = ScriptedReferee(self.transcript, _PATIENCE)
        self._folder = tempfile.TemporaryDirectory(prefix="tianming-")
        self._stop: Stop
        self._bot: asyncio.Task[None]

    async def __aenter__(self) -> "Recording":
        address = await self.referee.listen(f"unix:{self._folder.name}/referee.sock")
        await self.worker.listen("127.0.0.1:0")
        self._stop = Stop()
        playing = tianming.run_async(Bot(), address, CREDENTIAL, stop=self._stop)
        self._bot = asyncio.create_task(playing)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop.set()
        with contextlib.suppress(tianming.Refused):
            await self._bot
        await self.referee.stop()
        await self.worker.stop()
        self._folder.cleanup()

    async def open(self) -> ScriptedStream:
        """The next stream, after `Welcome`."""
        stream = await self.referee.stream()
        await stream.welcome()
        return stream

    async def leave(self, stream: ScriptedStream) -> None:
        """Let the bot leave: `Goodbye`, the end of its side, and `OK`."""
        self._stop.set()
        await stream.over.wait()
        await stream.end()


async def handshake(recording: Recording) -> None:
    """A first handshake, a ping, ten questions, and a goodbye."""
    stream = await recording.open()
    await stream.send(pb.RefereeMessage(ping=pb.Ping(id=1)))
    await stream.message("pong", "`Pong`")
    await stream.play(stream.match("m1"), 10)
    await recording.leave(stream)


async def coalesced(recording: Recording) -> None:
    """Frames with questions of three matches, each answered by one frame."""
    stream = await recording.open()
    matches = stream.matches("m", 3)
    for _ in range(3):
        await stream.send(*(one for match in matches for one in match.messages()))
        answers = await stream.answers(keys_of(matches))
        for match in matches:
            match.choose(answers[match.key])
    await recording.leave(stream)


async def resume(recording: Recording) -> None:
    """A stream that ends in the middle of a question, and the next one, with a resume point."""
    stream = await recording.open()
    match = stream.match("m1")
    await stream.play(match, 3)
    await stream.send(*match.messages())
    await stream.answers([match.key])
    await stream.refuse(refusal.bug("example"))
    seen = match.event_count
    match.lapse()
    stream = await recording.open()
    await stream.send(match.started(), match.events(seen), match.question())
    choose = (await stream.answers([match.key]))[match.key]
    match.messages()
    match.choose(choose)
    await stream.play(match, 1)
    await recording.leave(stream)


async def refused(recording: Recording) -> None:
    """A refusal that no other try can change."""
    stream = await recording.referee.stream()
    await stream.read_hello()
    await stream.refuse(refusal.revision_unsupported(2, 3))


async def fault(recording: Recording) -> None:
    """A late answer: `FaultNotice`, and the next question."""
    stream = await recording.open()
    match = stream.match("m1")
    await stream.play(match, 1)
    await stream.send(*match.messages())
    await stream.answers([match.key])
    match.lapse()
    await stream.play(match, 1)
    await recording.leave(stream)


async def invitation(recording: Recording) -> None:
    """An invitation to another referee, and a match there; stream 2 carries the ticket."""
    lobby = await recording.open()
    to = pb.Invitation(
        address=f"http://{recording.worker.address}",
        ticket="example-ticket",
        valid_for=Duration(seconds=10),
    )
    await lobby.send(pb.RefereeMessage(invitation=to))
    stream = await recording.worker.stream()
    await stream.welcome()
    await stream.play(stream.match("m1"), 2)
    await stream.finish()
    await stream.end()
    await recording.leave(lobby)


async def drain(recording: Recording) -> None:
    """A referee that is about to stop: the bot answers, and comes back."""
    stream = await recording.open()
    match = stream.match("m1")
    draining = pb.Draining(grace=Duration(seconds=30))
    await stream.send(pb.RefereeMessage(draining=draining), *match.messages())
    await stream.answers([match.key])
    await stream.refuse(refusal.draining())
    await recording.leave(await recording.open())


async def end(recording: Recording) -> None:
    """The last questions of a match, and its end, which reveals the seed."""
    stream = await recording.open()
    match = stream.match("m1")
    ahead = ScriptedMatch("m1")
    rest = 0
    while ahead.open:
        ahead.choose(_choice(ahead))
        rest += 1
    for _ in range(rest - 3):
        match.choose(_choice(match))
    match.messages()
    await stream.send(match.started(), match.question())
    await stream.answers([match.key])
    match.choose(_choice(match))
    await stream.play(match, 3)
    await stream.send(*match.messages())
    await recording.leave(stream)


def _choice(match: ScriptedMatch) -> pb.Choose:
    """What the bot chooses."""
    asked = match.open[0]
    return pb.Choose(number=asked.number, option=asked.number % len(asked.options))


Script = Callable[[Recording], Awaitable[None]]

SCRIPTS: tuple[Script, ...] = (
    handshake,
    coalesced,
    resume,
    refused,
    fault,
    invitation,
    drain,
    end,
)


async def record(script: Script) -> list[Line]:
    """Run a script; return what happened on the streams, in order."""
    async with Recording() as recording:
        await script(recording)
    return [line for line in recording.transcript.lines if line.kind is not LineKind.REMARK]


def binary(lines: Sequence[Line]) -> bytes:
    """A session as entries of stream, kind, length and data."""
    entries = []
    for line in lines:
        kind = _FRAMES[line.sender] if line.kind is LineKind.FRAME else _CODES[line.kind]
        data = payload(line)
        entries.append(bytes((line.stream,)) + kind + varint(len(data)) + data)
    return b"".join(entries)


def text(lines: Sequence[Line]) -> str:
    """A session as JSON, with a line for each entry."""
    entries = (json.dumps(entry(line), ensure_ascii=False) for line in lines)
    return "[\n" + ",\n".join(entries) + "\n]\n"


def entry(line: Line) -> dict[str, Any]:
    """An entry for JSON."""
    head = {"stream": line.stream, "from": line.sender}
    data = payload(line)
    match line.kind:
        case LineKind.FRAME:
            frame = pb.PlayRequest if line.sender == "bot" else pb.PlayResponse
            message = json.dumps(MessageToDict(frame.FromString(data)), sort_keys=True)
            return {**head, "frame": json.loads(message), "bytes": data.hex()}
        case LineKind.OPEN:
            return {**head, "open": {"authorization": data.decode()}}
        case LineKind.END:
            code, _, sentence = data.decode().partition(": ")
            return {**head, "end": {"code": code, "sentence": sentence}}
        case _:
            return {**head, "half_close": True}


def payload(line: Line) -> bytes:
    """The data of an entry, which is the same in each run."""
    if line.kind is not LineKind.FRAME or line.sender == "bot":
        return line.data
    frame = pb.PlayResponse.FromString(line.data)
    for message in frame.messages:
        if message.HasField("invitation"):
            message.invitation.address = WORKER
            return frame.SerializeToString(deterministic=True)
    return line.data


def files() -> dict[str, bytes]:
    """All files by name, from new runs."""
    logging.disable()
    made = {}
    for script in SCRIPTS:
        lines = asyncio.run(record(script))
        made[f"{script.__name__}.bin"] = binary(lines)
        made[f"{script.__name__}.json"] = text(lines).encode()
    return made


def main(arguments: list[str]) -> int:
    """Write the files, or check those that are committed."""
    made = files()
    if "--check" not in arguments:
        FOLDER.mkdir(exist_ok=True)
        for name, content in made.items():
            (FOLDER / name).write_bytes(content)
        return 0
    committed = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    stale = sorted(
        name for name in made.keys() | committed if made.get(name) != committed.get(name)
    )
    for name in stale:
        print(f"proto/vectors/sessions/{name} is stale: run `python proto/vectors/sessions.py`")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
