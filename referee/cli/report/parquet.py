"""Tables as Parquet files, for those who read them with pandas, DuckDB or Spark."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from pathlib import Path

from referee.cli import output
from referee.error import UsageError
from referee.sentence.command import CommandSentence

_BATCH = 10_000
"""Lines that are written at once, so that a season of any size fits into memory."""


def write(columns: Mapping[str, type], lines: Iterable[Mapping[str, object]], path: Path) -> None:
    """Write a table; a file of that name is replaced when all of it is there.

    Args:
        columns: the columns with the types of their values: text, numbers, truth or time.
        lines: the lines; None for a value that is unknown.
        path: the file.

    Raises:
        UsageError: when pyarrow is not installed.
        StorageError: when the file cannot be written.
    """
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise UsageError(CommandSentence.NEEDS_PYARROW) from None
    kinds = {
        str: arrow.string(),
        int: arrow.int64(),
        float: arrow.float64(),
        bool: arrow.bool_(),
        datetime: arrow.timestamp("us", tz="UTC"),
    }
    schema = arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    with (
        output.replacing(path) as part,
        part.open("wb") as file,
        parquet.ParquetWriter(file, schema) as writer,
    ):
        for batch in _batches(lines):
            writer.write_table(arrow.Table.from_pylist(batch, schema))


def _batches(lines: Iterable[Mapping[str, object]]) -> Iterator[list[Mapping[str, object]]]:
    waiting = iter(lines)
    while batch := list(islice(waiting, _BATCH)):
        yield batch
