"""The results table has every seat of every match once, in its own order."""

import random

from referee.league.statistics.results_table import results_of
from tests.league.statistics.rating.season import A, B, C, result


class TestResultsTable:
    """A season as columns."""

    RESULTS = (result("n", (B, A), (1, 2), (), 7), result("m", (A, C, B), (3, 1, 2), (0,), 4))

    def test_matches_are_in_the_order_of_their_names(self) -> None:
        results = results_of(self.RESULTS)
        assert results.match_ids == ("m", "n")
        assert results.names == ("a", "b", "c")
        assert results.sets.tolist() == [4, 7]
        assert results.starts.tolist() == [0, 3, 5]
        assert results.bots.tolist() == [0, 2, 1, 1, 0]
        assert results.places.tolist() == [3, 1, 2, 1, 2]
        assert results.forfeited.tolist() == [True, False, False, False, False]
        assert results.matches.tolist() == [0, 0, 0, 1, 1]

    def test_matches_of_one_size_are_lined_up(self) -> None:
        found = [(m.tolist(), s.tolist()) for m, s in results_of(self.RESULTS).by_size()]
        assert found == [([1], [[3, 4]]), ([0], [[0, 1, 2]])]

    def test_the_order_of_the_results_is_nothing_to_it(self) -> None:
        shuffled = random.Random(1).sample(self.RESULTS, 2)
        assert results_of(shuffled).match_ids == results_of(self.RESULTS).match_ids

    def test_no_results_are_an_empty_table(self) -> None:
        results = results_of([])
        assert (results.names, results.match_ids, results.bots.size) == ((), (), 0)
        assert list(results.by_size()) == []
