"""Find the option that a person means: by its number, its words or its notation."""

from collections.abc import Sequence

from referee.seat.asked_question import AskedOption


def matching(options: Sequence[AskedOption], text: str) -> list[int]:
    """Return the indexes of the options that a text means, in their order.

    A number from 1 names one option, and so does its notation. Any other text means the options
    that contain all its words, whatever their case. An empty text means all options.
    """
    wanted = text.strip().casefold()
    if wanted.isascii() and wanted.isdigit():
        at = int(wanted[:9]) - 1
        return [at] if 0 <= at < len(options) else []
    exact = [at for at, one in enumerate(options) if one.notation.casefold() == wanted]
    if exact:
        return exact
    parts = wanted.split()
    return [at for at, one in enumerate(options) if all(part in _searched(one) for part in parts)]


def _searched(option: AskedOption) -> str:
    return f"{option.words} {option.notation}".casefold()
