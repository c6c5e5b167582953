"""Tokens and cost are shown as the bots declared them, and judged nowhere."""

import json
from collections import Counter
from pathlib import Path

import pyarrow.parquet
import pytest

from referee.identifier import BotName
from referee.league.season.seat_table import SEAT_COLUMNS
from referee.record.summary import summarise
from tests.cli.look.test_table import write
from tests.cli.running import reasoning
from tests.cli.shell import referee
from tests.record.samples import bodies, forged
from tianming_proto.record.v1 import record_pb2 as pb

SEATS = tuple(map(BotName, ("ann", "bob", "cy")))
MOST = (1 << 64) - 1


def declared(path: Path, seat: int, tokens_in: int, tokens_out: int, micros: int) -> None:
    """Let the bot of a seat declare this for the first of its choices in a record."""
    changed = bodies(path.read_bytes())
    of_bots = (one.chosen for one in changed if one.chosen.origin == pb.RECORD_ORIGIN_BOT)
    thought = next(one.thought for one in of_bots if one.seat == seat)
    thought.tokens_in, thought.tokens_out, thought.cost_micros = tokens_in, tokens_out, micros
    path.write_bytes(forged(changed))


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A folder with two matches in which `ann` declares what its choices took."""
    for number in (1, 2):
        path = tmp_path / f"m{number}.tianming"
        write(path, SEATS, (1, 2, 3), number)
        declared(path, 0, 1200, 80, 1_503_100)
    return tmp_path


class TestTable:
    """`referee table` sums what each bot declared."""

    def test_people_see_it_only_if_a_bot_declared_something(self, season: Path) -> None:
        shown = referee("table", season).stdout
        ann = next(line for line in shown.splitlines() if " ann " in line)
        bob = next(line for line in shown.splitlines() if " bob " in line)
        assert ann.split()[-3:] == ["2,400", "160", "$3.01"]
        assert bob.split()[-3:] == ["-", "-", "-"]
        assert "Tokens and cost are sums of what the bots declared. The referee does not" in shown
        for path in season.glob("*.tianming"):
            write(path, SEATS, (1, 2, 3), 7)
        assert "okens" not in referee("table", season).stdout

    def test_programs_read_it_as_json_csv_and_parquet(self, season: Path) -> None:
        (season / "out").mkdir()
        seats = season / "out" / "seats.parquet"
        done = referee("table", season, "--json", "--parquet", seats)
        rows = {row["bot"]: row for row in json.loads(done.stdout)["table"]}
        ann, bob = (
            [rows[bot][name] for name in ("tokens_in", "tokens_out", "cost")]
            for bot in ("ann", "bob")
        )
        assert ann == [2400, 160, 3.0062]
        assert bob == [0, 0, 0]
        header, first, *_ = referee("table", season, "--csv").stdout.splitlines()
        assert header.endswith(",tokens_in,tokens_out,cost")
        assert first.endswith(",2400,160,3.0062")
        read = pyarrow.parquet.read_table(seats).to_pylist()
        assert {*read[0]} == {*SEAT_COLUMNS}
        assert {one["cost"] for one in read if one["bot"] == "ann"} == {1.5031}

    def test_no_number_is_too_large_to_declare(self, season: Path) -> None:
        for path in season.glob("*.tianming"):
            declared(path, 0, MOST, MOST, MOST)
            declared(path, 1, 10**12, 1, 0)
        done = referee("table", season, "--json")
        assert done.returncode == 0, done.stderr
        rows = {row["bot"]: row for row in json.loads(done.stdout)["table"]}
        assert rows["ann"]["tokens_in"] == rows["bob"]["tokens_in"] == 2 * 10**12
        assert rows["ann"]["cost"] == 2e6

    def test_every_choice_of_the_seat_counts(self, season: Path) -> None:
        changed = bodies((season / "m1.tianming").read_bytes())
        mine = [one.chosen for one in changed if one.chosen.origin == pb.RECORD_ORIGIN_BOT]
        for chosen in mine:
            chosen.thought.tokens_in = 1 + chosen.seat
        found = summarise(forged(changed))
        assert found is not None
        counts = Counter(one.seat for one in mine)
        assert [one.tokens_in for one in found.seats] == [(1 + at) * counts[at] for at in range(3)]


class TestComparison:
    """`referee compare` prints what a match cost."""

    def test_agents_are_compared_with_their_tokens_and_cost_a_match(self, tmp_path: Path) -> None:
        bots = ("compare", f"agent={reasoning()}", "random")
        words = (*bots, "--matches", "2", "--records", tmp_path)
        (used,) = json.loads(referee(*words, "--json").stdout)["declared"]
        assert (used["bot"], used["matches"]) == ("agent", 2)
        assert used["cost_per_match"] == used["cost"] / 2
        assert used["tokens_in"] / used["cost"] == pytest.approx(1200 / 0.5)
        said = f"out and ${used['cost_per_match']:,.2f} a match."
        assert said in referee(*words).stdout
