"""The end of a command: its exit code, and the report of an error."""

from __future__ import annotations

import errno
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

import click

from referee.cli import output
from referee.cli.removed import new_name
from referee.cli.sentence import CommandSentence
from referee.error import CodedError, Sentence, StorageError, TianmingError, UsageError
from referee.machine_error import machine_error
from referee.machine_sentence import MachineSentence

_CANNOT_WORK = MachineSentence.CANNOT_WORK

_WITHOUT_DISK = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""The errors of opening a file that say nothing about the file."""

INTERRUPTED = 130
"""The exit code after Ctrl-C or SIGTERM."""


class WrongUsage(click.UsageError):
    """A mistake on the command line that Click does not check."""

    def __init__(self, context: click.Context, sentence: Sentence, **fields: object) -> None:
        """Create the error from a sentence and its fields."""
        super().__init__("", context)
        self.error = UsageError.of(sentence, fields)


def exit_code_of(prog: str, is_json: bool, work: Callable[[], int]) -> int:
    """Run the work of a command, report its error if it raises one, and return the exit code.

    Args:
        prog: the command as the user typed it, such as `referee league run`.
        is_json: whether to print an error as JSON too.
        work: the function to run; it returns the exit code.
    """
    try:
        code = work()
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        return 0
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else prog
        return _report(where, is_json, usage_error(error, where), UsageError.exit_code)
    except TianmingError as error:
        return _report(prog, is_json, error, error.exit_code)
    except KeyboardInterrupt:
        return _report(prog, is_json, CodedError(CommandSentence.INTERRUPTED), INTERRUPTED)
    except BrokenPipeError:
        output.give_up(sys.stdout)
        return 0
    except OSError as error:
        fault = machine_error(error, _CANNOT_WORK)
        if fault is not None and error.errno in _WITHOUT_DISK:
            return _report(prog, is_json, fault, fault.exit_code)
        output.give_up(sys.stdout)
        file = error.filename or "the output"
        lost = StorageError(CommandSentence.FILE_NOT_USED, file=file, why=error.strerror)
        return _report(prog, is_json, lost, lost.exit_code)
    except Exception as error:
        if (fault := machine_error(error, _CANNOT_WORK)) is not None:
            return _report(prog, is_json, fault, fault.exit_code)
        output.print_traceback(error)
        failed = _failure(error)
        return _report(prog, is_json, failed, failed.exit_code)
    return code


def _failure(error: Exception) -> TianmingError:
    """Return the error for a bug: in a game of another distribution, or in the referee."""
    from tianming_games.registry import failure_of

    own = TianmingError(CommandSentence.REFEREE_FAILED, kind=type(error).__name__)
    return failure_of(error) or own


def wants_json(words: Sequence[str]) -> bool:
    """Whether a command line has `--json` before `--`, where a bot's command line starts."""
    return "--json" in takewhile(lambda word: word != "--", words)


def error_as_json(error: CodedError, exit_code: int) -> dict[str, object]:
    """Return an error as JSON."""
    return {
        "code": error.code,
        "message": str(error),
        "fields": fields_as_json(error),
        "exit_code": exit_code,
    }


def fields_as_json(error: CodedError) -> dict[str, object]:
    """Return the fields of an error as JSON; a field that is an error has its code and fields."""
    return {name: _plain(value) for name, value in error.fields.items()}


def usage_error(error: click.UsageError, prog: str) -> UsageError:
    """Convert an error of Click on the command line of `prog` into one with a code."""
    from tianming_games.ground.text import did_you_mean

    if renamed := _renamed(error, prog):
        return renamed
    match error:
        case WrongUsage():
            return error.error
        case click.NoSuchCommand(ctx=click.Context(command=click.Group() as group) as context):
            name = error.command_name
            hint = did_you_mean(name, group.list_commands(context))
            return UsageError(CommandSentence.UNKNOWN_COMMAND, name=name, hint=hint, prog=prog)
        case click.NoSuchOption(possibilities=[near, *_]):
            name = error.option_name
            return UsageError(CommandSentence.MISTYPED_OPTION, name=name, near=near, prog=prog)
        case click.NoSuchOption():
            return UsageError(CommandSentence.UNKNOWN_OPTION, name=error.option_name, prog=prog)
        case click.MissingParameter(param=click.Parameter() as param):
            return UsageError(CommandSentence.MISSING_PARAMETER, parameter=_name(param), prog=prog)
        case click.BadParameter(param=click.Parameter() as param):
            why, name = error.message, _name(param)
            return UsageError(CommandSentence.WRONG_PARAMETER, parameter=name, why=why, prog=prog)
    message = error.format_message()
    why = message[:1].lower() + message[1:]
    return UsageError(CommandSentence.WRONG_WORDS, why=why, prog=prog)


def _renamed(error: click.UsageError, prog: str) -> UsageError | None:
    """Return an error that names the new command, if the user gave the old name of one."""
    match error:
        case click.NoSuchCommand(command_name=str() as word) | click.NoSuchOption(option_name=word):
            if names := new_name(prog, word):
                old, new = names
                return UsageError(CommandSentence.RENAMED, old=old, new=new)
    return None


def _name(param: click.Parameter) -> str:
    """Return a parameter as the user types it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or param.human_readable_name


def _report(prog: str, is_json: bool, error: CodedError, exit_code: int) -> int:
    """Print an error on stderr, and if `is_json` as an object on stdout; return `exit_code`."""
    output.print_error(prog, error)
    if is_json:
        with output.read_or_not():
            output.print_json({"error": error_as_json(error, exit_code)})
    return exit_code


def _plain(value: object) -> object:
    """Return a field as a JSON value."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case CodedError():
            return {"code": value.code, "fields": fields_as_json(value)}
        case Mapping():
            return {str(name): _plain(each) for name, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
    return str(value)
