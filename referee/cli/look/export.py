"""`referee export`: convert records to another format."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from referee.cli import output
from referee.cli.command import PATH, WordChoice, command, json_option
from referee.cli.option.records import records_argument, records_of, report_left_out
from referee.cli.sentence import CommandSentence
from referee.error import TianmingError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.record.decisions import MatchDecisions

_FEW: Final = 20
"""With fewer records, reading them is faster than starting processes."""

_CHUNK: Final = 4
"""Records per call of a process."""


@command(
    "export",
    examples=(
        "referee export --to jsonl match.tianming --output match.jsonl",
        "referee export --to parquet records --output season.parquet",
    ),
)
@records_argument
@click.option(
    "--to",
    type=WordChoice(("jsonl", "parquet")),
    required=True,
    help="the format: a line for each entry of one record, or a row for each decision of all",
)
@click.option(
    "--output",
    "file",
    type=PATH,
    metavar="FILE",
    help="the file to write (default, only for jsonl: standard output)",
)
@click.option(
    "--positions",
    "with_positions",
    is_flag=True,
    help="write positions, as bots receive them, instead of tensors; only for parquet",
)
@json_option(help="print what was written to --output as JSON")
@click.pass_context
def export(
    context: click.Context,
    records: tuple[Path, ...],
    to: str,
    file: Path | None,
    with_positions: bool,
    as_json: bool,
) -> int:
    """Convert records to another format."""
    if to == "parquet":
        return _export_decisions(context, records, file, with_positions, as_json)
    if with_positions:
        raise UsageError(CommandSentence.NO_POSITIONS)
    if len(records) > 1 or records[0].is_dir():
        raise UsageError(CommandSentence.ONE_RECORD)
    return _export_lines(records[0], file, as_json)


def _export_lines(record: Path, file: Path | None, as_json: bool) -> int:
    """Write a record as JSON lines."""
    from referee.record.export import json_lines
    from referee.record.reader import read
    from referee.record.reasoning import with_reasoning

    match = with_reasoning(read(record), record)
    match.require_whole()
    if file is None:
        sys.stdout.writelines(json_lines(match))
        return 0
    with output.replacing(file) as part, part.open("w", encoding="utf-8") as opened:
        opened.writelines(json_lines(match))
    if as_json:
        entries = len(match.entries)
        output.print_json(
            {"record": str(record), "format": "jsonl", "file": str(file), "entries": entries}
        )
    return 0


def _export_decisions(
    context: click.Context,
    records: Sequence[Path],
    file: Path | None,
    with_positions: bool,
    as_json: bool,
) -> int:
    """Write the decisions of the records that can be read; name the others on stderr."""
    from referee.cli.report.parquet import require_pyarrow

    if file is None:
        raise UsageError(CommandSentence.NO_OUTPUT)
    require_pyarrow()
    from referee.cli.report.decision_table import write_decisions

    paths = records_of(records)
    wrong: list[TianmingError] = []
    rows = write_decisions(_matches(paths, with_positions, wrong), file, with_positions)
    report_left_out(context, wrong)
    if as_json:
        output.print_json(
            {
                "records": len(paths) - len(wrong),
                "left_out": len(wrong),
                "format": "parquet",
                "file": str(file),
                "decisions": rows,
            }
        )
    return wrong[0].exit_code if wrong else 0


def _matches(
    paths: Sequence[Path], with_positions: bool, wrong: list[TianmingError]
) -> Iterator[MatchDecisions]:
    """Yield the decisions of each match, and collect what is wrong with the other records.

    Raises:
        TianmingError: at the end, if no record can be read.
    """
    from referee.cli.report.progress import Progress
    from referee.parallel import on_every_core, or_error
    from referee.record.decisions import read_decisions

    call = partial(or_error, partial(read_decisions, with_positions=with_positions))
    with Progress() as progress, closing(on_every_core(call, paths, _FEW, _CHUNK)) as found:
        for number, each in enumerate(found, 1):
            if isinstance(each, TianmingError):
                wrong.append(each)
            else:
                yield each
            progress.show(f"{number} of {output.counted(len(paths), 'record')} exported")
    if len(wrong) == len(paths):
        raise wrong[0]
