"""The answer of a program that reads words: a number, the notation, or the words of an option."""

import re
from collections.abc import Sequence

import tianming
from tianming_bots.bridge.error import shown
from tianming_bots.bridge.seat_text import AskedText

_FRAME = re.compile(r"^(?:(?:answer|option)\b\W*)?(.*?)\W*$", re.IGNORECASE | re.DOTALL)
"""An answer with the words and marks that a program may put around it."""

_USAGE = re.compile(
    r"(?P<name>tokens_in|tokens_out|cost): ?(?P<count>[0-9]{1,15}(?:\.[0-9]{1,9})?)", re.IGNORECASE
)
"""A line that declares what an answer took, such as `tokens_in: 1200`."""

_NUMBER = re.compile(r"[0-9]{1,6}")


def word_answer(printed: bytes, asked: AskedText) -> tianming.Answer | None:
    """Return the answer in what a program printed; None if it cannot be read.

    The last line that is not empty is the answer. The lines before it are the reasoning, except for
    lines that declare tokens or cost.
    """
    lines = [line for line in printed.decode(errors="replace").splitlines() if line.strip()]
    if not lines:
        return None
    *before, last = lines
    word = _word(last)
    if word == "resign":
        return tianming.Resign()
    index = option_of(word, asked)
    return None if index is None else tianming.Choice(index, thought=_thought(before))


def _thought(lines: Sequence[str]) -> tianming.Thought | None:
    """Return the lines before an answer as a thought; None if there are none."""
    if not lines:
        return None
    reasoning, declared = list[str](), dict[str, str]()
    for line in lines:
        found = _USAGE.fullmatch(line.strip())
        if found:
            declared[found["name"].lower()] = found["count"]
        else:
            reasoning.append(line)
    return tianming.Thought(
        reasoning="\n".join(reasoning),
        tokens_in=int(float(declared.get("tokens_in", "0"))),
        tokens_out=int(float(declared.get("tokens_out", "0"))),
        cost=float(declared.get("cost", "0")),
    )


def option_of(word: str, asked: AskedText) -> int | None:
    """Return the index of the option with a number, a notation or words; None if there is none."""
    word = _word(word)
    if _NUMBER.fullmatch(word):
        return int(word) if int(word) < len(asked.notations) else None
    for known in (asked.notations, asked.sentences):
        words = [_word(one) for one in known]
        if words.count(word) == 1:
            return words.index(word)
    return None


def unreadable(printed: bytes, asked: AskedText) -> str:
    """Return the sentence about an answer that cannot be read, with what is wanted."""
    if not printed.strip():
        return f"Your answer is empty. {asked.wanted}"
    lines = printed.strip().splitlines()
    size = len(printed.strip())
    what = f"{size} bytes in {len(lines)} lines whose last is" if len(lines) > 1 else "no option:"
    return f"Your answer cannot be read, it is {what} {shown(lines[-1])}. {asked.wanted}"


def _word(text: str) -> str:
    """Return a text as it is compared: without case, outer marks, and further spaces."""
    found = _FRAME.match(text.strip(" \t\"'`*#").casefold())
    return " ".join(found[1].split()) if found else ""
