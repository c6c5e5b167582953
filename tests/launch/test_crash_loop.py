"""The rule that tells when it is hopeless to start a crashed bot again."""

from referee.launch.crash_loop import MOST_CRASHES, CrashLoop


class TestCrashLoop:
    """A bot is given up in a match when it crashes there again and again without an answer."""

    def test_three_crashes_at_one_question_are_hopeless(self) -> None:
        loop = CrashLoop()
        given_up = [loop.crashed({"m1": (7,)}) for _ in range(MOST_CRASHES)]
        assert given_up == [frozenset(), frozenset(), {"m1"}]

    def test_an_answer_between_two_crashes_starts_the_count_again(self) -> None:
        loop = CrashLoop()
        assert not any(loop.crashed({"m1": (number,)}) for number in (1, 1, 2, 2, 3, 3))

    def test_a_bot_without_a_question_that_crashes_at_once_is_hopeless(self) -> None:
        loop = CrashLoop()
        given_up = [loop.crashed({"m1": ()}) for _ in range(MOST_CRASHES)]
        assert given_up[-1] == {"m1"}

    def test_one_bad_match_does_not_cost_the_others(self) -> None:
        loop = CrashLoop()
        for number in range(MOST_CRASHES - 1):
            assert not loop.crashed({"bad": (5,), "good": (number,), "waiting": ()})
        assert loop.crashed({"bad": (5,), "good": (9,), "waiting": ()}) == {"bad"}

    def test_a_bot_that_answers_nowhere_is_given_up_everywhere(self) -> None:
        loop = CrashLoop()
        matches = {"m1": (5,), "m2": (3, 4), "m3": ()}
        given_up = [loop.crashed(matches) for _ in range(MOST_CRASHES)]
        assert given_up[-1] == set(matches)

    def test_a_new_match_starts_with_no_crashes(self) -> None:
        loop = CrashLoop()
        for _ in range(MOST_CRASHES - 1):
            loop.crashed({"m1": (5,)})
        assert loop.crashed({"m1": (5,), "m2": (1,)}) == {"m1"}
