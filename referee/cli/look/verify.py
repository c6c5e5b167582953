"""`referee verify`: check records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.exit import error_as_json
from referee.cli.option.records import records_argument, records_of

if TYPE_CHECKING:
    from referee.error import TianmingError
    from referee.record.reasoning import CheckedReasoning
    from referee.record.verify import Verified

_FEW = 50
"""Records up to which this process alone is faster, because other processes must start first."""

_CHUNK = 4
"""Records that such a process verifies before it returns their results."""


@command(
    "verify",
    examples=(
        "referee verify match.tianming",
        "referee verify season --json",
        "referee verify season --key signing.pub",
    ),
)
@records_argument
@click.option(
    "--key",
    metavar="PUBLIC",
    help="require the organiser's signature: the 64 digits that `referee new key` prints, or a "
    "file that contains them",
)
@json_option(help="print one line of JSON per record")
@click.pass_context
def verify(
    context: click.Context, records: tuple[Path, ...], key: str | None, as_json: bool
) -> int:
    """Replay records and check every entry."""
    from contextlib import closing
    from functools import partial

    from referee.cli.report.progress import Progress
    from referee.error import TianmingError
    from referee.parallel import on_every_core
    from referee.record.signature import public_key

    organiser = None if key is None else public_key(key)
    paths = records_of(records)
    code = 0
    with (
        Progress(prints=True) as progress,
        closing(on_every_core(partial(_verified, key=organiser), paths, _FEW, _CHUNK)) as found,
    ):
        for number, (path, each) in enumerate(zip(paths, found, strict=True), 1):
            if isinstance(each, TianmingError):
                code = code or each.exit_code
                _print_wrong(context.command_path, path, each, as_json)
            else:
                _print_sound(path, *each, key is not None, as_json)
            progress.show(f"{number} of {output.counted(len(paths), 'record')} verified")
    return code


def _verified(path: Path, key: bytes | None) -> tuple[Verified, CheckedReasoning] | TianmingError:
    """Verify a record, the reasoning beside it, and with a public key its signature.

    It returns a failure as an error.
    """
    from referee.error import TianmingError
    from referee.record.reader import read
    from referee.record.reasoning import check_reasoning
    from referee.record.signature import check_signature
    from referee.record.verify import verify

    try:
        record = read(path)
        if key is not None:
            check_signature(record, key)
        return verify(record), check_reasoning(record, path)
    except TianmingError as error:
        return error


def _print_wrong(prog: str, path: Path, error: TianmingError, as_json: bool) -> None:
    output.print_error(prog, error)
    if as_json:
        wrong = error_as_json(error, error.exit_code)
        output.print_json({"record": str(path), "sound": False, "error": wrong})


def _print_sound(
    path: Path, sound: Verified, reasoning: CheckedReasoning, is_signed: bool, as_json: bool
) -> None:
    if as_json:
        output.print_json(
            {
                "record": str(path),
                "sound": True,
                "match": sound.match_id,
                "entries": sound.entries,
                "decisions": sound.decisions,
                "termination": sound.outcome.termination.name.lower(),
                "reason": sound.outcome.reason,
                "digest": sound.digest.hex(),
                "signature_checked": is_signed,
                "reasoning": {
                    "choices": reasoning.choices,
                    "checked": reasoning.choices if reasoning.is_there else 0,
                },
            }
        )
    else:
        name = output.printable(str(path))
        signed = "signed, " if is_signed else ""
        print(
            f"{name}: sound, {signed}{output.counted(sound.entries, 'entry', 'entries')}, "
            f"{output.counted(sound.decisions, 'decision')}{_words(reasoning)}. "
            f"{output.printable(sound.outcome.reason)}"
        )


def _words(reasoning: CheckedReasoning) -> str:
    """Return what is known of the reasoning beside a record, as a clause; empty for none."""
    if not reasoning.choices:
        return ""
    counted = output.counted(reasoning.choices, "choice")
    if reasoning.is_there:
        return f", the reasoning of {counted}"
    return f"; the file with the reasoning of {counted} is not there"
