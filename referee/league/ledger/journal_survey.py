"""Read what can be trusted of a damaged journal.

A line counts only if its digest follows from that of the line before it. If a few characters of
the digest itself are wrong, the text is sound all the same. If one bit of a text, or of the line
break after it, has flipped, the digest shows which one. So a single flipped bit loses nothing,
except in a very long line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from referee.league.ledger.chained_journal import TEXT, JournalPosition
from referee.league.ledger.journal_event import JournalEvent, Opened, loads
from referee.record import chain

_HEX = 2 * chain.SIZE
"""The characters of a digest in a line."""

_MOST_WRONG = 4
"""Wrong characters of a digest that still identifies its text: 28 of 32 are more than chance."""

_LONGEST = 16_384
"""The longest text in bytes in which a flipped bit is searched for; takes a few seconds."""
_MOST_SEARCHES = 16
"""The most lines of a journal in which a flipped bit is searched for."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line that can be trusted: its event, its digest, and the offset of its end in the file."""

    event: JournalEvent
    digest: bytes
    end: int


@dataclass(frozen=True, slots=True)
class LostLine:
    """A line that cannot be trusted: its number from 1, and the offset of its first byte."""

    number: int
    offset: int

    def __str__(self) -> str:
        return f"line {self.number} (byte {self.offset})"


@dataclass(frozen=True, slots=True)
class JournalSurvey:
    """What a journal still says.

    Attributes:
        is_there: whether the file exists.
        size: its size in bytes.
        lines: the lines that can be trusted, in order.
        lost: the lines that cannot.
        damaged: the first damaged place, even if its event could be restored; None if there is
            none.
    """

    is_there: bool
    size: int
    lines: tuple[JournalLine, ...]
    lost: tuple[LostLine, ...]
    damaged: LostLine | None

    @property
    def league(self) -> str | None:
        """The name of its league; None if it does not say."""
        first = self.lines[0].event if self.lines else None
        return first.league if isinstance(first, Opened) else None

    def has(self, position: JournalPosition) -> bool:
        """Whether the journal is sound, and was read up to this position."""
        if self.damaged is not None or position.lines > len(self.lines):
            return False
        if not position.lines:
            return True
        line = self.lines[position.lines - 1]
        return (line.digest, line.end) == (position.digest, position.offset)

    def after(self, position: JournalPosition) -> tuple[JournalLine, ...]:
        """Return the trusted lines after a position.

        If the line at the position is lost, the offset decides. A sound journal that lacks the
        line is an older copy or another journal, and has nothing after it.
        """
        for index, line in enumerate(self.lines):
            if line.digest == position.digest:
                return self.lines[index + 1 :]
        if not position.lines:
            return self.lines
        if self.damaged is None:
            return ()
        return tuple(line for line in self.lines if line.end > position.offset)

    def lost_after(self, position: JournalPosition) -> tuple[LostLine, ...]:
        """Return the lost lines after a position."""
        return tuple(line for line in self.lost if line.offset >= position.offset)


def survey(path: Path) -> JournalSurvey:
    """Read a journal, whatever its state.

    Raises:
        OSError: if the file exists, and cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return JournalSurvey(False, 0, (), (), LostLine(1, 0))
    return _Survey(data).result()


class _Survey:
    """Reads the lines of one journal in order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._lines: list[JournalLine] = []
        self._lost: list[LostLine] = []
        self._damaged: LostLine | None = None
        self._before: bytes | None = chain.START
        self._searches = 0

    def result(self) -> JournalSurvey:
        """Return what the journal says."""
        start = number = 0
        while start < len(self._data):
            end = self._data.find(b"\n", start) + 1
            number += 1
            here = LostLine(number, start)
            if not end:
                self._read_rest(here)
                break
            start = self._read(here, end)
        lines, lost = tuple(self._lines), tuple(self._lost)
        return JournalSurvey(True, len(self._data), lines, lost, self._damaged)

    def _read(self, here: LostLine, end: int) -> int:
        """Read the line that ends at `end`; return where the next one starts."""
        raw = self._data[here.offset : end - 1]
        if self._before is not None:
            text = raw[TEXT:]
            if self._accept(here, raw, text, end):
                return end
            self._damaged = self._damaged or here
            for restored, its_end in self._restored(raw, here.offset, end):
                if self._accept(here, raw, restored, its_end):
                    return its_end
        self._damaged = self._damaged or here
        self._lost.append(here)
        self._before = _stated(raw)
        return end

    def _read_rest(self, here: LostLine) -> None:
        """Read a last line without a line break: torn, or with a damaged line break."""
        raw = self._data[here.offset : -1]
        if self._before is not None and self._accept(here, raw, raw[TEXT:], len(self._data)):
            self._damaged = self._damaged or here

    def _accept(self, here: LostLine, raw: bytes, text: bytes, end: int) -> bool:
        """Accept a line if its digest shows that `text` is what was written."""
        assert self._before is not None
        digest = chain.link(self._before, text)
        stated, right = raw[:_HEX], digest.hex().encode()
        wrong = sum(one != other for one, other in zip(stated, right, strict=False))
        if len(stated) != _HEX or wrong > _MOST_WRONG:
            return False
        try:
            event = loads(text.decode())
        except (ValueError, KeyError, TypeError):
            return False
        if wrong or raw[_HEX:TEXT] != b" " or raw[TEXT:] != text:
            self._damaged = self._damaged or here
        self._lines.append(JournalLine(event, digest, end))
        self._before = digest
        return True

    def _restored(self, raw: bytes, start: int, end: int) -> Iterator[tuple[bytes, int]]:
        """Yield texts that differ from a line's in one bit and may fit, each with its end."""
        stated = _stated(raw)
        if stated is None or self._before is None or self._searches >= _MOST_SEARCHES:
            return
        self._searches += 1
        next_end = self._data.find(b"\n", end) + 1 or len(self._data)
        joined = self._data[start + TEXT : next_end - 1]
        at = end - 1 - start - TEXT  # of the line break, which may be a flipped character
        for bit in range(8):
            if 0 <= at < len(joined) <= _LONGEST:
                changed = bytes([joined[at] ^ 1 << bit])
                yield joined[:at] + changed + joined[at + 1 :], next_end
        text = raw[TEXT:]
        if len(text) <= _LONGEST:
            yield from self._flipped(text, stated, start)

    def _flipped(self, text: bytes, stated: bytes, start: int) -> Iterator[tuple[bytes, int]]:
        """Yield the texts with one flipped bit whose digest is the stated one."""
        assert self._before is not None
        state = blake2b(self._before, digest_size=chain.SIZE)
        end = start + TEXT + len(text) + 1
        for at, byte in enumerate(text):
            rest = text[at + 1 :]
            for bit in range(8):
                changed = byte ^ 1 << bit
                tried = state.copy()
                if changed == ord("\n"):
                    if tried.digest() == stated:
                        yield text[:at], start + TEXT + at + 1
                    continue
                tried.update(bytes([changed]) + rest)
                if tried.digest() == stated:
                    yield text[:at] + bytes([changed]) + rest, end
            state.update(text[at : at + 1])


def _stated(raw: bytes) -> bytes | None:
    """Return the digest that a line states; None if it states none."""
    try:
        digest = bytes.fromhex(raw[:_HEX].decode("ascii"))
    except ValueError:
        return None
    return digest if len(digest) == chain.SIZE else None
