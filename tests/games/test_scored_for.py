"""Each step that scores points tells in a few words what they are for."""

import pytest

from referee.record.reader import Record, parse
from referee.record.replay import Replay
from tests.match.driver import Driver
from tests.record.samples import record_of
from tianming_games.registry import load

LONGEST = 16
"""Characters of a reason that fit beside the points on a board."""

REASONS = {
    "dragon": {"research", "the month's end", "the year's end"},
    "china": {"the end"},
    "ming": {"the end"},
}
"""Reasons that each match has."""


def reasons(record: Record) -> list[str]:
    """The reason of each step of a record in which points change."""
    replay = Replay(record)
    machine = replay.machine
    words = machine.game.presentation(len(record.header.bots), machine.settings.options)
    seen, points = machine.state.observation(None), machine.state.returns()
    found = []
    for step in replay.steps():
        now, scores = step.state.observation(None), step.state.returns()
        if scores != points:
            found.append(words.scored_for(seen, now))
        seen, points = now, scores
    return found


@pytest.mark.parametrize("game", sorted(REASONS))
def test_each_step_that_scores_has_a_short_reason(game: str) -> None:
    found = reasons(parse(record_of(Driver(load(game), seats=3)), game))
    assert found
    assert all(0 < len(reason) <= LONGEST for reason in found)
    assert REASONS[game] <= set(found)


def test_the_sentence_names_the_reason_if_it_is_known() -> None:
    words = load("dragon").presentation(2, {}, ("one", "two"))
    assert words.gains([0, 1], [6, 1], "fireworks") == "Points for fireworks: one +6."
    assert words.gains([0, 1], [6, 1]) == "Points: one +6."
    assert words.gains([0, 1], [0, 1], "fireworks") == ""
