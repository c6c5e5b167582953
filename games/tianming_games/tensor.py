"""Observations as tensors: a fixed number of 32-bit floats, field by field.

A game names the sources of an observation: its parts, such as the pieces of one player. A layout is
a list of fields. Each field takes something from one source and spreads it over its numbers. Only
observations are read, so a tensor has nothing that is hidden from its seat. Seats are in the order
of the match: the field `seat` says which one looks.
"""

import struct
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Final, final

from tianming_games.ground.error import DataError
from tianming_games.ground.sentence import GameSentence

_FLOAT: Final = 4
"""Bytes of a number."""

_NOTHING: Final = object()

_KEPT: Final = 1 << 14
"""Maximum packed values in the cache of a field."""


@final
class TensorField:
    """One field: it takes an immutable part of its source, and spreads it over its numbers.

    All numbers are from 0 to their bound in `highs`. `source` is the index of the source.
    """

    def __init__(
        self,
        name: str,
        highs: Iterable[float],
        about: str,
        spread: Callable[[Any], Sequence[float] | bytes],
        take: Callable[[Any], Any] | None = None,
        is_kept: bool = True,
    ) -> None:
        """Create a field.

        Args:
            name: name of the field.
            highs: the upper bound of each of its numbers.
            about: what the numbers mean, as a phrase.
            spread: returns the numbers of a part, or them as `packed` bytes.
            take: returns the part of the source. Default: the whole source.
            is_kept: whether parts repeat so often that their packed numbers are cached.
        """
        self.name: Final = name
        self.highs: Final = tuple(map(float, highs))
        self.about: Final = about
        self.source = 0
        self._take: Final = take
        self._spread: Final = spread
        self._is_kept: Final = is_kept
        self._packed: Final[dict[Any, bytes]] = {}
        self._struct: Final = _struct(len(self.highs))

    def __len__(self) -> int:
        return len(self.highs)

    def take(self, source: Any) -> Any:
        """Return the part of a source."""
        return source if self._take is None else self._take(source)

    def pack(self, part: Any) -> bytes:
        """Return the numbers of a part as bytes."""
        if not self._is_kept:
            return self._pack(part)
        data = self._packed.get(part)
        if data is None:
            if len(self._packed) >= _KEPT:
                self._packed.clear()
            data = self._packed[part] = self._pack(part)
        return data

    def _pack(self, part: Any) -> bytes:
        row = self._spread(part)
        return row if isinstance(row, bytes) else self._struct.pack(*row)


def packed(numbers: Sequence[float]) -> bytes:
    """Return numbers as the 32-bit floats of a tensor."""
    return _struct(len(numbers)).pack(*numbers)


@cache
def _struct(length: int) -> struct.Struct:
    return struct.Struct(f"={length}f")


def of_sources(groups: Iterable[Sequence[TensorField]]) -> list[TensorField]:
    """Return all fields of groups in order; the fields of group `i` take from source `i`."""
    fields = []
    for source, group in enumerate(groups):
        for field in group:
            field.source = source
            fields.append(field)
    return fields


def one_hot(
    name: str, keys: Iterable[Hashable], about: str, take: Callable[[Any], Any] | None = None
) -> TensorField:
    """Return a field with a number for each key: 1 for the part that is taken, else 0."""
    rows = {key: at for at, key in enumerate(keys)}
    size = len(rows)

    def spread(part: Any) -> Sequence[float]:
        row = [0.0] * size
        at = rows.get(part)
        if at is not None:
            row[at] = 1.0
        return row

    return TensorField(name, [1] * size, about, spread, take)


def counts(
    name: str,
    size: int,
    most: float,
    about: str,
    take: Callable[[Any], Any] | None = None,
    unit: float = 1,
) -> TensorField:
    """Return a field with a list of counts, each divided by a unit and cut to `most` before.

    A list that is shorter ends with zeros.
    """

    def spread(part: Any) -> Sequence[float]:
        row = [min(float(value), most) / unit for value in part]
        return row + [0.0] * (size - len(row))

    return TensorField(name, [most / unit] * size, about, spread, take)


def number(
    name: str,
    most: float,
    about: str,
    take: Callable[[Any], Any] | None = None,
    unit: float = 1,
) -> TensorField:
    """Return a field with one count, divided by a unit and cut to `most` before."""

    def spread(part: Any) -> Sequence[float]:
        return (min(float(part), most) / unit,)

    return TensorField(name, [most / unit], about, spread, take)


