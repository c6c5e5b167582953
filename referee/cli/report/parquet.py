"""Tables as Parquet files, for example for pandas, DuckDB or Spark."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from importlib import import_module
from itertools import islice
from pathlib import Path

from referee.cli import output
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

_BATCH = 10_000
"""Lines per write, so that a season of any size fits into memory."""


def write(columns: Mapping[str, type], lines: Iterable[Mapping[str, object]], path: Path) -> None:
    """Write a table; it replaces an existing file only when it is complete.

    Args:
        columns: the type of each column: `str`, `int`, `float`, `bool` or `datetime`.
        lines: the lines; None for an unknown value.
        path: the file.

    Raises:
        UsageError: if pyarrow is not installed.
        StorageError: if the file cannot be written.
    """
    require_pyarrow()
    import pyarrow as arrow
    from pyarrow import parquet

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


def require_pyarrow() -> None:
    """Raise `UsageError` if pyarrow is not installed."""
    try:
        import_module("pyarrow")
        import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise UsageError(CommandSentence.NEEDS_PYARROW) from None


def _batches(lines: Iterable[Mapping[str, object]]) -> Iterator[list[Mapping[str, object]]]:
    waiting = iter(lines)
    while batch := list(islice(waiting, _BATCH)):
        yield batch
