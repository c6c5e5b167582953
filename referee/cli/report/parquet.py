"""The table as a Parquet file, for those who read it with pandas, DuckDB or Spark."""

from pathlib import Path

from referee.cli import output
from referee.error import UsageError
from referee.league.statistics.rating_table import COLUMNS
from referee.league.statistics.season import Season
from referee.sentence.command import CommandSentence


def write(season: Season, path: Path) -> None:
    """Write the table; a file of that name is replaced when all of it is there.

    Raises:
        UsageError: when pyarrow is not installed.
        StorageError: when the file cannot be written.
    """
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise UsageError(CommandSentence.NEEDS_PYARROW) from None
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    lines = arrow.Table.from_pylist([row.data() for row in season.rows], schema)
    with output.replacing(path) as part, part.open("wb") as file:
        parquet.write_table(lines, file)