def tally(
    name: str, size: int, most: float, about: str, take: Callable[[Any], Any] | None = None
) -> TensorField:
    """Return a field that counts how often each number below `size` is in a tuple."""

    def spread(part: Any) -> Sequence[float]:
        row = [0.0] * size
        for at in part:
            row[at] = min(row[at] + 1.0, most)
        return row

    return TensorField(name, [most] * size, about, spread, take)


@final
class TensorCell:
    """The place of a field in a tensor, which all writers of a layout share."""

    def __init__(self, number: int, field: TensorField, place: slice) -> None:
        self.number: Final = number
        self.field: Final = field
        self.place: Final = place


@final
class TensorLayout:
    """The fields of all tensors of a game with a number of seats and its options."""

    def __init__(
        self,
        game: str,
        rules_version: int,
        seats: int,
        fields: Iterable[TensorField],
        sources: Callable[[Any], list[object]],
    ) -> None:
        """Create a layout; `sources` returns the sources of an observation."""
        self.game: Final = game
        self.rules_version: Final = rules_version
        self.seats: Final = seats
        self.fields: Final = tuple(fields)
        self.sources: Final = sources
        starts = [0]
        for field in self.fields:
            starts.append(starts[-1] + len(field))
        self.starts: Final = tuple(starts)
        self.length: Final = starts[-1]
        self.size: Final = self.length * _FLOAT
        """Bytes of a tensor."""
        self.cells: Final = self._by_source()
        """The cells of each source."""

    @property
    def highs(self) -> list[float]:
        """The upper bound of each number; the lower bounds are 0."""
        return [high for field in self.fields for high in field.highs]

    @property
    def tag(self) -> str:
        """The text that identifies the layout, for files with tensors and for policies."""
        rows = [f"{field.name} {field.highs}" for field in self.fields]
        digest = blake2b("\n".join(rows).encode(), digest_size=4).hexdigest()
        return (
            f"{self.game} with rules version {self.rules_version} and {self.seats} seats "
            f"({self.length} numbers, {digest})"
        )

    def verify(self, tag: str) -> None:
        """Check the tag of a file or a policy.

        Raises:
            DataError: if its tensors have another layout, for example of another rules version.
        """
        if tag != self.tag:
            raise DataError(GameSentence.OTHER_TENSOR, found=tag, wanted=self.tag)

    def _by_source(self) -> list[list[TensorCell]]:
        most = max([field.source for field in self.fields], default=-1)
        cells: list[list[TensorCell]] = [[] for _ in range(most + 1)]
        for number, field in enumerate(self.fields):
            start, end = self.starts[number], self.starts[number + 1]
            place = slice(start * _FLOAT, end * _FLOAT)
            cells[field.source].append(TensorCell(number, field, place))
        return cells

    def encode(self, seen: Any) -> bytes:
        """Return the tensor of an observation as 32-bit floats in the machine's byte order."""
        sources = self.sources(seen)
        return b"".join([field.pack(field.take(sources[field.source])) for field in self.fields])

    def writer(self, row: memoryview) -> "TensorWriter":
        """Return a writer that keeps a row of memory up to date."""
        return TensorWriter(self, row)


@final
class TensorWriter:
    """Writes the observations of one match into a row of memory, and only what has changed."""

    def __init__(self, layout: TensorLayout, row: memoryview) -> None:
        """Create a writer.

        Args:
            layout: the layout.
            row: memory for the tensor, as bytes.
        """
        self._cells: Final = layout.cells
        self._sources_of: Final = layout.sources
        self._row: Final = row
        self._sources: Final[list[object]] = [_NOTHING] * len(layout.cells)
        self._parts: Final[list[object]] = [_NOTHING] * len(layout.fields)

    def write(self, seen: Any) -> None:
        """Write the tensor of an observation."""
        kept, parts, sources = self._sources, self._parts, self._sources_of(seen)
        for at, source in enumerate(sources):
            old = kept[at]
            if source is old or (isinstance(source, tuple) and source == old):
                continue
            kept[at] = source
            for cell in self._cells[at]:
                part = cell.field.take(source)
                if part is not parts[cell.number]:
                    parts[cell.number] = part
                    self._row[cell.place] = cell.field.pack(part)
