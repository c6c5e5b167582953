"""The greedy policies are worth playing against."""

from typing import Any

import pytest

from tests.games.strength import strength
from tests.games.variants import label, variants
from tianming_bots.greedy import POLICIES
from tianming_games.registry import load, names

INSTALLED = names()
MATCHES = 24
"""Matches of each option set: the same ones in every run."""


def every_variant() -> list[Any]:
    """Every game that has a policy, with every option set."""
    return [
        pytest.param(name, options, id=f"{name}-{label(options)}")
        for name in names()
        if name in POLICIES
        for options in variants(name)
    ]


@pytest.mark.parametrize(("name", "options"), every_variant())
@pytest.mark.full
def test_a_greedy_policy_wins_seven_of_ten_matches_against_random_players(
    name: str, options: dict[str, str]
) -> None:
    assert strength(load(name), options, MATCHES) >= 0.7


def test_policies_are_found_by_the_name_of_their_game_and_no_other() -> None:
    assert set(POLICIES) <= set(INSTALLED)
    assert len(POLICIES) == len(list(POLICIES))
    with pytest.raises(KeyError):
        POLICIES["chess"]
