"""Base classes of commands: help pages, option types, and groups that import lazily."""

from __future__ import annotations

import math
import pkgutil
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import click
from click.core import ParameterSource

from referee.cli.exit import WrongUsage, exit_code_of
from referee.cli.sentence import CommandSentence

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Function = Callable[..., int]
"""A command before it is decorated: it takes its parameters and returns the exit code."""

Decorator = Callable[[Function], Function]
"""A function that adds options or arguments to a command."""

EXIT_CODES: Mapping[int, str] = {
    0: "success",
    2: "wrong usage",
    65: "invalid or damaged data",
    69: "a bot, a port or a service is not available",
    70: "internal error",
    71: "this machine lacks something, such as open files",
    74: "disk or output error",
    130: "interrupted",
}
"""The exit codes that mean the same in every command."""

PATH = click.Path(readable=False, path_type=Path)
"""The type of a file or folder. The code that opens it reports errors."""

json_option = partial(click.option, "--json", "as_json", is_flag=True)
"""The option `--json`, which prints the result for programs."""

SOME_RETURN_ONE = "finished, with problems (see each command's --help)"
"""What the exit code 1 means in a group of commands."""


class WordChoice(click.Choice[str]):
    """A choice between words. Its error suggests the nearest word."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return an error text that suggests a valid value."""
        from tianming_games.ground.text import did_you_mean

        return f"there is no {value!r}: {did_you_mean(str(value), self.choices)}"


class FiniteRange(click.FloatRange):
    """A range of numbers that refuses "nan" and "inf"."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail with the reason."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


class ListedOption(click.Option):
    """An option that the help lists under the heading of its class."""

    section: ClassVar[str] = "Options"


class Page(click.Command):
    """The help page that commands and groups share.

    Attributes:
        examples: command lines.
        one: what the exit code 1 means; empty if the command never returns it.
    """

    examples: tuple[str, ...] = ()
    one: str = ""

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the first sentence of the help, without its period."""
        return (self.help or "").partition("\n")[0].removesuffix(".")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help, described as the other options are."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "show this help"
        return option

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, each section under its heading."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                heading = param.section if isinstance(param, ListedOption) else ListedOption.section
                sections.setdefault(heading, []).append(record)
        for heading in sorted(sections, key=lambda heading: heading != ListedOption.section):
            with formatter.section(heading):
                formatter.write_dl(sections[heading])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write("\n".join(_wrapped(example, formatter)) + "\n")
        codes = {**EXIT_CODES, 1: self.one} if self.one else EXIT_CODES
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), codes[code]) for code in sorted(codes)])


class Command(Page):
    """A command that does something and returns an exit code.

    Attributes:
        exclusive: groups of parameters; a user may give at most one of each group.
    """

    exclusive: tuple[tuple[str, ...], ...] = ()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; refuse options that exclude each other."""
        rest = super().parse_args(ctx, args)
        given = [param for param in self.params if is_given(ctx, param.name)]
        for names in self.exclusive:
            found = [param.opts[0] for param in given if param.name in names]
            if len(found) > 1:
                one, other, *_ = found
                raise WrongUsage(ctx, CommandSentence.EXCLUSIVE_OPTIONS, option=one, other=other)
        return rest

    def invoke(self, ctx: click.Context) -> int:
        """Run the function; report its error, if it raises one."""
        is_json = bool(ctx.params.get("as_json"))
        return exit_code_of(ctx.command_path, is_json, partial(super().invoke, ctx))


class CommandGroup(Page, click.Group):
    """A command that only contains others, and imports each on its first use.

    Attributes:
        sections: the location `module:function` of each command, by the heading under which the
            help lists the command, and by name.
        default: the command that runs without a name; empty if the group then shows its help.
    """

    sections: Mapping[str, Mapping[str, str]] = {}
    default: str = ""

    @property
    def members(self) -> Mapping[str, str]:
        """The location of each command, by name."""
        return {
            name: place for section in self.sections.values() for name, place in section.items()
        }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; without the name of a command, they are those of the default one."""
        if self.default and not ctx.resilient_parsing:
            is_option = bool(args) and args[0].startswith("-")
            if not args or (is_option and args[0] not in ctx.help_option_names):
                args = [self.default, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.members)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.members:
            return None
        command: click.Command = pkgutil.resolve_name(self.members[cmd_name])
        return command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each section under its heading, then the options."""
        width = max(map(len, self.members))
        for heading, names in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), self._about(ctx, name)) for name in names])
        super().format_options(ctx, formatter)

    def _about(self, ctx: click.Context, name: str) -> str:
        found = self.get_command(ctx, name)
        assert found is not None
        return found.get_short_help_str()


def is_given(context: click.Context, name: str | None) -> bool:
    """Whether the command line has a parameter, whatever its value."""
    source = None if name is None else context.get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def command(
    name: str,
    *,
    examples: tuple[str, ...],
    one: str = "",
    exclusive: tuple[tuple[str, ...], ...] = (),
) -> Callable[[Function], Command]:
    """Return a decorator that makes a function a command. Its docstring is the help.

    Args:
        name: name of the command.
        examples: command lines for the help.
        one: what the exit code 1 means; empty if the command never returns it.
        exclusive: groups of parameters; a user may give at most one of each group.
    """

    def decorate(function: Function) -> Command:
        made = click.command(name, cls=Command)(function)
        made.examples, made.one, made.exclusive = examples, one, exclusive
        return made

    return decorate


def group(
    name: str,
    about: str,
    sections: Mapping[str, Mapping[str, str]],
    *,
    examples: tuple[str, ...],
    one: str = "",
    default: str = "",
) -> CommandGroup:
    """Return a command that only contains others.

    Without a subcommand, it runs the default one if it has one, and else shows its help.
    """
    made = CommandGroup(
        name,
        help=about,
        no_args_is_help=True,
        subcommand_metavar="COMMAND ...",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.sections, made.examples, made.one = sections, examples, one
    made.default = default
    return made


def collected(
    name: str, values: type[DataclassInstance], options: Sequence[Decorator]
) -> Decorator:
    """Return a decorator that passes several options to a command as one value.

    Args:
        name: the parameter of the command's function that receives the value.
        values: the type of the value; its fields have the names of the options' parameters.
        options: decorators that add the options, in the order of the help.
    """
    names = [field.name for field in fields(values)]

    def decorate(function: Function) -> Function:
        @wraps(function)
        def gathered(**given: object) -> int:
            value = values(**{each: given.pop(each) for each in names})
            return function(**given, **{name: value})

        decorated: Function = gathered
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def _wrapped(example: str, formatter: click.HelpFormatter) -> list[str]:
    """Return a command line in lines that fit the page, joined by backslashes for a shell."""
    indent = " " * formatter.current_indent
    width = formatter.width - len(indent) - len(" \\")
    words = re.findall(r"""(?:"[^"]*"|'[^']*'|\S)+""", example)
    joined = "\0".join(word.replace(" ", "\1") for word in words)  # no break in quotes
    lines = textwrap.wrap(
        joined.replace("\0", " "),
        width,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    shown = [indent + line.replace("\1", " ") for line in lines]
    return [f"{line} \\" for line in shown[:-1]] + shown[-1:]
