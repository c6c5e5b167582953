"""How results are shown: tables for people, JSON for programs."""

import contextlib
import csv
import io
import json
import os
import sys
import traceback
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TextIO

from referee.error import StorageError
from referee.sentence.command import CommandSentence
from tianming_games.ground import text as ground_text

counted = ground_text.counted
printable = ground_text.printable

_FORMULA = ("=", "+", "-", "@")
"""What a text begins with that a spreadsheet takes for a formula."""


def prepare() -> None:
    """Stand in for standard streams that are closed, and make the output take every text.

    A number that stays free would be that of the next file or socket, which children and the
    event loop then take for a standard stream.
    """
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def give_up(stream: TextIO) -> None:
    """Nothing more can be written to a stream of the process: what is left goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


@contextlib.contextmanager
def read_or_not() -> Iterator[None]:
    """Print what nobody has to read to its end: a pipe that is closed changes nothing."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        give_up(sys.stdout)


def make_folder(path: Path) -> None:
    """Make a folder that results go to.

    Raises:
        StorageError: when it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        is_taken = isinstance(error, FileExistsError)
        why = "there is a file of that name" if is_taken else error.strerror
        raise StorageError(CommandSentence.NOT_MADE, path=path, why=why) from None


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A name to write a file under, which becomes the file when all of it is there.

    A link stays one. What is no plain file, such as a pipe or a device, is written to itself.

    Raises:
        StorageError: when it cannot be written.
    """
    real = Path(os.path.realpath(path))
    is_special = os.path.exists(path) and not os.path.isfile(path)
    part = path if is_special else real.parent / f"{real.name}.part"
    try:
        yield part
        if not is_special:
            part.replace(real)
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None
    finally:
        if not is_special:
            with contextlib.suppress(OSError):
                part.unlink()


def write_picture(path: Path, picture: str) -> None:
    """Write an SVG picture or a page to a file, or to standard output where the path is `-`.

    Raises:
        StorageError: when the file cannot be written.
    """
    if str(path) == "-":
        sys.stdout.write(picture)
        return
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None


def print_json(value: object) -> None:
    """One JSON document on a line of its own, in ASCII, which is the same in every encoding."""
    json.dump(value, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


def print_standings(rows: Sequence[Mapping[str, object]]) -> None:
    """The lines of a table whose keys are for programs, headed for people."""
    print_table([{key.replace("_", " "): cell for key, cell in row.items()} for row in rows])


def print_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Rows as CSV, with a heading."""
    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: csv_cell(cell) for name, cell in row.items()} for row in rows)


def print_table(
    rows: Sequence[Mapping[str, object]],
    decimals: int = 2,
    words: Container[str] | None = None,
) -> None:
    """Rows of equal keys, with a heading; numbers to the right.

    `words` are the headings of the columns that are no numbers, where all cells are text.
    """
    if not rows:
        return
    names = list(rows[0])
    cells = [names, *([_cell(row[name], decimals) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    numeric = [
        isinstance(rows[0][name], int | float) if words is None else name not in words
        for name in names
    ]
    for line in cells:
        print(
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numeric, strict=True)
            ).rstrip()
        )


def csv_cell(value: object) -> object:
    """Return a cell that neither steers a terminal nor is a formula to a spreadsheet."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def print_error(name: str, error: Exception) -> None:
    """What went wrong in a command, on stderr."""
    print_aside(f"{name}: {error}")


def print_aside(text: str) -> None:
    """Lines for people, on stderr."""
    print("\n".join(map(printable, text.splitlines())), file=sys.stderr)


def print_traceback(error: Exception) -> None:
    """Where an error of ours was, on stderr, without values of variables."""
    print_aside("".join(traceback.format_exception(error)))


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    """The null device under the lowest number that is free, for children as well."""
    number = os.open(os.devnull, os.O_RDWR)
    os.set_inheritable(number, True)
    return os.fdopen(number, mode, encoding="utf-8")


def _cell(value: object, decimals: int) -> str:
    return f"{value:.{decimals}f}" if isinstance(value, float) else printable(str(value))
