"""What every command has: a name, a help with examples, arguments, and a function."""

import argparse
import difflib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

_CODES = (
    "2 wrong usage; 65 invalid or damaged data; 69 a bot, a port or a service is not available; "
    "70 internal error; 74 disk or output error; 130 interrupted"
)
"""What the exit codes say that mean the same in every command."""

SOME_GIVE_ONE = "finished, with problems (see each command's --help)"
"""What the code 1 means of a group of commands."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of `referee`.

    `run` gets the parsed arguments and gives the exit code. `one` says what the code 1 means;
    it is empty where the command never gives it.
    """

    name: str
    help: str
    examples: tuple[str, ...]
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    one: str = ""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence that ends with the way out."""

    def parse_known_args(self, *args: Any, **kwargs: Any) -> tuple[Any, list[str]]:
        """Refuse here what this parser does not know, so that the help to see is its own."""
        known, unknown = super().parse_known_args(*args, **kwargs)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with exit code 2."""
        word, choices = _unknown(message)
        if word:
            near = difflib.get_close_matches(word, choices, n=1)
            message = f"there is no {word!r}"
            message += f": did you mean {near[0]}?" if near else f"; known: {', '.join(choices)}"
        print(f"{self.prog}: {message}; see `{self.prog} --help`", file=sys.stderr)
        raise SystemExit(2)


def _unknown(message: str) -> tuple[str, list[str]]:
    """The word and the choices of argparse's own complaint, or nothing."""
    head, found, tail = message.partition("(choose from ")
    if not found:
        return "", []
    word = head.rpartition("invalid choice: ")[2].strip().strip("'")
    return word, [choice.strip().strip("'") for choice in tail.rstrip(")").split(",")]


def group(
    name: str, about: str, commands: Sequence[Command], examples: tuple[str, ...], one: str = ""
) -> Command:
    """A command that only holds others, such as `referee league`."""

    def run(args: argparse.Namespace) -> int:
        """Never called: each command has a `run`, which argparse puts in this one's place."""
        raise AssertionError(args)

    return Command(name, about, examples, lambda parser: add_commands(parser, commands), run, one)


def epilog(examples: tuple[str, ...], one: str = "") -> str:
    """The end of a help page; `one` is what the exit code 1 means, if it is given."""
    lines = "\n".join(f"  {example}" for example in examples)
    return f"examples:\n{lines}\n\nexit status: 0 success; {one and f'1 {one}; '}{_CODES}"


def add_commands(parser: argparse.ArgumentParser, commands: Sequence[Command]) -> None:
    """Let a parser take one of some commands."""
    words = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in commands:
        sub = words.add_parser(
            command.name,
            help=command.help,
            description=command.help[0].upper() + command.help[1:] + ".",
            epilog=epilog(command.examples, command.one),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=command.run, prog=sub.prog)
        command.configure(sub)
