"""What the table for people says: sums, shares, times, and who does not compare."""

import json
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.cli.report import season_table
from referee.identifier import BotName
from referee.league.season.reading import season_of_records
from referee.league.statistics.rating import rating as rating_module
from tests.cli.look.test_table import write, written


class TestSeasonTable:
    """People read the numbers that programs do."""

    def test_a_line_has_the_sums_of_its_bot(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rating_module, "LEAST_SETS", 3)
        season, _ = season_of_records([Path(record) for record in written(tmp_path)])
        lines = {line["bot"]: line for line in season_table.rating_lines(season)}
        ann, bob = lines["ann"], lines["bob"]
        sums = ("sets", "matches", "win %", "place", "points", "strikes", "forfeits")
        assert [ann[name] for name in sums] == ["4", "5", "70.0", "1.40", "8.60", "0", "0"]
        assert [bob[name] for name in sums] == ["4", "5", "30.0", "1.80", "8.50", "3", "1"]
        rating = season.rows[0].rating
        half = f"{(rating.high - rating.low) / 2:.0f}"
        assert (ann["rating"], ann["±"]) == (f"{rating.points:.0f}", half)
        sentence = season_table.better_sentence(season, BotName("ann"), BotName("cy"))
        assert f"{ann['rating']} ± {half} from 4 sets against" in sentence

    @pytest.mark.parametrize(
        ("share", "said"),
        [(0, "0.0"), (0.0009, "<0.1"), (0.5, "50.0"), (0.9991, ">99.9"), (1, "100.0")],
    )
    def test_a_share_is_never_none_or_all_unless_it_is(self, share: float, said: str) -> None:
        assert season_table.percent(share) == said

    def test_unconnected_groups_of_bots_are_marked(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        paths = [tmp_path / "one.tianming", tmp_path / "two.tianming"]
        for seed, names in enumerate((("ann", "bob", "cy"), ("dan", "eve", "flo"))):
            write(paths[seed], tuple(map(BotName, names)), (1, 2, 3), seed)
        records = list(map(str, paths))
        assert main(["table", *records]) == 0
        assert "are not comparable: ann, bob, cy | dan, eve, flo.\n" in capsys.readouterr().out
        assert main(["table", *records, "--better", "ann", "eve"]) == 0
        assert capsys.readouterr().out.startswith("ann and eve are not comparable: they never met")
        assert main(["table", *records, "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["table"]
        assert [row["group"] for row in rows] == [1, 1, 1, 2, 2, 2]
        assert [row["better_than_next"] is None for row in rows] == [False, False, True] * 2
