"""A numbered list of options in few words: options that differ in one place share a line."""

from collections import Counter
from collections.abc import Iterator, Sequence

_LONGEST = 2
"""Words of the place in which the options of one line differ, at most."""

_Frame = tuple[tuple[str, ...], tuple[str, ...]]
"""The words before and after that place."""


def option_lines(sentences: Sequence[str]) -> list[str]:
    """Return the lines of a numbered list.

    An option of its own is `3) takes a red card`. Options that differ in one place share a line,
    such as `takes a _ card: 3) red, 4) green`.
    """
    words = [tuple(sentence.split()) for sentence in sentences]
    frames = [list(_frames(one)) for one in words]
    counts = Counter(frame for some in frames for frame in some)
    lines: list[str] = []
    left = dict(enumerate(words))
    while left:
        first = min(left)
        frame = max(frames[first], key=lambda one: (counts[one], _weight(one)), default=None)
        members = [number for number in left if frame in frames[number]] or [first]
        for number in members:
            counts.subtract(frames[number])
        lines.append(_line(frame, {number: left.pop(number) for number in members}))
    return lines


def _frames(words: tuple[str, ...]) -> Iterator[_Frame]:
    """Yield every frame that fits a sentence; at least one word stands before the place."""
    for start in range(1, len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield words[:start], words[end:]


def _weight(frame: _Frame) -> int:
    return sum(map(len, frame))


def _line(frame: _Frame | None, members: dict[int, tuple[str, ...]]) -> str:
    """Return the line of some options that share a frame, or of one option."""
    if frame is None or len(members) == 1:
        ((number, words),) = members.items()
        return f"{number}) {' '.join(words)}"
    before, after = frame
    places = [
        f"{number}) {' '.join(words[len(before) : len(words) - len(after)])}"
        for number, words in members.items()
    ]
    return f"{' '.join((*before, '_', *after))}: {', '.join(places)}"
