"""The options of a game: their names, values and defaults."""

from collections.abc import Mapping
from dataclasses import dataclass

from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.ground.text import did_you_mean, is_text


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a game, whose values are text.

    `choices` are all valid values. If it is empty, any text is allowed, such as a file name, and
    the game checks it.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    help: str


def fill_options(
    game: str, specs: tuple[OptionSpec, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """Return the value of every option of a game, in the order of the specs.

    Args:
        game: name of the game, for errors.
        specs: the options of the game.
        given: the chosen values by name; other options get their default.

    Raises:
        UsageError: for an unknown name or an invalid value.
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
