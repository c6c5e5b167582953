"""A correct simulated bot: it answers its questions, and reconnects when its stream ends."""

import grpc

from tests.sim.network import Network
from tests.sim.wire import Road, Wire
from tests.sim.world import Callback, World, span
from tianming_proto.v1 import play_pb2 as pb


def frame(*messages: pb.BotMessage) -> bytes:
    """Return a frame of a bot with these messages."""
    return pb.PlayRequest(messages=messages).SerializeToString()


HELLO = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1, user_agent="sim"))


class Bot:
    """An honest bot. Subclasses behave differently at questions or streams."""

    honest = True
    """Whether the bot does nothing that can cost a strike."""
    thinks = (0.0001, 0.2)
    """Minimum and maximum seconds for an answer."""
    waits = (0.01, 0.2)
    """Minimum and maximum seconds until it reconnects."""

    def __init__(self, world: World, network: Network, name: str, token: str, road: Road) -> None:
        self.name = name
        self.dice = world.dice(f"bot {name}")
        self.whims = world.dice(f"whims of {name}")
        """A second random generator, for later additions, so that old seeds keep their season."""
        self.graces: dict[str, int] = {}
        self.world = world
        self._network = network
        self._token = token
        self._road = road

    def arrive(self) -> None:
        """Call the referee, and send `Hello`."""
        self.greet(self.dial())

    def dial(self) -> Wire:
        """Return a new stream."""
        return self._network.dial(self, self._token, self._road)

    def greet(self, wire: Wire) -> None:
        """Send `Hello`."""
        wire.send(frame(HELLO))

    # -- events

    def received(self, wire: Wire, messages: list[pb.RefereeMessage], said_at: int) -> None:
        """Handle a frame of the referee."""
        for message in messages:
            match message.WhichOneof("kind"):
                case "match_started":
                    started = message.match_started
                    self.graces[started.match_id] = started.clock.grace.ToNanoseconds()
                case "question":
                    self.asked(wire, message.question, said_at)
                case "ping":
                    wire.send(frame(pb.BotMessage(pong=pb.Pong(id=message.ping.id))))

    def ended(self, wire: Wire, status: grpc.StatusCode | None) -> None:
        """Handle the end of the stream: reconnect after a while."""
        self.world.after(span(self.dice, *self.waits), self.arrive)

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        """Handle a question: answer it after some time with a random option."""
        option = self.dice.randrange(question.option_count)
        self.later(lambda: self.answer(wire, question, option))

    # -- actions

    def later(self, what: Callback) -> None:
        """Call a function after a random time between the bounds in `thinks`."""
        self.world.after(span(self.dice, *self.thinks), what)

    def answer(
        self,
        wire: Wire,
        question: pb.Question,
        option: int | None,
        *,
        number: int = 0,
        note: str = "",
        at: int = 0,
    ) -> None:
        """Send an answer.

        Args:
            wire: the stream.
            question: the question of the match.
            option: the chosen option; None to leave it out.
            number: the number of another question to answer; 0 for `question`.
            note: the note of the answer.
            at: the time at which the referee gets it; 0 for a random latency.
        """
        choose = pb.Choose(
            match_id=question.match_id, number=number or question.number, option=option, note=note
        )
        self.say(wire, pb.BotMessage(choose=choose), at=at)

    def say(self, wire: Wire, *messages: pb.BotMessage, at: int = 0) -> None:
        """Send a frame if the stream is open; it arrives at the time `at`, if that is not 0."""
        if wire.open:
            wire.send(frame(*messages), at)

    def deadline(self, question: pb.Question, said_at: int) -> int:
        """Return the last instant at which an answer counts; `said_at` is the hand-over."""
        grace = self.graces.get(question.match_id, 0)
        return said_at + question.budget.ToNanoseconds() + grace
