"""`referee`: the entry point."""

import argparse
import os
import sys
from collections.abc import Sequence

from referee import __version__
from referee.cli import (
    board,
    bridge,
    clocks,
    conform,
    demo,
    doctor,
    export,
    games,
    key,
    league,
    new,
    output,
    play,
    rehearse,
    replay,
    score,
    serve,
    table,
    token,
    verify,
)
from referee.cli.command import SOME_GIVE_ONE, Command, Parser, add_commands, epilog
from referee.error import StorageError, TianmingError
from referee.server.environment import prepare

COMMANDS: tuple[Command, ...] = (
    play.COMMAND,
    verify.COMMAND,
    replay.COMMAND,
    rehearse.COMMAND,
    score.COMMAND,
    table.COMMAND,
    export.COMMAND,
    clocks.COMMAND,
    serve.COMMAND,
    new.COMMAND,
    conform.COMMAND,
    bridge.COMMAND,
    token.COMMAND,
    key.COMMAND,
    league.COMMAND,
    games.COMMAND,
    board.COMMAND,
    doctor.COMMAND,
    demo.COMMAND,
)


def build() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="referee",
        description="Tianming: a referee for bot leagues.",
        epilog=epilog(
            ("referee play dragon greedy random random --seed 7",),
            SOME_GIVE_ONE,
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tianming-referee {__version__}")
    add_commands(parser, COMMANDS)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    output.prepare()
    prepare()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # cores are for matches
    args = build().parse_args(arguments)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except TianmingError as error:
        output.print_error(args.prog, error)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"{args.prog}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        output.give_up(sys.stdout)
        return 0
    except OSError as error:
        output.give_up(sys.stdout)
        where = error.filename or "the output"
        failed = StorageError(f"{where} cannot be used: {error.strerror}.")
        output.print_error(args.prog, failed)
        return failed.exit_code
    except Exception as error:
        output.print_failure(args.prog, error)
        return TianmingError.exit_code
    return code


if __name__ == "__main__":
    sys.exit(main())
