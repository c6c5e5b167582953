"""An option of a game: its name, its values, and its default."""

from collections.abc import Mapping
from dataclasses import dataclass

from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.ground.text import did_you_mean, is_text


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game, as an organiser gives it in text.

    `choices` are all values it takes; empty means any text (a file name, say),
    which the game itself checks.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    help: str


def fill_options(
    game: str, specs: tuple[OptionSpec, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """Every option of a game with its value, in the order of the specs.

    Raises:
        UsageError: for a name or a value the game does not have.
    """
    by_name = {spec.name: spec for spec in specs}
    for name, value in given.items():
        spec = by_name.get(name)
        if spec is None:
            hint = did_you_mean(name, by_name)
            raise UsageError(GameSentence.NO_SUCH_OPTION, game=game, name=name, hint=hint)
        if spec.choices and value not in spec.choices:
            hint = did_you_mean(value, spec.choices)
            raise UsageError(
                GameSentence.NO_SUCH_VALUE, game=game, name=name, value=value, hint=hint
            )
        if not is_text(value):
            raise UsageError(GameSentence.VALUE_IS_NO_TEXT, game=game, name=name, value=value)
    return {spec.name: given.get(spec.name, spec.default) for spec in specs}
