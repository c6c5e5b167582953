"""Simulated bots that misbehave, each in a different way."""

import grpc

from referee.match.clock import SECOND
from referee.server.limits import Limits
from tests.sim.bot import Bot, frame
from tests.sim.wire import Wire
from tests.sim.world import span
from tianming_proto.v1 import play_pb2 as pb


class Slow(Bot):
    """Takes up to twice its budget to answer."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        budget = max(1, question.budget.ToNanoseconds())
        option = self.dice.randrange(question.option_count)
        wait = round(budget * 2 * self.dice.random())
        self.world.after(wait, lambda: self.answer(wire, question, option))


class Edge(Bot):
    """Answers at the deadline, or a nanosecond before or after it."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        option = self.dice.randrange(question.option_count)
        at = self.deadline(question, said_at) + self.dice.randint(-1, 1)
        self.answer(wire, question, option, at=at)


class Silent(Bot):
    """Sends nothing after `Hello`."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        pass


class Mute(Bot):
    """Does not even send `Hello`."""

    honest = False

    def greet(self, wire: Wire) -> None:
        pass


class Illegal(Bot):
    """Sometimes chooses an invalid option or none, or sends control characters in a note."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        count = question.option_count
        options = (0, count - 1, count, count + 1, (1 << 32) - 1, None)
        option = self.dice.choice(options)
        note = self.whims.choice(("", "", "", "two\nlines", "\x1b[2J"))
        self.later(lambda: self.answer(wire, question, option, note=note))


class Stutterer(Bot):
    """Answers questions twice, and old questions again, which is allowed below the message rate."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        option = self.dice.randrange(question.option_count)

        def answer() -> None:
            self.answer(wire, question, option)
            self.answer(wire, question, (option + 1) % question.option_count)
            if question.number > 1:
                self.answer(wire, question, 0, number=self.dice.randint(1, question.number - 1))

        self.later(answer)


class Prophet(Bot):
    """Answers questions that have not been asked."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        super().asked(wire, question, said_at)
        if self.dice.random() < 0.3:
            ahead = question.number + self.dice.randint(1, 5)
            self.answer(wire, question, 0, number=ahead)


class Babbler(Bot):
    """Sends malformed or unexpected messages, for which the referee ends its stream."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        super().asked(wire, question, said_at)
        if self.dice.random() < 0.3 and wire.open:
            nonsense = self.dice.choice(self._nonsense(question))
            if self.whims.random() < 0.2:
                nonsense = self.whims.choice(self._indecency(question))
            wire.send(nonsense)

    def _nonsense(self, question: pb.Question) -> tuple[bytes, ...]:
        strange = pb.Choose(match_id="no such match", number=1, option=0)
        hello = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))
        return (
            b"",
            b"\xff" * 100,
            self.dice.randbytes(20),
            frame(pb.BotMessage()),
            frame(hello),
            frame(pb.BotMessage(choose=strange)),
            frame(pb.BotMessage(pong=pb.Pong(id=self.dice.randrange(9)))),
            frame(pb.BotMessage(resign=pb.Resign(match_id="no such match"))),
        )

    def _indecency(self, question: pb.Question) -> tuple[bytes, ...]:
        """Return frames that are too long, or contain control characters."""
        long = pb.Choose(match_id=question.match_id, number=question.number, option=0)
        long.note = "so " * Limits().max_message_bytes
        strange = pb.Choose(match_id="\x1b[2J", number=1, option=0)
        return (
            bytes(Limits().max_frame_bytes + 1),
            frame(pb.BotMessage(choose=long)),
            frame(pb.BotMessage(choose=strange)),
            frame(pb.BotMessage(resign=pb.Resign(match_id="\x1b[2J"))),
            frame(pb.BotMessage(goodbye=pb.Goodbye(reason="\x1b[2J"))),
        )


class Quitter(Bot):
    """Resigns sometimes."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        if self.dice.random() < 0.1:
            self.say(wire, pb.BotMessage(resign=pb.Resign(match_id=question.match_id)))
        else:
            super().asked(wire, question, said_at)


class Flooding(Bot):
    """Sometimes answers a question up to a hundred times more."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        super().asked(wire, question, said_at)
        if self.dice.random() < 0.2:
            for _ in range(self.dice.randint(10, 100)):
                self.answer(wire, question, 0)


class Restless(Bot):
    """Disconnects at random times, and reconnects."""

    honest = False
    waits = (0.001, 2.0)

    def dial(self) -> Wire:
        wire = super().dial()
        self.world.after(span(self.dice, 0.0001, 3), lambda: self._leave(wire))
        return wire

    def _leave(self, wire: Wire) -> None:
        if not wire.open:
            return
        if self.dice.random() < 0.3:
            self.say(wire, pb.BotMessage(goodbye=pb.Goodbye()))
        elif self.dice.random() < 0.5:
            wire.half_close()
        else:
            wire.drop()
            self.ended(wire, None)


class Twin(Bot):
    """Two processes with the same token; each reconnects when the other has taken over."""

    honest = False
    waits = (0.01, 2.0)
    alone = True

    def arrive(self) -> None:
        super().arrive()
        if self.alone:
            self.alone = False
            self.world.after(span(self.dice, 0.0001, 1), super().arrive)


class Deaf(Bot):
    """Stops reading for a while or forever, and still answers the questions that it has read."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        super().asked(wire, question, said_at)
        if self.dice.random() < 0.3:
            wire.reading = False
            if self.whims.random() < 0.5:
                wire.shut()
            if self.dice.random() < 0.7:
                self.world.after(span(self.dice, 0.1, 20), wire.read_on)


class Dying(Bot):
    """Disconnects at a random time, and never reconnects."""

    honest = False

    def arrive(self) -> None:
        self.dead = False
        wire = self.dial()
        self.greet(wire)
        self.world.after(span(self.dice, 0.01, 10), lambda: self._die(wire))

    def _die(self, wire: Wire) -> None:
        self.dead = True
        wire.drop()

    def ended(self, wire: Wire, status: grpc.StatusCode | None) -> None:
        if not self.dead:
            super().ended(wire, status)


class UnknownBot(Bot):
    """Supports only other revisions of the protocol; its token may be unknown."""

    honest = False
    waits = (0.1, 5.0)

    def greet(self, wire: Wire) -> None:
        wire.send(frame(pb.BotMessage(hello=pb.Hello(revision_min=7, revision_max=9))))


class Hurried(Bot):
    """Answers a nanosecond after each question."""

    thinks = (1 / SECOND, 1 / SECOND)


class Miser(Bot):
    """Shuts its window before each answer, so that the next question cannot be handed over."""

    honest = False

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        option = self.dice.randrange(question.option_count)

        def answer() -> None:
            wire.shut()
            self.answer(wire, question, option)
            if self.dice.random() < 0.95:
                self.world.after(span(self.dice, 0.001, 12), wire.read_on)

        self.later(answer)


SPECIES: tuple[type[Bot], ...] = (
    Bot,
    Slow,
    Edge,
    Silent,
    Mute,
    Illegal,
    Stutterer,
    Prophet,
    Babbler,
    Quitter,
    Flooding,
    Restless,
    Twin,
    Deaf,
    Dying,
    UnknownBot,
    Hurried,
    Miser,
)
"""All kinds of bots. Their order must not change, because a seed depends on it."""
