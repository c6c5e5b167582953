"""`referee table`: every form of the table, and the matches behind its numbers."""

import csv
import io
import json
import re
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path

import pyarrow.parquet
import pytest

from referee.cli.main import main
from referee.cli.report import season_table
from referee.identifier import BotName, OwnerName
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import BotBenched, BotListed
from referee.league.season.rating_table import COLUMNS, ORDER
from referee.league.season.reading import season_of_records
from referee.league.season.seat_table import SEAT_COLUMNS
from referee.match.fault import Fault
from tests.league.ledger.plan import planned, write_record
from tests.record.samples import bodies, broken_record, forged, toy_record

BAD = "<b onclick=x>|`a`"
"""A name that only a forger could have."""

SETS = {
    # each set: seed, bots in seat order and their places, match by match
    1: [(("ann", "bob", "cy"), (1, 2, 3)), (("bob", "cy", "ann"), (1, 2, 3))],
    2: [(("ann", "bob", BAD), (1, 1, 3)), (("cy", "ann", "bob"), (3, 1, 2))],
}
FORFEIT = (tuple(map(BotName, ("ann", "bob", "cy"))), (1, 3, 2), 1)


def write(
    path: Path, bots: tuple[BotName, ...], places: tuple[int, ...], seed: int, *out: int
) -> None:
    """A record with that end; the seats `out` were forfeited."""
    changed = bodies(toy_record())
    header, seal = changed[0].header, changed[-1].seal
    header.match_id, header.bots[:], header.seed = path.stem, bots, bytes([seed]) * 32
    for seat, result in enumerate(seal.results):
        result.place, result.score, result.forfeited = places[seat], 10 - places[seat], seat in out
        result.strikes = 3 * (seat in out)
    path.write_bytes(forged(changed))


def written(folder: Path) -> list[str]:
    """Five matches in four sets, one of them with a forfeit, and a void one."""
    paths = []
    for seed, matches in SETS.items():
        for turn, (bots, places) in enumerate(matches):
            paths.append(folder / f"s{seed}-{turn}.tianming")
            write(paths[-1], tuple(map(BotName, bots)), places, seed)
    paths.append(folder / "forfeit.tianming")
    write(paths[-1], *FORFEIT[:2], 3, FORFEIT[2])
    paths.append(folder / "void.tianming")
    changed = bodies(broken_record())
    changed[0].header.match_id = "void"
    paths[-1].write_bytes(forged(changed))
    return [str(path) for path in paths]


@pytest.fixture
def records(tmp_path: Path) -> list[str]:
    """The records of five matches and a void one."""
    return written(tmp_path)


