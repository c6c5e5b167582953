"""A question to a seat, and the events that are sent with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.match.bot_text import control
from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from tianming_games.action import Action


@dataclass(init=False, slots=True)
class Event:
    """A draw or an action in a match.

    `index` counts the events of the match from 0; `seat` is None for a draw. `notation` is the text
    of the event, `detail` the event as the game's serialised `Event`. `packed` caches the encoded
    message, which is the same for every seat; it is empty until the first encoding.
    """

    index: int
    seat: int | None
    notation: str
    detail: bytes = field(repr=False)
    packed: bytes = field(compare=False, repr=False)

    def __init__(self, index: int, seat: int | None, notation: str, detail: bytes) -> None:
        self.index = index
        self.seat = seat
        self.notation = notation
        self.detail = detail
        self.packed = b""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """How a bot came to its choice, in words.

    Attributes:
        digest: the SHA-256 digest of the text.
        size: number of bytes of the text.
        text: the text; empty where only the record is known, because the text lies beside it.
    """

    digest: bytes
    size: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's evaluation of a position, for readers of the record; no rule uses it.

    Attributes:
        value: the expected result for its seat, from 0 to 1; None if it is unknown.
        nodes: number of searched positions.
        depth: depth of the search, in decisions.
        line: the expected continuation, in the game's notation.
        reasoning: how the bot came to its choice.
        tokens_in: number of tokens that a language model read, as the bot declared it.
        tokens_out: number of tokens that it wrote, as the bot declared it.
        cost_micros: what this cost, in millionths of a US dollar, as the bot declared it.
    """

    value: float | None
    nodes: int
    depth: int
    line: tuple[str, ...]
    reasoning: Reasoning | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    cost_micros: int = 0


class Question:
    """A question to a seat.

    `at` is the time of the question, `budget` the seat's remaining time, `since` are the events
    after the seat's last question, `payload` is the game's serialised `Position`. `fault` is the
    fault that closed the question, if any. `handed_over` tells whether its clock was started. The
    host sets `answered` when an answer waits for the disk.
    """

    # mypyc compiles explicit slots and an explicit constructor to the fastest code
    __slots__ = (
        "answered",
        "at",
        "budget",
        "fault",
        "handed_over",
        "number",
        "options",
        "payload",
        "seat",
        "since",
    )

    def __init__(
        self,
        seat: int,
        number: int,
        options: Sequence[Action],
        at: Instant,
        budget: Span,
        since: list[Event],
        payload: bytes,
    ) -> None:
        self.seat = seat
        self.number = number
        self.options = options
        self.at = at
        self.budget = budget
        self.since = since
        self.payload = payload
        self.fault: Fault | None = None
        self.handed_over = False
        self.answered = False


class Answer:
    """A bot's answer to a question.

    `number` is the number of the question, `option` the index of the option, None if the answer has
    none, `at` the time of its arrival, and `note` the bot's note to the choice. `network` is the
    bot's round-trip time, None if it was not measured; it is recorded, and no clock reads it.
    `thought` is what the bot thinks of the position, if it sent that.
    """

    __slots__ = ("at", "network", "note", "number", "option", "thought")

    def __init__(
        self,
        number: int,
        option: int | None,
        at: Instant,
        note: str = "",
        network: Span | None = None,
        thought: Thought | None = None,
    ) -> None:
        self.number = number
        self.option = option
        self.at = at
        self.note = note
        self.network = network
        self.thought = thought


def flaw(answer: Answer, option_count: int) -> tuple[Fault, str] | None:
    """Return the fault of an answer with its reason; None if the answer is valid."""
    option, thought = answer.option, answer.thought
    if option is None:
        return Fault.MALFORMED, "The answer has no option."
    if option >= option_count:
        return Fault.ILLEGAL, f"Option {option} is not on offer: there are {option_count}, from 0."
    if answer.note and (character := control(answer.note)) is not None:
        why = f"The note has a control character, {character}; use only tabs and line breaks."
        return Fault.MALFORMED, why
    if thought is not None and (character := control("".join(thought.line))) is not None:
        return Fault.MALFORMED, f"The principal line has a control character, {character}."
    reasoning = None if thought is None else thought.reasoning
    if reasoning is not None and (character := control(reasoning.text)) is not None:
        why = f"The reasoning has a control character, {character}; use only tabs and line breaks."
        return Fault.MALFORMED, why
    return None
