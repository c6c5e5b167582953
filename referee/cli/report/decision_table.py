"""The decisions of many records as one Parquet file, match by match.

This module needs pyarrow: call `require_pyarrow` before you import it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyarrow as arrow
from pyarrow import parquet

from referee.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from referee.record.decisions import MatchDecisions

_GROUP: Final = 8_192
"""Minimum decisions of a row group, except the last. A writer keeps one group in memory."""


def write_decisions(matches: Iterable[MatchDecisions], path: Path, with_positions: bool) -> int:
    """Write a row for each decision, and return their number.

    It replaces an existing file only when the new one is complete.

    Raises:
        StorageError: if the file cannot be written.
    """
    schema = _schema(with_positions)
    # Dictionaries and statistics of numbers take longer than all the rest, and save little space.
    texts = [field.name for field in schema if field.type == arrow.string()]
    with (
        output.replacing(path) as part,
        part.open("wb") as file,
        parquet.ParquetWriter(
            file, schema, compression="zstd", use_dictionary=texts, write_statistics=texts
        ) as writer,
    ):
        rows, waiting = 0, _Waiting(writer)
        for match in matches:
            if match.decisions:
                rows += len(match.decisions)
                waiting.add(_table(match, schema, with_positions))
        waiting.flush()
    return rows


class _Waiting:
    """The tables of matches that are not yet written, because they fill no row group."""

    def __init__(self, writer: parquet.ParquetWriter) -> None:
        self._writer = writer
        self._tables: list[arrow.Table] = []
        self._rows = 0

    def add(self, table: arrow.Table) -> None:
        """Keep a table, and write all that wait if they fill a row group."""
        self._tables.append(table)
        self._rows += table.num_rows
        if self._rows >= _GROUP:
            self.flush()

    def flush(self) -> None:
        """Write what waits as one row group."""
        if self._tables:
            self._writer.write_table(arrow.concat_tables(self._tables), self._rows)
        self._tables, self._rows = [], 0


def _schema(with_positions: bool) -> arrow.Schema:
    text, small, whole = arrow.string(), arrow.int32(), arrow.int64()
    if with_positions:
        seen = {"position": arrow.binary()}
    else:
        seen = {"layout": text, "observation": arrow.list_(arrow.float32())}
    return arrow.schema(
        {
            "match": text,
            "set": text,
            "split": text,
            "game": text,
            "rules_version": whole,
            "options": text,
            "seats": small,
            "seat": small,
            "bot": text,
            "question": small,
            **seen,
            "mask": arrow.list_(arrow.uint8()),
            "choice": small,
            "origin": text,
            "seconds": arrow.float64(),
            "score": whole,
            "place": small,
            "reward": arrow.float32(),
        }
    )


def _table(match: MatchDecisions, schema: arrow.Schema, with_positions: bool) -> arrow.Table:
    """Return the rows of a match."""
    decided = match.decisions
    count, seats = len(decided), [one.seat for one in decided]
    columns: dict[str, object] = {
        "match": [match.match_id] * count,
        "set": [match.set_id] * count,
        "split": [match.split] * count,
        "game": [match.game] * count,
        "rules_version": [match.rules_version] * count,
        "options": [match.options] * count,
        "seats": [len(match.bots)] * count,
        "seat": seats,
        "bot": [match.bots[seat] for seat in seats],
        "question": [one.question for one in decided],
        "mask": _lists(match.masks, arrow.uint8()),
        "choice": [one.choice for one in decided],
        "origin": [one.origin for one in decided],
        "seconds": [one.seconds for one in decided],
        "score": [match.scores[seat] for seat in seats],
        "place": [match.places[seat] for seat in seats],
        "reward": [match.rewards[seat] for seat in seats],
    }
    if with_positions:
        columns["position"] = match.seen
    else:
        columns["layout"] = [match.layout] * count
        columns["observation"] = _lists(match.seen, arrow.float32())
    return arrow.table(columns, schema)


def _lists(rows: list[bytes], kind: arrow.DataType) -> arrow.ListArray:
    """Return a column of lists from the bytes of their numbers; all lists have one length."""
    length = len(rows[0]) * 8 // kind.bit_width
    data = arrow.py_buffer(b"".join(rows))
    numbers = arrow.Array.from_buffers(kind, length * len(rows), [None, data])
    starts = arrow.array(range(0, length * len(rows) + 1, length), arrow.int32())
    return arrow.ListArray.from_arrays(starts, numbers)
