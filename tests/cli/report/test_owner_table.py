"""The tables of owners, as people read them."""

import pytest

from referee.cli.report.owner_table import print_collusion
from referee.league.season.season import Season
from tests.league.statistics.honest import season


def test_a_pair_that_stands_out_comes_first_with_its_intervals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    results, _ = season(2, bots=6, seats=3, sets=150, help_=3.0, friends=(0, 1))
    print_collusion(Season("test", results, lambda _: None))
    head, first, second, *_ = capsys.readouterr().out.splitlines()
    assert head.split()[-4:] == ["third", "probability", "stands", "out"]
    assert first.startswith("bot 0000 + bot 0001")
    assert (first.split()[-1], first.count("±")) == ("yes", 3)
    assert not second.endswith("yes")
