"""What ends a command: its exit code, and what the user and programs read about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import takewhile

import click

from referee.cli import output
from referee.error import StorageError, TianmingError, UsageError

INTERRUPTED = 130
"""The exit code after Ctrl-C or SIGTERM."""


def exit_code_of(prog: str, is_json: bool, work: Callable[[], int]) -> int:
    """Do the work of a command; return its exit code.

    Args:
        prog: the command as the user typed it, such as `referee league run`.
        is_json: whether programs read what it prints.
        work: what it does; returns the exit code.
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
        return _report(where, is_json, UsageError(usage_sentence(error, where)))
    except TianmingError as error:
        return _report(prog, is_json, error)
    except KeyboardInterrupt:
        output.print_aside(f"{prog}: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        output.give_up(sys.stdout)
        return 0
    except OSError as error:
        output.give_up(sys.stdout)
        where = error.filename or "the output"
        return _report(prog, False, StorageError(f"{where} cannot be used: {error.strerror}."))
    except Exception as error:
        output.print_failure(prog, error)
        return TianmingError.exit_code
    return code


def wants_json(words: Sequence[str]) -> bool:
    """Whether a command line has `--json`, before the command line of a bot."""
    return "--json" in takewhile(lambda word: word != "--", words)


def usage_sentence(error: click.UsageError, prog: str) -> str:
    """What is wrong with a command line, and where to look."""
    what = _what(error)
    end = "" if what.endswith(("?", ".")) else "."
    return f"{what}{end} See `{prog} --help`."


def _what(error: click.UsageError) -> str:
    from tianming_games.ground.text import did_you_mean

    match error:
        case click.NoSuchCommand(ctx=click.Context(command=click.Group() as group) as context):
            hint = did_you_mean(error.command_name, group.list_commands(context))
            return f"there is no command {error.command_name!r}: {hint}"
        case click.NoSuchOption():
            near = f": did you mean {error.possibilities[0]}?" if error.possibilities else ""
            return f"there is no option {error.option_name!r}{near}"
        case click.MissingParameter(param=click.Parameter() as param):
            return f"{_name(param, error.ctx)} is missing"
        case click.BadParameter(param=click.Parameter() as param):
            return f"{_name(param, error.ctx)}: {error.message}"
    message = error.format_message()
    return message[:1].lower() + message[1:]


def _name(param: click.Parameter, context: click.Context | None) -> str:
    """A parameter as the user types it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or param.human_readable_name


def _report(prog: str, is_json: bool, error: TianmingError) -> int:
    output.print_error(prog, error)
    return error.exit_code
