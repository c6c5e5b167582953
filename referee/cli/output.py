"""Print results: tables for people, JSON and CSV for programs."""

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

from referee.cli.sentence import CommandSentence
from referee.error import StorageError
from tianming_games.ground import text as ground_text

counted = ground_text.counted
printable = ground_text.printable

_FORMULA = ("=", "+", "-", "@")
"""Characters at the start of a text that a spreadsheet takes for a formula."""


def prepare() -> None:
    """Replace closed standard streams by the null device, and escape what stdout cannot encode.

    Otherwise the next file or socket would get the number of the closed stream, and children and
    the event loop would take it for a standard stream.
    """
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def give_up(stream: TextIO) -> None:
    """Redirect a stream that cannot be written any more to the null device."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


@contextlib.contextmanager
def read_or_not() -> Iterator[None]:
    """Ignore a closed pipe while the `with` block prints to standard output."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        give_up(sys.stdout)


def make_folder(path: Path) -> None:
    """Make a folder for results, with its parents, if it does not exist.

    Raises:
        StorageError: if it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        is_taken = isinstance(error, FileExistsError)
        why = "there is a file of that name" if is_taken else error.strerror
        raise StorageError(CommandSentence.NOT_MADE, path=path, why=why) from None


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write; on success, it replaces the file at `path`.

    A symbolic link remains, and its target is replaced. A pipe or a device is written directly.

    Raises:
        StorageError: if the file cannot be written.
    """
    from referee.record.folder import part_of

    real = Path(os.path.realpath(path))
    is_special = os.path.exists(path) and not os.path.isfile(path)
    part = path if is_special else part_of(real)
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
    """Write an SVG picture or an HTML page to a file, or to standard output if the path is `-`.

    Raises:
        StorageError: if the file cannot be written.
    """
    if str(path) == "-":
        sys.stdout.write(picture)
        return
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None


def print_json(value: object) -> None:
    """Print a value as one line of JSON, in ASCII, which is independent of the encoding."""
    json.dump(value, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


def print_standings(rows: Sequence[Mapping[str, object]]) -> None:
    """Print a table, with spaces in place of the underscores in its keys."""
    print_table([{key.replace("_", " "): cell for key, cell in row.items()} for row in rows])


def print_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Print rows as CSV, with a header."""
    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: csv_cell(cell) for name, cell in row.items()} for row in rows)


def print_table(
    rows: Sequence[Mapping[str, object]],
    decimals: int = 2,
    words: Container[str] | None = None,
) -> None:
    """Print rows with the same keys as a table, with a header; align numbers to the right.

    Args:
        rows: the rows; values by column.
        decimals: decimals of a float.
        words: the columns to align to the left; None for those without a number in the first row.
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
    """Return a cell without control sequences of terminals and formulas of spreadsheets."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def print_error(name: str, error: Exception) -> None:
    """Print the error of a command on stderr."""
    print_aside(f"{name}: {error}")


def print_aside(text: str) -> None:
    """Print lines for people on stderr."""
    print("\n".join(map(printable, text.splitlines())), file=sys.stderr)


def print_notation_hint(game: str, target: TextIO | None = None) -> None:
    """Print which command explains the notation of a game, if one does; by default on stdout."""
    from referee.terminal.rules_page import notation_hint

    if hint := notation_hint(game):
        print(hint, file=target)


def print_traceback(error: Exception) -> None:
    """Print the traceback of an internal error on stderr, without values of variables."""
    print_aside("".join(traceback.format_exception(error)))


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    """Open the null device with the lowest free file descriptor, which children inherit."""
    number = os.open(os.devnull, os.O_RDWR)
    os.set_inheritable(number, True)
    return os.fdopen(number, mode, encoding="utf-8")


def _cell(value: object, decimals: int) -> str:
    if value is None:
        return "-"
    return f"{value:.{decimals}f}" if isinstance(value, float) else printable(str(value))
