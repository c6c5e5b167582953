"""What of which match is shown, and when."""

import pytest

from referee.error import Sentence, UsageError
from referee.identifier import BotName, MatchId
from referee.league.ledger.listing import ListedMatch, MatchState
from referee.web.sentence import WebSentence
from referee.web.showing import ShowSettings, check_delay, showing
from tests.errors import raises

LIVE, OVER = MatchState.LIVE, MatchState.FINISHED
PLANNED, VOID = MatchState.PLANNED, MatchState.VOID


def match(match_id: str, state: MatchState) -> ListedMatch:
    return ListedMatch(
        MatchId(match_id), 1, 1, 0, (BotName("a"), BotName("b")), state, 1, "", (), None, None
    )


class TestShowing:
    """The play of a match is shown when no seat of any match can gain by it."""

    @pytest.mark.parametrize(
        ("state", "others", "hides", "settings", "hidden"),
        [
            (LIVE, (), False, ShowSettings(), None),
            (LIVE, (), True, ShowSettings(), WebSentence.SHOWN_AFTER_END),
            (LIVE, (), True, ShowSettings(live=True), None),
            (LIVE, (), True, ShowSettings(delay=3), None),
            (OVER, (), True, ShowSettings(), None),
            (VOID, (), True, ShowSettings(), None),
            (PLANNED, (), False, ShowSettings(live=True), WebSentence.NOT_BEGUN),
            (LIVE, (OVER, VOID), False, ShowSettings(), None),
            (LIVE, (OVER, LIVE), False, ShowSettings(live=True), WebSentence.SHOWN_AFTER_SET),
            (LIVE, (PLANNED,), False, ShowSettings(), WebSentence.SHOWN_AFTER_SET),
            (OVER, (LIVE,), False, ShowSettings(live=True), WebSentence.SHOWN_AFTER_SET),
            (OVER, (PLANNED,), True, ShowSettings(delay=9), WebSentence.SHOWN_AFTER_SET),
            (OVER, (OVER, VOID), True, ShowSettings(), None),
            (LIVE, (LIVE,), False, ShowSettings(same_draws=False), None),
            (OVER, (LIVE,), True, ShowSettings(same_draws=False), None),
        ],
    )
    def test_it_depends_on_the_match_its_set_and_the_organiser(
        self,
        state: MatchState,
        others: tuple[MatchState, ...],
        hides: bool,
        settings: ShowSettings,
        hidden: Sentence | None,
    ) -> None:
        one = match("m0", state)
        its_set = [one, *(match(f"m{at}", other) for at, other in enumerate(others, 1))]
        found = showing(one, its_set, hides, settings)
        assert found.hidden is hidden
        assert found.is_over == (hidden is None and state in (OVER, VOID))

    def test_a_delay_has_bounds(self) -> None:
        check_delay(0)
        for delay in (-1, 10_001):
            with raises(UsageError, WebSentence.WRONG_DELAY, delay=delay):
                check_delay(delay)

    @pytest.mark.parametrize("hides", [True, False])
    @pytest.mark.parametrize("delay", [0, 5])
    def test_a_moment_is_shown_in_words(self, hides: bool, delay: int) -> None:
        words = ShowSettings(delay=delay).words(hides)
        assert ("5 decisions late" in words) == (delay == 5)
        assert ("when they are over" in words) == (hides and not delay)
