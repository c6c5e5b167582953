"""A bot as it should be: it answers what it is asked, and comes back when it is cut off."""

import grpc

from tests.sim.network import Network
from tests.sim.wire import Road, Wire
from tests.sim.world import Happening, World, span
from tianming_proto.v1 import play_pb2 as pb


def frame(*messages: pb.BotMessage) -> bytes:
    """A frame of a bot."""
    return pb.PlayRequest(messages=messages).SerializeToString()


HELLO = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1, user_agent="sim"))


class Bot:
    """An honest bot. The others change what they do with a question, or with a wire."""

    honest = True
    """Whether the bot does nothing that may cost it a strike."""
    thinks = (0.0001, 0.2)
    """Seconds it takes to answer, least and most."""
    waits = (0.01, 0.2)
    """Seconds until it comes back."""

    def __init__(self, world: World, network: Network, name: str, token: str, road: Road) -> None:
        self.name = name
        self.dice = world.dice(f"bot {name}")
        self.whims = world.dice(f"whims of {name}")
        """Dice for what bots have learned since, so that a seed stays the season it was."""
        self.graces: dict[str, int] = {}
        self.world = world
        self._network = network
        self._token = token
        self._road = road

    def arrive(self) -> None:
        """Call the referee and introduce itself."""
        self.greet(self.dial())

    def dial(self) -> Wire:
        """A new stream."""
        return self._network.dial(self, self._token, self._road)

    def greet(self, wire: Wire) -> None:
        """Introduce itself."""
        wire.send(frame(HELLO))

    # -- what it hears

    def heard(self, wire: Wire, messages: list[pb.RefereeMessage], said_at: int) -> None:
        """A frame has come."""
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
        """The stream has ended: come back after a while."""
        self.world.after(span(self.dice, *self.waits), self.arrive)

    def asked(self, wire: Wire, question: pb.Question, said_at: int) -> None:
        """A question has come."""
        option = self.dice.randrange(question.option_count)
        self.later(lambda: self.answer(wire, question, option))

    # -- what it does

    def later(self, what: Happening) -> None:
        """Do something after some thought."""
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
        """Send an answer, perhaps to another question."""
        choose = pb.Choose(
            match_id=question.match_id, number=number or question.number, option=option, note=note
        )
        self.say(wire, pb.BotMessage(choose=choose), at=at)

    def say(self, wire: Wire, *messages: pb.BotMessage, at: int = 0) -> None:
        """Send a frame, if the stream still stands."""
        if wire.open:
            wire.send(frame(*messages), at)

    def deadline(self, question: pb.Question, said_at: int) -> int:
        """The last instant at which an answer to a fresh question is taken."""
        grace = self.graces.get(question.match_id, 0)
        return said_at + question.budget.ToNanoseconds() + grace
