"""Final: bots drop out until the winner is certain."""

from random import Random

from referee.league.format import Stage
from referee.league.format.final import Final
from referee.league.format.played_set import played_sets
from referee.league.format.sentence import FormatSentence
from referee.league.pairing import MatchResult
from tests.league.format.steps import field_of, play_steps, results_of_set
from tests.league.play import names

BOTS = names(8)
STRENGTHS = {bot: -0.6 * number for number, bot in enumerate(BOTS)}


def stage_of(results: list[MatchResult]) -> Stage:
    """Return the stage after these results."""
    played = played_sets(results)
    return Stage(2, 4, BOTS, BOTS, played, tuple(results), bytes(32))


class TestFinal:
    """Steps."""

    def test_it_ends_when_the_best_bot_is_certain(self) -> None:
        final, field = Final(), field_of(BOTS)
        steps = play_steps(final, field, STRENGTHS, 1_000)
        assert final.is_over(field)
        assert len(steps) < 500
        assert final.left(field) == [BOTS[0]]

    def test_bots_that_can_hardly_win_play_no_more_while_others_can(self) -> None:
        final, field = Final(alpha=0.001), field_of(BOTS, 2)
        play_steps(final, field, STRENGTHS, 90)
        before = {bot: field.sets(bot) for bot in BOTS}
        left = final.left(field)
        assert 2 <= len(left) < 8
        play_steps(final, field, STRENGTHS, 10, first=91)
        assert all(field.sets(bot) == before[bot] for bot in BOTS if bot not in left)

    def test_it_ends_after_most_sets_when_bots_are_equal(self) -> None:
        final, field = Final(most_sets=40, alpha=1e-6), field_of(BOTS)
        steps = play_steps(final, field, dict.fromkeys(BOTS, 0.0), 1_000)
        assert len(steps) == 40
        assert final.is_over(field)

    def test_the_best_three_are_found_as_well(self) -> None:
        final, field = Final(top=3), field_of(BOTS)
        play_steps(final, field, STRENGTHS, 2_000)
        assert set(final.left(field)) == set(BOTS[:3])

    def test_nobody_drops_out_with_fewer_than_five_sets(self) -> None:
        final, field = Final(), field_of(BOTS)
        play_steps(final, field, STRENGTHS, 6)
        assert sorted(final.left(field)) == list(BOTS)

    def test_top_is_less_than_the_number_of_bots(self) -> None:
        violation = Final(top=8).violation(4, BOTS)
        assert violation is not None
        assert violation.sentence is FormatSentence.NOBODY_DROPS_OUT
        assert Final(top=7).violation(4, BOTS) is None


class TestConclusion:
    """The sentence."""

    def test_it_names_the_best_and_how_certain_that_is(self) -> None:
        dice, results = Random(2), list[MatchResult]()
        for number in range(1, 200):
            group = tuple(dice.sample(BOTS, 4))
            results += results_of_set(number, group, STRENGTHS, dice)
        said = Final().conclusion(stage_of(results)) or ""
        assert said.startswith(f"{BOTS[0]} is the best after 199 sets: the next, {BOTS[1]}, ")
        said = Final(top=2).conclusion(stage_of(results)) or ""
        assert said.startswith(f"{BOTS[0]}, {BOTS[1]} are among the best 2 after 199 sets: ")

    def test_it_names_those_that_are_left(self) -> None:
        dice, results = Random(2), list[MatchResult]()
        for number in range(1, 30):
            results += results_of_set(number, BOTS[:4], dict.fromkeys(BOTS, 0.0), dice)
        said = Final().conclusion(stage_of(results)) or ""
        assert " bots may still be the best after 29 sets: " in said

    def test_without_a_match_there_is_none(self) -> None:
        assert Final().conclusion(stage_of([])) is None
