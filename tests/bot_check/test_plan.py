"""The plan of a check covers every option that a game lists."""

import pytest

from referee.bot_check.plan import games_of, plans
from tianming_games.registry import load, names


@pytest.mark.parametrize("game", ["china", "dragon", "ming"])
def test_every_value_of_every_option_is_played(game: str) -> None:
    """Each alone, and the game as usual with the fewest and the most seats first."""
    found = plans([game])
    for option in load(game).options:
        played = {plan.options[option.name] for plan in found}
        assert played >= set(option.choices)
    facts = load(game).facts
    assert [plan.seats for plan in found[:2]] == [facts.least_seats, facts.most_seats]
    assert all(plan.changed for plan in found[2:])
    for plan in found:
        assert load(game).checked(plan.seats, plan.options) == plan.options


def test_games_as_usual_come_before_options() -> None:
    """A check that runs out of time has seen every game."""
    found = plans(["china", "dragon"])
    assert [plan.game for plan in found if not plan.changed] == [
        "china",
        "china",
        "dragon",
        "dragon",
    ]
    assert all(plan.changed for plan in found[4:])


def test_a_bot_plays_what_it_names_or_everything() -> None:
    """Names of no game are told."""
    assert games_of(frozenset(), lambda _: True, ()) == (list(names()), {})
    assert games_of(frozenset(), lambda _: True, ["dragon"]) == (["dragon"], {})
    named = frozenset({"ming", "dragon", "minq"})
    known, wrong = games_of(named, {"ming"}.__contains__, ())
    assert known == ["ming"]
    assert list(wrong) == ["dragon", "minq"]
    assert "of the rules" in wrong["dragon"]
    assert "did you mean ming?" in wrong["minq"]
