"""`python -m tests.conformance.mutant NAME`: a small bot that breaks one promise.

`Bare` is a bot on the generated stubs that passes the level `core`. Each mutant overrides one of
its methods, and names the check that it fails.
"""

import os
import queue
import signal
import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

import grpc

from tianming_proto.v1 import play_pb2 as pb
from tianming_proto.v1.play_pb2_grpc import RefereeServiceStub

Replies = Iterator[pb.BotMessage]


class Bare:
    """A bot that passes the level `core`; it always chooses option 0."""

    timeout: float | None = None

    def __init__(self) -> None:
        self.was_welcome = False
        self._outbox: queue.SimpleQueue[pb.PlayRequest] = queue.SimpleQueue()

    def run(self) -> int:
        """Play until the stream ends; return the exit status."""
        with grpc.insecure_channel(os.environ["TIANMING_SERVER"], self.arguments()) as channel:
            self.send(pb.BotMessage(hello=self.hello()))
            frames = iter(self._outbox.get, None)
            play = RefereeServiceStub(channel).Play
            call = play(frames, timeout=self.timeout, metadata=self.metadata())
            try:
                for frame in call:
                    self.was_welcome = True
                    self.handle(frame)
            except grpc.RpcError:
                return self.ended(call.code(), call.details())
            return 0

    def ended(self, code: grpc.StatusCode, why: str) -> int:
        """Handle an error of the stream; return the exit status."""
        if code is grpc.StatusCode.UNAVAILABLE and self.was_welcome:
            return 0
        print(f"the bot cannot play: {why}", file=sys.stderr)
        return 1

    def send(self, *messages: pb.BotMessage) -> None:
        """Send a frame."""
        self._outbox.put(pb.PlayRequest(messages=messages))

    def arguments(self) -> list[tuple[str, int]]:
        """Return the arguments of the channel."""
        return []

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Return the metadata of the call."""
        return (("authorization", f"Bearer {os.environ['TIANMING_TOKEN']}"),)

    def hello(self) -> pb.Hello:
        """Return the `Hello` of the bot."""
        return pb.Hello(revision_min=1, revision_max=1, bot_name="bare", user_agent="bare/1")

    def handle(self, frame: pb.PlayResponse) -> None:
        """Answer the messages of a frame with one frame."""
        replies = [reply for message in frame.messages for reply in self.replies(message)]
        if replies:
            self.send(*replies)

    def replies(self, message: pb.RefereeMessage) -> Replies:
        """Yield the replies to a message."""
        match message.WhichOneof("kind"):
            case "question":
                yield from self.answer(message.question)
            case "ping":
                yield from self.pong(message.ping)
            case _:
                self.note(message)

    def answer(self, question: pb.Question) -> Replies:
        """Yield the answer to a question."""
        yield choose(question)

    def pong(self, ping: pb.Ping) -> Replies:
        """Yield the answer to a ping."""
        yield pb.BotMessage(pong=pb.Pong(id=ping.id))

    def note(self, message: pb.RefereeMessage) -> None:
        """Handle any other message."""


def choose(question: pb.Question, option: int = 0) -> pb.BotMessage:
    """Return an answer to a question."""
    answer = pb.Choose(match_id=question.match_id, number=question.number, option=option)
    return pb.BotMessage(choose=answer)


MUTANTS: dict[str, tuple[type[Bare], str]] = {}
"""Mutants by name, each with the name of the check that it fails."""

B = TypeVar("B", bound=type[Bare])


def fails(check: str) -> Callable[[B], B]:
    """Return a decorator that registers a mutant under the name of its class."""

    def register(mutant: B) -> B:
        MUTANTS[mutant.__name__] = (mutant, check)
        return mutant

    return register


@fails("token")
class NamesNobody(Bare):
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return ()


@fails("hello")
class SpeaksRevisionTwo(Bare):
    def hello(self) -> pb.Hello:
        return pb.Hello(revision_min=2, revision_max=3)


@fails("hello-once")
class RepeatsHello(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.HasField("welcome"):
            self.send(pb.BotMessage(hello=self.hello()))


@fails("hello-limits")
class HasControlCharacters(Bare):
    def hello(self) -> pb.Hello:
        return pb.Hello(revision_min=1, revision_max=1, bot_name="bare\0")


@fails("address-host-port")
class NeedsUnixSocket(Bare):
    def run(self) -> int:
        return super().run() if "unix:" in os.environ["TIANMING_SERVER"] else 1


@fails("answer")
class TiresOfMatch(Bare):
    def answer(self, question: pb.Question) -> Replies:
        if question.match_id != "answer" or question.number < 10:
            yield choose(question)


@fails("answer-once")
class AnswersTwice(Bare):
    def answer(self, question: pb.Question) -> Replies:
        yield choose(question)
        yield choose(question)


@fails("option-set")
class ForgetsOption(Bare):
    def answer(self, question: pb.Question) -> Replies:
        answer = choose(question)
        if question.option_count == 1:
            answer.choose.ClearField("option")
        yield answer


@fails("whole-match")
class ChoosesBeyond(Bare):
    def answer(self, question: pb.Question) -> Replies:
        yield choose(question, 10**6 if question.number > 30 else 0)


@fails("all-games")
class KnowsDragonOnly(Bare):
    def answer(self, question: pb.Question) -> Replies:
        if "dragon" not in question.position.type_url:
            raise SystemExit(1)
        yield choose(question)


@fails("several-seats")
class HasOneSeat(Bare):
    def answer(self, question: pb.Question) -> Replies:
        if question.seat == 0:
            yield choose(question)


@fails("several-matches")
class MixesMatches(Bare):
    def handle(self, frame: pb.PlayResponse) -> None:
        questions = [one.question for one in frame.messages if one.HasField("question")]
        if len({question.match_id for question in questions}) == 3:
            for question in questions:
                question.match_id = questions[0].match_id
        super().handle(frame)


@fails("many-matches")
class PlaysFewMatches(Bare):
    def __init__(self) -> None:
        super().__init__()
        self.begun: set[str] = set()

    def note(self, message: pb.RefereeMessage) -> None:
        self.begun.add(message.match_started.match_id)

    def answer(self, question: pb.Question) -> Replies:
        matches = sorted(name for name in self.begun if name.startswith("many-matches"))
        if question.match_id not in matches[32:]:
            yield choose(question)


@fails("large-number")
class CountsWithSign(Bare):
    def answer(self, question: pb.Question) -> Replies:
        question.number &= (1 << 31) - 1
        yield choose(question)


@fails("long-name")
class CutsNames(Bare):
    def answer(self, question: pb.Question) -> Replies:
        question.match_id = question.match_id[:63]
        yield choose(question)


@fails("empty-frame")
class EndsAtEmptyFrame(Bare):
    def handle(self, frame: pb.PlayResponse) -> None:
        if not frame.messages:
            raise SystemExit(1)
        super().handle(frame)


@fails("duplicate-frame")
class DiesOfSecondEnd(Bare):
    last = ""

    def note(self, message: pb.RefereeMessage) -> None:
        if message.HasField("match_ended"):
            if self.last == message.match_ended.match_id == "duplicate-frame":
                raise SystemExit(1)
            self.last = message.match_ended.match_id


@fails("full-frame")
class CutsFrames(Bare):
    def handle(self, frame: pb.PlayResponse) -> None:
        super().handle(pb.PlayResponse(messages=frame.messages[:200]))


@fails("large-frame")
class AcceptsSmallFrames(Bare):
    def arguments(self) -> list[tuple[str, int]]:
        return [("grpc.max_receive_message_length", 1 << 19)]


@fails("ping")
class AnswersPingWithOne(Bare):
    def pong(self, ping: pb.Ping) -> Replies:
        yield pb.BotMessage(pong=pb.Pong(id=ping.id & 0xFFFF))


@fails("pong-once")
class RepeatsPong(Bare):
    def pong(self, ping: pb.Ping) -> Replies:
        yield from super().pong(ping)
        if ping.id == 7:
            yield from super().pong(ping)


@fails("unknown-message")
class DiesOfUnknownMessages(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.WhichOneof("kind") is None:
            raise SystemExit(1)


@fails("unknown-field")
class DiesOfUnknownFields(Bare):
    def answer(self, question: pb.Question) -> Replies:
        size = question.ByteSize()
        question.DiscardUnknownFields()
        if size != question.ByteSize():
            raise SystemExit(1)
        yield choose(question)


@fails("unknown-value")
class DiesOfUnknownValues(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.fault_notice.fault > 6:
            raise SystemExit(1)


@fails("fault-notice")
class SulksAfterFault(Bare):
    def __init__(self) -> None:
        super().__init__()
        self.sulks = ""

    def note(self, message: pb.RefereeMessage) -> None:
        if message.fault_notice.number:
            self.sulks = message.fault_notice.match_id

    def answer(self, question: pb.Question) -> Replies:
        if question.match_id != "fault-notice" or not self.sulks:
            yield choose(question)


@fails("fault-kinds")
class NeedsNumberOfFault(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.fault_notice.fault == 5 and not message.fault_notice.HasField("number"):
            raise SystemExit(1)


@fails("closed-question")
class AnswersFirstOfFrame(Bare):
    def handle(self, frame: pb.PlayResponse) -> None:
        questions = [one.question for one in frame.messages if one.HasField("question")]
        if len(questions) == 2 and questions[0].match_id == questions[1].match_id:
            frame.messages.pop()
        super().handle(frame)


@fails("forfeited-seat")
class EndsWhenForfeited(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.HasField("match_ended") and any(
            result.forfeited and result.seat == 0 for result in message.match_ended.outcome.results
        ):
            raise SystemExit(0)


@fails("match-events")
class DiesOfEvents(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.match_events.match_id == "match-events":
            raise SystemExit(1)


@fails("match-ended")
class ComputesWithoutResults(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        ended = message.match_ended
        if message.HasField("match_ended") and ended.outcome.termination == 2 and ended.seed:
            _ = [1 / result.score for result in ended.outcome.results if result.score != -7]
            if ended.outcome.results[0].score == -7:
                raise SystemExit(1)


@fails("late-notice")
class DiesOfLateNotices(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.match_ended.match_id == "late-notice-never":
            raise SystemExit(1)


@fails("rejection")
class EndsAtRejection(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.HasField("rejection") and not message.rejection.HasField("number"):
            raise SystemExit(1)


@fails("draining")
class LeavesWhenDraining(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.HasField("draining"):
            raise SystemExit(0)


@fails("idle-invitation")
class LeavesForInvitation(Bare):
    def note(self, message: pb.RefereeMessage) -> None:
        if message.HasField("invitation"):
            raise SystemExit(0)


@fails("end-with-ok")
class EndsWithOne(Bare):
    def run(self) -> int:
        return super().run() or 1


@fails("end-with-draining")
class EndsWithOneWhenReferreeStops(Bare):
    def ended(self, code: grpc.StatusCode, why: str) -> int:
        print(f"the bot cannot play: {why}", file=sys.stderr)
        return 1


@fails("slow-network")
class HasShortDeadline(Bare):
    timeout = 0.03 if "127.0.0.1" in os.environ.get("TIANMING_SERVER", "") else None


@fails("cut-connection")
class HangsWhenCut(Bare):
    def ended(self, code: grpc.StatusCode, why: str) -> int:
        signal.pause()
        return 0


@fails("sigterm-ends")
class IgnoresSigterm(Bare):
    def run(self) -> int:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return super().run()


@fails("sigint-ends")
class IgnoresSigint(Bare):
    def run(self) -> int:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return super().run()


@fails("wrong-token")
class HidesRefusal(Bare):
    def ended(self, code: grpc.StatusCode, why: str) -> int:
        if code is grpc.StatusCode.UNAUTHENTICATED:
            return 0
        return super().ended(code, why)


@fails("unreachable")
class HidesAbsence(Bare):
    def ended(self, code: grpc.StatusCode, why: str) -> int:
        if code is grpc.StatusCode.UNAVAILABLE:
            return 0
        return super().ended(code, why)


def main(name: str) -> int:
    """Run `Bare` or the mutant `name`; return the exit status."""
    kind = Bare if name == "Bare" else MUTANTS[name][0]
    return kind().run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
