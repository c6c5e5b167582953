"""The sheet has every seat of every match once, in an order of its own."""

import random

from referee.identifier import BotName
from referee.league.statistics.results_table import sheet_of
from tests.league.statistics.rating.season import result


class TestSheet:
    """A season as columns."""

    RESULTS = (
        result("n", (BotName("b"), BotName("a")), (1, 2), (), 7),
        result("m", (BotName("a"), BotName("c"), BotName("b")), (3, 1, 2), (0,), 4),
    )

    def test_matches_are_in_the_order_of_their_names(self) -> None:
        sheet = sheet_of(self.RESULTS)
        assert sheet.match_ids == ("m", "n")
        assert sheet.names == ("a", "b", "c")
        assert sheet.sets.tolist() == [4, 7]
        assert sheet.starts.tolist() == [0, 3, 5]
        assert sheet.bots.tolist() == [0, 2, 1, 1, 0]
        assert sheet.places.tolist() == [3, 1, 2, 1, 2]
        assert sheet.forfeited.tolist() == [True, False, False, False, False]
        assert sheet.matches.tolist() == [0, 0, 0, 1, 1]

    def test_matches_of_one_size_are_lined_up(self) -> None:
        found = [(m.tolist(), s.tolist()) for m, s in sheet_of(self.RESULTS).by_size()]
        assert found == [([1], [[3, 4]]), ([0], [[0, 1, 2]])]

    def test_the_order_of_the_results_is_nothing_to_it(self) -> None:
        shuffled = random.Random(1).sample(self.RESULTS, 2)
        assert sheet_of(shuffled).match_ids == sheet_of(self.RESULTS).match_ids

    def test_no_results_are_an_empty_sheet(self) -> None:
        sheet = sheet_of([])
        assert (sheet.names, sheet.match_ids, sheet.bots.size) == ((), (), 0)
        assert list(sheet.by_size()) == []
