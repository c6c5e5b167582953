"""A walk reports a broken promise with its place, and continues for the other promises."""

from referee.game_check.promise_walk import (
    Breach,
    GameCase,
    PlayMoment,
    PlaysEnd,
    Promise,
    hold,
    sentence_of,
    walk,
)
from tests.match.toy import TOY

CASE = GameCase(TOY, 2, {})


class Fails(Promise):
    """A play has at most two steps."""

    def see(self, moment: PlayMoment) -> None:
        hold(moment.number < 2, "There is a third step.")


class Holds(Promise):
    """All states of all plays are seen."""

    def __init__(self, case: GameCase) -> None:
        super().__init__(case)
        self.seen: list[tuple[int, int]] = []

    def see(self, moment: PlayMoment) -> None:
        self.seen.append((moment.seed, moment.number))

    def end(self, last: PlayMoment) -> None:
        assert last.state.is_terminal()

    def close(self) -> None:
        assert [number for seed, number in self.seen if seed == 8] == list(range(10))
        assert {seed for seed, _ in self.seen} == {7, 8}


class FailsLast(Promise):
    """There is no last play."""

    def close(self) -> None:
        raise KeyError("the last")


def breach_of(kind: type[Promise]) -> Breach:
    """Return the breach of a promise in two plays."""
    found = walk(CASE, [7, 8], [kind])[kind]
    assert found is not None
    return found


def test_a_broken_promise_is_named_with_seed_and_step() -> None:
    found = breach_of(Fails)
    assert (found.place, found.why) == ("step 2 of seed 7", "There is a third step.")
    assert sentence_of(Fails) == "A play has at most two steps."


def test_the_other_promises_see_every_state() -> None:
    verdicts = walk(CASE, [7, 8], [Fails, Holds])
    assert verdicts[Holds] is None
    assert verdicts[Fails] is not None


def test_a_promise_may_be_about_all_plays_and_an_error_is_named_with_its_line() -> None:
    found = breach_of(FailsLast)
    assert found.place == "the end of seeds 7 to 8"
    assert found.why.startswith("KeyError: 'the last' in ")
    assert __file__ in found.why


def test_an_error_of_the_rules_ends_the_play_and_is_named() -> None:
    found = walk(GameCase(TOY, 2, {"broken": "yes"}), [7], [])[PlaysEnd]
    assert found is not None
    assert found.place == "step 7 of seed 7"
    assert found.why.startswith("ZeroDivisionError: a bug in the rules in ")
