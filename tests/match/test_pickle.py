"""What goes to a worker and comes back is the same there, in a compiled build too."""

import pickle
from dataclasses import replace

import pytest

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, seconds
from referee.match.outcome import Outcome, SeatResult, Termination, void
from referee.match.settings import MatchSettings

SETTINGS = MatchSettings(
    match_id=MatchId("m1"),
    game="dragon",
    options={"edition": "2007"},
    bots=(BotName("a"), BotName("b")),
    seed=bytes(range(32)),
    seed_nonce=bytes(32),
    clock=ClockSettings(*map(seconds, (1, 2, 3, 4, 5, 6))),
    strikes=7,
)
OUTCOME = Outcome(
    Termination.FORFEITED, (SeatResult(1, 9, 0, False), SeatResult(2, -3, 3, True)), ""
)


class TestPickle:
    """Every field is there again."""

    @pytest.mark.parametrize("value", [SETTINGS, OUTCOME, void("It failed.")])
    def test_pickling_preserves_equality(self, value: object) -> None:
        assert pickle.loads(pickle.dumps(value)) == value

    def test_no_field_of_a_clock_is_taken_for_another(self) -> None:
        clock = SETTINGS.clock
        for name in ("decision", "bank", "increment", "grace", "first", "stall"):
            assert pickle.loads(pickle.dumps(replace(clock, **{name: seconds(99)}))) != clock
