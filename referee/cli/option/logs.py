"""The options for logging."""

from functools import wraps

import click

from referee.cli.command import Decorator, Function, WordChoice


def log_options(level: str) -> Decorator:
    """Return a decorator that adds the options, and sets up logging before the command runs.

    Args:
        level: the default of the lowest level to log.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def logging(log: str, log_level: str, **given: object) -> int:
            from referee.server.log_output import LogSettings, start_log

            settings = LogSettings(log, log_level)
            start_log(settings)
            click.get_current_context().obj = settings
            return function(**given)

        decorated: Function = click.option(
            "--log-level",
            type=WordChoice(("debug", "info", "warning", "error")),
            default=level,
            help=f"lowest level to log (default: {level})",
        )(logging)
        return click.option(
            "--log",
            type=WordChoice(("console", "json")),
            default="console",
            help="format of the log on stderr (default: console)",
        )(decorated)

    return decorate