class TestForms:
    """The table in every form."""

    def test_the_table_counts_sets_and_void_matches(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records]) == 0
        said = capsys.readouterr().out
        assert said.splitlines()[0].split()[:4] == ["rank", "bot", "rating", "±"]
        assert "in play" in said
        assert "5 matches in 4 sets, and 1 void." in said
        assert "Ordered by rating, then share of wins" in said

    def test_a_bot_that_forfeited_every_match_has_a_dash_in_play(
        self, records: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "gone.tianming"
        write(path, (BotName("ann"), BotName("cy"), BotName("gone")), (1, 2, 3), 4, 2)
        parquet = tmp_path / "season.parquet"
        assert main(["table", *records, str(path), "--table-parquet", str(parquet)]) == 0
        head, *lines = capsys.readouterr().out.splitlines()
        (gone,) = [line.split() for line in lines if line.split()[1:2] == ["gone"]]
        assert head.split()[2:9] == ["rating", "±", "in", "play", "±", "in", "play"]
        assert gone[3:7] == ["-", "few", "-", "-"]
        (row,) = [
            one for one in pyarrow.parquet.read_table(parquet).to_pylist() if one["bot"] == "gone"
        ]
        assert row["in_play"] is None
        assert main(["table", *records, str(path), "--csv"]) == 0
        rows = {row["bot"]: row for row in csv.DictReader(io.StringIO(capsys.readouterr().out))}
        assert {rows["gone"][name] for name in ("in_play", "in_play_low", "in_play_high")} == {""}

    def test_json_has_all_of_it(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        rows = {row["bot"]: row for row in data["table"]}
        assert [data[key] for key in ("matches", "sets", "void", "order")] == [5, 4, 1, ORDER]
        assert set(data["table"][0]) == set(COLUMNS)
        assert data["table"][0]["bot"] == "ann"
        assert rows["bob"]["forfeits"] == 1
        assert rows["bob"]["in_play"] > rows["bob"]["rating"]
        assert sum(row["wins"] for row in data["table"]) == pytest.approx(5)
        meetings = {(one["bot"], one["opponent"]): one for one in data["cross"]}
        ann = meetings["ann", "bob"]
        assert [ann[key] for key in ("ahead", "level", "behind", "gifts")] == [2, 1, 1, 1]
        assert meetings["bob", "ann"]["forfeits"] == 1
        better = {(one["bot"], one["than"]): one["probability"] for one in data["better"]}
        assert better["ann", "cy"] > 0.5
        assert better["ann", "cy"] + better["cy", "ann"] == pytest.approx(1)

    def test_csv_has_every_column(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--csv"]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert list(rows[0]) == list(COLUMNS)
        assert {row["bot"] for row in rows} == {"ann", "bob", "cy", BAD}

    def test_parquet_has_every_seat_of_every_match(
        self, records: list[str], tmp_path: Path
    ) -> None:
        path = tmp_path / "season.parquet"
        assert main(["table", *records, "--parquet", str(path)]) == 0
        found = pyarrow.parquet.read_table(path)
        assert found.column_names == list(SEAT_COLUMNS)
        names = {str: "string", int: "int64", float: "double", bool: "bool"}
        kinds = names | {datetime: "timestamp[us, tz=UTC]"}
        for field in found.schema:
            assert str(field.type) == kinds[SEAT_COLUMNS[field.name]]
        rows = found.to_pylist()
        assert Counter(row["match"] for row in rows) == dict.fromkeys(
            ["forfeit", "s1-0", "s1-1", "s2-0", "s2-1", "void"], 3
        )
        by_seat = {(row["match"], row["seat"]): row for row in rows}
        gone = by_seat["forfeit", 1]
        assert (gone["bot"], gone["place"], gone["forfeited"]) == ("bob", 3, True)
        assert (gone["game"], gone["seats"], gone["season"]) == ("toy", 3, None)
        assert json.loads(gone["options"])
        assert Path(gone["record"]).is_file()
        assert gone["started"].tzinfo is not None
        assert sum(row["late"] for row in rows if not row["void"]) == 5
        assert all(row["mean_seconds"] <= row["longest_seconds"] for row in rows if row["answers"])
        void = by_seat["void", 0]
        assert (void["void"], void["place"], void["set"]) == (True, None, None)
        assert void["void_reason"] == bodies(broken_record())[-1].seal.reason

    def test_the_table_as_parquet_has_the_types_of_its_columns(
        self, records: list[str], tmp_path: Path
    ) -> None:
        path = tmp_path / "season.parquet"
        assert main(["table", *records, "--table-parquet", str(path)]) == 0
        found = pyarrow.parquet.read_table(path)
        assert found.column_names == list(COLUMNS)
        names = {str: "string", int: "int64", float: "double"}
        for field in found.schema:
            assert str(field.type) == names[COLUMNS[field.name]]
        assert found.to_pylist()[0]["bot"] == "ann"

    def test_the_cross_table_keeps_forfeits_apart(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--cross"]) == 0
        assert "2-1-1 +1f" in capsys.readouterr().out

    def test_faults_are_counted_by_kind(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--faults"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].split()[: 1 + len(Fault)] == ["bot", *(f.name.lower() for f in Fault)]
        assert lines[-1] == season_table.TIMES
        struck = sum(int(line.split()[-10]) for line in lines[1:-1])
        assert struck == 5  # each sample has one answer that was late


class TestLeague:
    """The table of a league, from its ledger."""

    @pytest.fixture
    def league(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LeagueSettings:
        """A league in the working directory, with six matches that have a result."""
        monkeypatch.chdir(tmp_path)
        assert main(["league", "new"]) == 0
        file = Path("league.toml")
        file.write_text(file.read_text().replace('"dragon"', '"toy"'))
        settings = read_league(file, {}, {})
        settings.records.mkdir()
        with Ledger(settings.ledger_url, settings.records, settings.name, begin=True) as ledger:
            ledger.write(planned())
            ledger.seal(
                [
                    write_record(settings.records, one.match_id, bots=one.bots)
                    for one in planned().pairings
                ]
            )
        return settings

    def test_the_table_is_that_of_the_league_in_this_folder(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["table", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert (data["season"], data["matches"], data["sets"]) == (league.name, 6, 2)
        assert {row["late"] for row in data["table"]} == {0}

    def test_it_is_the_one_of_its_records(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["table", "league.toml", "--records", "--csv"]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        records = season_of_records(sorted(league.records.glob("*.tianming")))[0]
        expected = {str(row.bot): row for row in records.rows}
        assert {row["bot"] for row in rows} == set(expected)
        for row in rows:
            assert float(row["mean_place"]) == round(expected[row["bot"]].total.mean_place, 3)
            assert row["late"] == "0"

    def test_its_seats_have_their_times_and_faults_without_reading_records(
        self, league: LeagueSettings, tmp_path: Path
    ) -> None:
        path = tmp_path / "season.parquet"
        assert main(["table", "--parquet", str(path)]) == 0
        rows = pyarrow.parquet.read_table(path).to_pylist()
        assert len(rows) == 6 * 3
        assert {(row["season"], row["late"]) for row in rows} == {(league.name, 0)}
        assert "toy" in {row["game"] for row in rows}
        assert all(row["started"] is not None for row in rows)
        assert main(["table", "--records", "--parquet", str(path)]) == 0
        assert pyarrow.parquet.read_table(path).to_pylist() == rows

    def test_its_faults_are_those_of_its_records(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["table", "--faults"]) == 0
        head, *lines = capsys.readouterr().out.splitlines()
        assert head.split()[:2] == ["bot", "late"]
        assert lines.pop() == season_table.TIMES
        assert len(lines) == len(
            season_of_records(sorted(league.records.glob("*.tianming")))[0].rows
        )

    def test_benched_and_absent_bots_stay_in_the_table(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with Ledger(league.ledger_url, league.records, league.name) as ledger:
            ledger.write(*(BotListed(BotName(bot), bot, None) for bot in ("ann", "bob", "late")))
            ledger.write(BotBenched(BotName("ann"), "It was gone."))
            ledger.write(BotBenched(BotName("bob"), "It did not connect.", until_connected=True))
        capsys.readouterr()
        assert main(["table"]) == 0
        said = capsys.readouterr().out
        lines = {line.split()[1]: line.split() for line in said.splitlines()[:5]}
        assert lines["ann"][2] == "benched"
        assert lines["late"][:3] == ["-", "late", "absent"]
        assert "ann is benched: It was gone." in said
        assert main(["table", "--json"]) == 0
        rows = {row["bot"]: row for row in json.loads(capsys.readouterr().out)["table"]}
        assert (rows["ann"]["status"], rows["late"]["status"]) == ("benched", "absent")
        assert (rows["bob"]["status"], rows["bob"]["status_reason"]) == (
            "absent",
            "It did not connect.",
        )

    def test_each_owner_has_its_best_bot(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["table", "--owners"]) == 0
        assert capsys.readouterr().out.startswith("No bot with a match has an owner: ")
        with Ledger(league.ledger_url, league.records, league.name) as ledger:
            for bot, owner in (("ann", "ada"), ("bob", "eve"), ("late", "ada")):
                ledger.write(BotListed(BotName(bot), bot, None, owner=OwnerName(owner)))
        assert main(["table", "--owners"]) == 0
        head, *lines, _ = capsys.readouterr().out.splitlines()
        assert head.split() == ["place", "owner", "bot", "rank", "rating", "±", "bots"]
        assert {line.split()[1] for line in lines} == {"ada", "eve"}
        assert main(["table", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert {row["owner"] for row in data["table"] if row["bot"] in ("ann", "late")} == {"ada"}
        assert [row["owner"] for row in data["owners"]] == [line.split()[1] for line in lines]

    def test_too_few_sets_are_no_test_for_collusion(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["table", "--collusion"]) == 0
        assert capsys.readouterr().out.startswith("No pair of owners can be tested: ")
        assert main(["table", "--collusion", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"collusion": []}

    def test_every_match_leads_to_its_record(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        capsys.readouterr()
        assert main(["table", "--matches", "ann", "--json"]) == 0
        matches = json.loads(capsys.readouterr().out)["matches"]
        assert len(matches) == 6
        assert all(Path(match["record"]).parent == league.records for match in matches)
        assert all(Path(match["record"]).is_file() for match in matches)

    def test_a_ledger_that_is_lost_is_no_empty_season(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for path in Path().glob("ledger.db*"):
            path.unlink()
        for form in ((), ("--json",)):
            capsys.readouterr()
            assert main(["table", *form]) == 65
            said = capsys.readouterr()
            assert "To rebuild it, run `referee league rebuild`" in said.err
        error = json.loads(said.out)["error"]
        assert error["code"] == "ledger_behind"
        assert error["fields"] == {"league": "season", "folder": "records", "records": 6}
        assert main(["league", "rebuild"]) == 0
        capsys.readouterr()
        assert main(["table", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["matches"] == 6

    def test_a_league_of_which_nothing_is_played_has_an_empty_table(
        self, league: LeagueSettings, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for path in (*Path().glob("ledger.db*"), *league.records.glob("*.tianming")):
            path.unlink()
        toy = forged(bodies(toy_record()))
        (league.records / "of-no-match.tianming").write_bytes(toy)
        capsys.readouterr()
        assert main(["table"]) == 0
        assert capsys.readouterr().out == "0 matches in 0 sets, and 0 void.\n"

    def test_a_league_that_has_not_begun_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["table"]) == 2
        assert "`referee league new league.toml` writes one" in capsys.readouterr().err
        assert main(["league", "new"]) == 0
        capsys.readouterr()
        assert main(["table"]) == 65
        said = capsys.readouterr().err
        assert said.startswith("referee table: ")
        assert len(said.splitlines()) == 1


class TestTrace:
    """Every number can be traced to its matches."""

    def test_the_matches_of_a_bot_are_all_those_it_sat_in(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--matches", "cy"]) == 0
        said = capsys.readouterr().out
        assert "4 matches." in said
        for name in ("s1-0", "s1-1", "s2-1", "forfeit"):
            assert f"{name}.tianming" in said
        assert "1. ann 9, 2. cy 8, 3. bob 7 forfeited" in said

    def test_two_bots_have_the_matches_in_which_they_met(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--matches", "cy", "--matches", "ann", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert [match["match"] for match in data["matches"]] == ["forfeit", "s1-0", "s1-1", "s2-1"]
        assert [match["set"] for match in data["matches"]] == [1, 2, 2, 4]
        assert data["matches"][0]["seats"][1] == {
            "bot": "bob",
            "place": 3,
            "score": 7,
            "strikes": 3,
            "forfeited": True,
        }
        assert Path(data["matches"][0]["record"]).is_file()

    def test_the_result_says_in_a_sentence_which_bot_is_better(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--better", "ann", "cy"]) == 0
        said = capsys.readouterr().out
        assert re.match(
            r"ann is stronger than cy with probability \d\d\.\d %: \d+ from 4 sets against", said
        )

    def test_a_record_that_is_named_twice_counts_once(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, *records]) == 0
        assert "5 matches in 4 sets, and 1 void." in capsys.readouterr().out


class TestBadInput:
    """Bad input gets one sentence."""

    @pytest.mark.parametrize("form", [["--matches"], ["--better", "bob"]])
    def test_an_unknown_bot_gets_a_suggestion(
        self, form: list[str], records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, *form, "anne"]) == 2
        said = capsys.readouterr().err
        assert said == "referee table: there is no bot 'anne' in the table: did you mean ann?\n"

    def test_a_bot_is_not_compared_with_itself(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--better", "ann", "ann"]) == 2
        said = capsys.readouterr()
        assert said.err == "referee table: --better has ann twice: name two different bots.\n"
        assert said.out == ""

    def test_two_records_of_one_match_that_differ_are_named(
        self, records: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        copy = tmp_path / "other" / "s1-0.tianming"
        copy.parent.mkdir()
        write(copy, (BotName("ann"), BotName("bob"), BotName("cy")), (3, 2, 1), 1, -1)
        assert main(["table", *records, str(copy)]) == 65
        assert "are both records of the match s1-0, and they differ" in capsys.readouterr().err

    def test_without_pyarrow_parquet_says_how_to_get_it(
        self,
        records: list[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        path = tmp_path / "season.parquet"
        assert main(["table", *records, "--parquet", str(path)]) == 2
        assert "pip install 'tianming-referee[parquet]'" in capsys.readouterr().err
        assert not path.exists()

    @pytest.mark.parametrize("form", ["parquet", "table-parquet"])
    def test_a_file_that_cannot_be_written_is_named(
        self, form: str, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, f"--{form}", "/nowhere/file"]) == 74
        assert "/nowhere/file cannot be written: No such file" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "more",
        [["--cross"], ["--csv"], ["--better", "ann", "bob"], ["--faults"]],
    )
    def test_matches_are_a_form_of_their_own(
        self, more: list[str], records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", *records, "--matches", "ann", *more]) == 2
        assert f"{more[0]} and --matches exclude each other" in capsys.readouterr().err
        assert main(["table", *records, *["--matches", "ann"] * 3]) == 2
        assert "is given more than twice" in capsys.readouterr().err

    def test_of_bots_that_only_forfeited_side_by_side_nothing_is_known(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        record = tmp_path / "gone.tianming"
        write(record, (BotName("ann"), BotName("bob"), BotName("cy")), (1, 1, 1), 1, 0, 1, 2)
        assert main(["table", str(record)]) == 0
        assert capsys.readouterr().out.splitlines()[1].split()[:4] == ["1", "ann", "-", "-"]
        assert main(["table", str(record), "--json"]) == 0
        for line in json.loads(capsys.readouterr().out)["table"]:
            assert (line["rating"], line["low"], line["high"], line["sets"]) == (None,) * 3 + (0,)

    def test_a_bot_that_only_met_itself_has_the_mean_rating(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        record = tmp_path / "self.tianming"
        write(record, (BotName("ann"), BotName("ann"), BotName("ann")), (1, 2, 3), 1)
        assert main(["table", str(record)]) == 0
        assert capsys.readouterr().out.splitlines()[1].split()[:5] == [
            "1",
            "ann",
            "1500",
            "-",
            "few",
        ]

    def test_only_void_matches_are_an_empty_table(
        self, records: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["table", records[-1]]) == 0
        assert capsys.readouterr().out == "0 matches in 0 sets, and 1 void.\n"
        assert main(["table", records[-1], "--csv"]) == 0
        assert capsys.readouterr().out == f"{','.join(COLUMNS)}\n"
        assert main(["table", records[-1], "--matches", "ann"]) == 2
        assert "nobody has played" in capsys.readouterr().err
