"""`referee`: the entry point."""

import argparse
import os
import sys
from collections.abc import Sequence

from referee import __version__
from referee.cli import (
    board,
    demo,
    doctor,
    export,
    games,
    output,
    play,
    replay,
    score,
    serve,
    token,
    verify,
)
from referee.cli.command import Command, Parser, epilog
from referee.error import RefereeError, StorageError

COMMANDS: tuple[Command, ...] = (
    play.COMMAND,
    verify.COMMAND,
    replay.COMMAND,
    score.COMMAND,
    export.COMMAND,
    serve.COMMAND,
    token.COMMAND,
    games.COMMAND,
    board.COMMAND,
    doctor.COMMAND,
    demo.COMMAND,
)

CODES = (
    "0 done; 1 done, and a bot made a fault; 2 wrong usage; 65 wrong or damaged data; "
    "69 a bot or a port is not available; 70 a fault of the referee; 74 the disk failed; "
    "130 interrupted"
)


def build() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="referee",
        description="Tianming: a referee for bot leagues.",
        epilog=epilog(("referee play dragon greedy random random --seed 7",), CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tianming-referee {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name,
            help=command.help,
            description=command.help[0].upper() + command.help[1:] + ".",
            epilog=epilog(command.examples, CODES),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.configure(sub)
        sub.set_defaults(run=command.run, prog=sub.prog)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    output.prepare()
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")  # children are started with exec
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # strangers could fill its log
    args = build().parse_args(arguments)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except RefereeError as error:
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
    return code


if __name__ == "__main__":
    sys.exit(main())
