"""Play seasons without rounds: a field, and sets from known strengths."""

from collections.abc import Mapping, Sequence
from random import Random

from referee.identifier import BotName, MatchId
from referee.league.format import Group
from referee.league.format.field import Field, Step, StepFormat
from referee.league.pairing import MatchResult, Pairing
from tests.league.play import by_strength, result

KEY = bytes(32)


def field_of(bots: Sequence[BotName], seats: int = 4) -> Field:
    """Return a field of these bots, which have joined."""
    field = Field(seats)
    for bot in bots:
        field.join(bot)
    return field


def results_of_set(
    number: int, group: Group, strengths: Mapping[BotName, float], dice: Random
) -> list[MatchResult]:
    """Return the results of a set by the Plackett-Luce model."""
    play = by_strength(strengths, dice)
    found = []
    for turn in range(len(group)):
        name = MatchId(f"test-s{number:05}-{turn + 1}")
        pairing = Pairing(name, 1, number, group[turn:] + group[:turn], b"")
        found.append(result(pairing, play(pairing)))
    return found


def play_steps(
    form: StepFormat,
    field: Field,
    strengths: Mapping[BotName, float],
    sets: int,
    seed: int = 1,
    first: int = 1,
) -> list[Step]:
    """Play sets one after the other, while there are any; return their steps."""
    dice = Random(seed)
    steps: list[Step] = []
    for number in range(first, first + sets):
        step = form.next_step(field, field.bots, number, KEY)
        if step is None:
            break
        field.planned(step.group)
        field.ended(results_of_set(number, step.group, strengths, dice))
        steps.append(step)
    return steps
