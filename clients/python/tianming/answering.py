"""Send the answers of a bot on one stream, in frames within the referee's limits."""

from __future__ import annotations

import asyncio
import operator
import time
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from tianming.bot import Choice, Resign
from tianming.error import blame
from tianming.remark import note_of, thought_of
from tianming.wire import CUT
from tianming_proto.v1 import play_pb2 as pb

if TYPE_CHECKING:
    from tianming.bot import Answer, AnsweringBot
    from tianming.question import Question
    from tianming.stop import Stop
    from tianming.wire import StreamWire

_FLUSH_AFTER = 0.001
"""Seconds of thinking after which the collected answers are sent without the rest."""

_MESSAGE_HEAD = 6
"""Maximum bytes before a message in its frame: its tag and length."""

_CANCELLED = "choose raised asyncio.CancelledError: catch it where you cancel a task"


class AnswerStream:
    """Collects the answers of one stream while the bot is fast, and sends them while it thinks.

    `failure` gets the exception of an asynchronous bot that fails.
    """

    def __init__(self, player: AnsweringBot, wire: StreamWire, stop: Stop) -> None:
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.limits = pb.Limits(max_frame_bytes=1 << 16, max_note_characters=200)
        self._player = player
        self._wire = wire
        self._stop = stop
        self._frame = pb.PlayRequest()
        self._writing = asyncio.Lock()
        self._thinking: set[asyncio.Task[None]] = set()

    async def answer(self, questions: list[Question]) -> None:
        """Let the bot answer all questions of a frame, and send the answers.

        An asynchronous bot answers in separate tasks, after this call has returned.
        """
        if self._player.is_async:
            self._think(questions)
        elif self._player.choose_batch is not None:
            answers = self._ask(self._player.choose_batch, questions)
            if not self._stop.is_set:
                self._add(questions, answers)
            await self._flush()
        else:
            await self._answer_in_turn(questions)

    async def send(self, message: pb.BotMessage) -> None:
        """Send a message that is not an answer."""
        self._frame.messages.append(message)
        await self._flush()

    def close(self) -> None:
        """Cancel the running tasks of the bot, because the stream has ended."""
        self.failure.cancel()
        for task in self._thinking:
            task.cancel()

    async def _answer_in_turn(self, questions: list[Question]) -> None:
        choose = self._player.choose
        assert choose is not None
        began = time.perf_counter()
        for question in questions:
            answer = self._ask(choose, question)
            if self._stop.is_set:
                return
            self._put(question, answer)
            if time.perf_counter() - began > _FLUSH_AFTER:
                await self._flush()
                began = time.perf_counter()
        await self._flush()

    def _ask(self, method: Callable[[Any], Any], asked: Any) -> Any:
        """Call the synchronous bot; if a signal stops the run, return None without an answer."""
        self._stop.is_thinking = True
        try:
            return method(asked)
        except KeyboardInterrupt:
            if not self._stop.is_set:
                raise
        except Exception as error:
            blame(error, self._player.method)
            raise
        finally:
            self._stop.is_thinking = False

    def _think(self, questions: list[Question]) -> None:
        groups = [questions] if self._player.choose_batch is not None else [[q] for q in questions]
        for group in groups:
            task = asyncio.create_task(self._answer_later(group))
            self._thinking.add(task)
            task.add_done_callback(self._thought)

    async def _answer_later(self, questions: list[Question]) -> None:
        player = self._player
        try:
            if player.choose_batch is not None:
                answers = await player.choose_batch(questions)
            else:
                assert player.choose is not None
                answers = [await player.choose(questions[0])]
        except Exception as error:
            blame(error, self._player.method)
            raise
        self._add(questions, answers)
        await self._flush()

    def _thought(self, task: asyncio.Task[None]) -> None:
        """Handle the end of a bot's task; its exception ends the run, as in a synchronous bot."""
        self._thinking.discard(task)
        error = RuntimeError(_CANCELLED) if task.cancelled() else task.exception()
        if error is not None and not self.failure.done():
            self.failure.set_exception(error)

    def _add(self, questions: list[Question], answers: Sequence[Answer]) -> None:
        if not isinstance(answers, Collection):
            raise TypeError(f"choose_batch gave {answers!r}, which is no list of answers")
        if len(answers) != len(questions):
            raise ValueError(
                f"choose_batch got a list of length {len(questions)} and gave one of length "
                f"{len(answers)}: give one answer to each question"
            )
        for question, answer in zip(questions, answers, strict=True):
            self._put(question, answer)

    def _put(self, question: Question, answer: Answer) -> None:
        if isinstance(answer, Resign):
            self._frame.messages.add().resign.match_id = question.match_id
            return
        if isinstance(answer, Choice):
            option, note, thought = answer.option, answer.note, answer.thought
        else:
            option, note, thought = answer, "", None
        index = option_index(question, option)
        choose = self._frame.messages.add().choose
        choose.match_id = question.match_id
        choose.number = question.number
        choose.option = index
        if note:
            choose.note = note_of(note, question.number, self.limits.max_note_characters)
        if thought is not None:
            most = self.limits.max_reasoning_bytes
            choose.thought.CopyFrom(thought_of(thought, question.number, most))

    async def _flush(self) -> None:
        """Send the collected answers; later ones go into the next frame.

        If the stream has ended, drop them; the reading task gets the reason.
        """
        async with self._writing:
            while self._frame.messages:
                frame, self._frame = self._frame, pb.PlayRequest()
                try:
                    for part in _parts(frame, self.limits.max_frame_bytes):
                        await self._wire.write(part)
                except CUT:
                    return


def _parts(frame: pb.PlayRequest, most: int) -> Sequence[pb.PlayRequest]:
    """Return the frame, or if it has more than `most` bytes, its messages in smaller frames."""
    if frame.ByteSize() <= most:
        return (frame,)
    parts, size = [pb.PlayRequest()], 0
    for message in frame.messages:
        more = message.ByteSize() + _MESSAGE_HEAD
        if parts[-1].messages and size + more > most:
            parts.append(pb.PlayRequest())
            size = 0
        parts[-1].messages.append(message)
        size += more
    return parts


def option_index(question: Question, option: int) -> int:
    """Return a bot's answer as the index of an option.

    Raises:
        TypeError: when the answer is not an integer.
        ValueError: when it is not the index of an option.
    """
    try:
        index = operator.index(option)
    except TypeError:
        raise TypeError(_wrong(question, option, ", which is no index")) from None
    if not 0 <= index < question.option_count:
        raise ValueError(_wrong(question, option))
    return index


def _wrong(question: Question, option: int, why: str = "") -> str:
    """Return the error text about an invalid answer of a bot."""
    given = f"choose gave {option!r} to question {question.number}{why}"
    return f"{given}: give 0 to {question.option_count - 1}"
