"""The help of every command is in one file, and reads alike."""

import re

import click

from tests.wording.help import FILE, contexts, text


def test_the_file_of_help_is_what_the_commands_say() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m tests.wording.help"


def test_every_option_and_argument_has_a_help_that_is_no_sentence() -> None:
    for context in contexts():
        for param in context.command.params:
            if isinstance(param, click.Option) and param.hidden:
                continue
            assert isinstance(param, click.Option | click.Argument)
            where = f"{context.command_path} {param.name}"
            assert param.help, where
            assert not param.help.endswith("."), where
            assert re.match(r"[a-z0-9`]|[A-Z]{2}|[A-Z]\w+ ", param.help), where


def test_every_help_of_a_command_is_a_sentence() -> None:
    for context in contexts():
        first = (context.command.help or "").partition("\n")[0]
        assert re.fullmatch(r"[A-Z].*[.)]", first), context.command_path
