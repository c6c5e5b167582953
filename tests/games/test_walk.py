"""A walk reports a broken promise with its place, and continues for the other observers."""

from tests.games.walk import Case, Moment, Observer, walk
from tests.match.toy import TOY

CASE = Case(TOY, 2, {})


class Fails(Observer):
    promise = "A play has at most two steps."

    def see(self, moment: Moment) -> None:
        assert moment.number < 2


class Holds(Observer):
    promise = "All states of all plays are seen."

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.seen: list[tuple[int, int]] = []

    def see(self, moment: Moment) -> None:
        self.seen.append((moment.seed, moment.number))

    def end(self, last: Moment) -> None:
        assert last.state.is_terminal()

    def close(self) -> None:
        assert [number for seed, number in self.seen if seed == 8] == list(range(10))
        assert {seed for seed, _ in self.seen} == {7, 8}


class FailsLast(Observer):
    promise = "There is no last play."

    def close(self) -> None:
        raise AssertionError


def test_a_broken_promise_is_named_with_seed_and_step() -> None:
    broken = walk(CASE, [7, 8], [Fails])["Fails"]
    assert str(broken) == "A play has at most two steps.\nbroken at step 2 of seed 7"


def test_the_other_observers_see_every_state() -> None:
    verdicts = walk(CASE, [7, 8], [Fails, Holds])
    assert verdicts["Holds"] is None
    assert verdicts["Fails"] is not None


def test_a_promise_may_be_about_all_plays() -> None:
    broken = walk(CASE, [7, 8], [FailsLast])["FailsLast"]
    assert str(broken) == "There is no last play.\nbroken at the end of seeds 7 to 8"
