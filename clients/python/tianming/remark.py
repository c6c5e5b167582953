"""The remarks of an answer, its note and its thought, as the contract carries them."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Sequence

from tianming.bot import Thought
from tianming_proto.v1 import play_pb2 as pb

_DROPPED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that the client removes from texts.

Control characters in a note cost a strike, and halves of a surrogate pair have no UTF-8.
"""

_MOST_NODES = (1 << 64) - 1
_MOST_DEPTH = (1 << 32) - 1

_MICROS = 1_000_000
"""Parts of a US dollar in which the contract counts costs."""

_CUT = "\n[cut]"
"""The mark at the end of a reasoning that was cut."""


def note_of(note: object, number: int, most: int) -> str:
    """Return a note as the referee accepts it: clean, and at most `most` characters long.

    Raises:
        TypeError: when it is not a text; `number` is the number of the question.
    """
    if not isinstance(note, str):
        raise TypeError(f"choose noted {note!r} to question {number}: give a text")
    return _DROPPED.sub("", note)[:most]


def thought_of(thought: object, number: int, most_reasoning: int) -> pb.Thought:
    """Return a thought as a message, with its numbers within the limits of the contract.

    Its reasoning has at most `most_reasoning` bytes; with 0, the referee takes none.

    Raises:
        TypeError: when it is no `Thought`, or has a field of another type; `number` is the number
            of the question.
    """
    if not isinstance(thought, Thought):
        raise _not("a thought", thought, number, "a tianming.Thought")
    return pb.Thought(
        value=_value(thought.value, number),
        nodes=_count("nodes", thought.nodes, number, _MOST_NODES),
        depth=_count("depth", thought.depth, number, _MOST_DEPTH),
        principal_line=_line(thought.principal_line, number),
        reasoning=_reasoning(thought.reasoning, number, most_reasoning),
        tokens_in=_count("tokens_in", thought.tokens_in, number, _MOST_NODES),
        tokens_out=_count("tokens_out", thought.tokens_out, number, _MOST_NODES),
        cost_micros=_micros(thought.cost, number),
    )


def _value(value: float | None, number: int) -> float | None:
    """Return an expected result from 0 to 1; None for None and for NaN."""
    if value is None:
        return None
    found = _float("the value", value, number, "a number from 0 to 1")
    return None if math.isnan(found) else min(max(found, 0.0), 1.0)


def _float(name: str, value: float, number: int, wanted: str) -> float:
    """Return a number; infinity for one that is too large for a float."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except (TypeError, ValueError):
        raise _not(f"a thought with {name}", value, number, wanted) from None


def _count(name: str, count: int, number: int, most: int) -> int:
    """Return a count from 0 to `most`."""
    try:
        found = operator.index(count)
    except TypeError:
        raise _not(f"a thought with {name}", count, number, "a whole number") from None
    return min(max(found, 0), most)


def _line(line: Sequence[str], number: int) -> list[str]:
    """Return a line of play without the characters that the client removes."""
    is_list = isinstance(line, Sequence) and not isinstance(line, str)
    if not is_list or not all(isinstance(text, str) for text in line):
        raise _not("a thought with the principal_line", line, number, "a list of texts")
    return [_DROPPED.sub("", text) for text in line]


def _reasoning(text: object, number: int, most: int) -> str:
    """Return a reasoning as the referee accepts it: clean, and a long one cut, with a mark."""
    if not isinstance(text, str):
        raise _not("a thought with the reasoning", text, number, "a text")
    clean = _DROPPED.sub("", text)
    data = clean.encode()
    if len(data) <= most:
        return clean
    return data[: most - len(_CUT)].decode(errors="ignore") + _CUT if most > len(_CUT) else ""


def _micros(cost: float, number: int) -> int:
    """Return a cost in millionths; NaN and negative ones are 0."""
    found = _float("the cost", cost, number, "a number of US dollars")
    if not found > 0:
        return 0
    return min(round(min(found, float(_MOST_NODES)) * _MICROS), _MOST_NODES)


def _not(what: str, given: object, number: int, wanted: str) -> TypeError:
    return TypeError(f"choose gave {what} {given!r} to question {number}: give {wanted}")
