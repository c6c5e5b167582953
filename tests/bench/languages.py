"""Languages: the random bot of each SDK with the same referee, compared with the Python bot."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, Series, at_least, at_most
from tests.bench.sample import Scale, in_turn, take
from tests.bench.wire import SHIPPED
from tests.bench.worker.referee import Load
from tests.languages import LANGUAGES, Language

GAME = "dragon"
_PYTHON = "python"

_MANY = 64
_WARM_UP = 6.0
"""Seconds after which a language's virtual machine has compiled its frequent code."""

_LINES = at_most(30)
_NOT_SLOWER = at_least(1.0)
_HALF = at_most(0.5)
_LEAN = ("go", "rust", "cpp")
"""Languages whose bots should take at most half the processor time of the Python bot."""


def bench(scale: Scale) -> Iterator[Figure]:
    """Build the bots of every language whose tools are on the PATH; yield their figures."""
    languages = [language for language in LANGUAGES if language.is_here]
    for language in languages:
        lines = (language.folder / language.sources["random"]).read_text().splitlines()
        subject = f"{language.title}: lines of the random bot"
        yield Figure(subject, "", Series((len(lines),)), target=_LINES)
    for at_once in (1, _MANY):
        takers = {
            language.name: partial(take, "referee", _load(language, at_once, scale), SHIPPED)
            for language in languages
        }
        taken = in_turn(takers, scale.rounds)
        for language in languages:
            yield from _figures(language, at_once, taken[language.name], taken[_PYTHON])


def _load(language: Language, at_once: int, scale: Scale) -> Load:
    """Return the job: `at_once` parallel matches of the random bot against itself."""
    return Load(GAME, at_once, scale.seconds, bot=language.command("random"), warm_up=_WARM_UP)


def _figures(
    language: Language, at_once: int, ours: dict[str, Series], python: dict[str, Series]
) -> Iterator[Figure]:
    """Yield decisions, processor time and start time of one language, compared with Python."""
    subject = f"{language.title}, {at_once} at once"
    rate, cpu = (_NOT_SLOWER, _HALF) if at_once == _MANY else (None, None)
    if language.name not in _LEAN:
        cpu = None
    yield Figure(subject, "decisions/s", ours["rate"], "Python", python["rate"], rate)
    yield Figure(f"{subject}: bot's CPU", "us", ours["bot_cpu"], "Python", python["bot_cpu"], cpu)
    if at_once == 1:
        yield Figure(f"{subject}: first answer", "s", ours["first"], "Python", python["first"])


if __name__ == "__main__":
    command.main({"languages": bench})
