"""Orders to a league, as a user gives them, and its ledger made again."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Running, events, league, thinking, write
from tests.cli.shell import referee


class TestOrders:
    def test_a_bot_joins_and_leaves(self, season: Path) -> None:
        assert league(season, "add", "new", "--command", "random") == (
            "new plays in small from round 1 on.\n"
        )
        assert "eve is benched in small" in league(season, "bench", "eve", "--reason", "Ill.")
        end = json.loads(league(season, "run", "--json"))
        assert {row["bot"] for row in end["table"]} == {"ann", "bob", "new"}
        assert end["benched"] == {"eve": "Ill."}

    def test_a_bot_joins_for_an_owner_that_is_renamed_later(self, season: Path) -> None:
        file = season / "league.toml"
        file.write_text(file.read_text() + '\n[[owner]]\nname = "ada"\nbots = 1\n')
        add = ("add", "--command", "random", "--owner", "ada")
        assert league(season, *add, "new").startswith("new plays in small")
        for words, why in (
            ((*add, "more"), "ada has 2 bots in the league (more, new), and its quota is 1: bench"),
            (("add", "new", "--owner", "eve"), "'eve', and no [[owner]] has that name: known"),
            (("owners", "--rename", "bob", "eve"), "there is no owner 'bob' in the league small"),
            (("owners", "--rename", "ada", "x!"), "'x!' is not a name for an owner"),
        ):
            refused = referee("league", *words, cwd=season)
            assert (refused.returncode, why in refused.stderr) == (2, True), refused.stderr
        assert league(season, "owners", "--rename", "ada", "Lovelace") == (
            "ada is now Lovelace in small, with 1 bot.\n"
            "league.toml may say ada or Lovelace: both name this owner.\n"
        )
        assert "more" in referee("league", *add, "more", cwd=season).stderr
        refused = referee("league", "owners", "--rename", "Lovelace", "lovelace2", cwd=season)
        assert refused.returncode == 0
        league(season, "bench", "new")
        assert league(season, *add, "more").startswith("more plays in small")

    def test_an_owner_takes_no_name_that_another_has(self, season: Path) -> None:
        file = season / "league.toml"
        owners = "".join(f'\n[[owner]]\nname = "{name}"\n' for name in ("ada", "bob"))
        file.write_text(file.read_text() + owners)
        for name in ("bob", "BOB", "ada"):
            refused = referee("league", "owners", "--rename", "ada", name, cwd=season)
            assert f"there is already an owner {name!r}" in refused.stderr
        league(season, "owners", "--rename", "bob", "eve")
        refused = referee("league", "owners", "--rename", "ada", "bob", cwd=season)
        assert "there is already an owner 'bob'" in refused.stderr

    def test_a_match_is_voided_and_played_again(self, played_league: Path) -> None:
        match = "small-r001-s00001-1"
        assert f"{match} is void" in league(played_league, "void", match)
        assert json.loads(league(played_league, "run", "--json"))["matches"] == 5
        assert f"{match} will be played again, with new draws" in league(
            played_league, "rerun", match
        )
        end = json.loads(league(played_league, "run", "--json"))
        assert (end["matches"], end["played"]) == (6, 1)
        assert (played_league / "records" / f"{match}.2.tianming").exists()

    def test_adding_a_bot_after_the_last_round_says_that_it_will_not_play(
        self, played_league: Path
    ) -> None:
        assert league(played_league, "add", "new", "--command", "random") == (
            "new is in small, but no round is left for it: the only round is planned; "
            "format.rounds has the number of rounds.\n"
        )

    def test_a_result_counts_until_its_match_was_played_again(self, played_league: Path) -> None:
        before = json.loads(league(played_league, "run", "--json"))
        said = league(played_league, "rerun", "--bot", "ann", "--round", "1")
        assert said.startswith("4 matches will be played again, with new draws.")
        table = json.loads(referee("table", "league.toml", "--json", cwd=played_league).stdout)
        assert (table["matches"], table["table"]) == (6, before["ratings"])
        (tally,) = json.loads(league(played_league, "status", "--json"))["rounds"]
        assert (tally["played"], tally["open"], tally["rerun"]) == (6, 4, 4)
        end = json.loads(league(played_league, "run", "--json"))
        assert (end["matches"], end["played"], end["voided"]) == (6, 4, 0)

    def test_a_rerun_whose_bot_does_not_play_any_more_keeps_the_result(
        self, played_league: Path
    ) -> None:
        before = json.loads(league(played_league, "run", "--json"))
        league(played_league, "rerun", "--bot", "eve")
        league(played_league, "bench", "eve")
        done = referee("league", "run", "--json", cwd=played_league)
        assert done.returncode == 0
        assert "keeps its result: A bot of the match is benched." in done.stderr
        assert json.loads(done.stdout)["table"] == before["table"]

    def test_void_matches_are_played_again_without_those_of_benched_bots(
        self, played_league: Path
    ) -> None:
        for match in ("small-r001-s00001-1", "small-r001-s00003-1"):
            league(played_league, "void", match)
        bots = json.loads(referee("table", "--matches", "eve", "--json", cwd=played_league).stdout)
        assert len(bots["matches"]) in (2, 3)
        league(played_league, "bench", "eve")
        chosen = json.loads(league(played_league, "rerun", "--void", "--json"))
        assert len(chosen["matches"]) + len(chosen["left_out"]) == 2
        assert chosen["benched"] == ["eve"]
        league(played_league, "add", "eve")
        league(played_league, "rerun", "--void")
        assert json.loads(league(played_league, "run", "--json"))["matches"] == 6

    def test_a_running_league_carries_out_commands(self, season: Path) -> None:
        bots = {name: thinking(0.02) for name in ("ann", "bob", "eve")}
        write(season / "league.toml", bots, rounds=9)
        with Running(season) as running:
            running.until("round_planned")
            league(season, "add", "new", "--command", "random")
            league(season, "bench", "eve")
            while running.until("round_planned")["bots"] != ["ann", "bob", "new"]:
                continue
        assert len(events(running.lines, "commands_received")) > 0

    def test_what_was_played_is_read_where_it_could_not_be_played(
        self, played_league: Path
    ) -> None:
        file = played_league / "league.toml"
        file.write_text(file.read_text().replace('command = "random"', 'command = "not-here"'))
        for command in ("run", "check", "bench"):
            words = ("eve",) if command == "bench" else ()
            refused = referee("league", command, *words, cwd=played_league)
            assert (refused.returncode, "not-here" in refused.stderr) == (2, True)
        league(played_league, "void", "small-r001-s00001-1")
        assert json.loads(league(played_league, "rebuild", "--json"))["records"] == 6
        table = json.loads(referee("table", "league.toml", "--json", cwd=played_league).stdout)
        assert (table["matches"], table["void"]) == (5, 1)
        league(played_league, "rerun", "small-r001-s00001-1")

    def test_the_ledger_is_made_again_from_the_records(self, played_league: Path) -> None:
        first = json.loads(league(played_league, "rebuild", "--json"))
        (played_league / "ledger.db").unlink()
        again = json.loads(league(played_league, "rebuild", "--json"))
        assert again["records"] == 6
        assert again["digest"] == first["digest"]
        assert "6 records in " in league(played_league, "rebuild")

    def test_a_ledger_that_is_damaged_is_made_again(self, played_league: Path) -> None:
        (played_league / "ledger.db").write_bytes(b"no database")
        refused = referee("table", "league.toml", cwd=played_league)
        assert refused.returncode == 65
        assert "is damaged: file is not a database; `referee league rebuild`" in refused.stderr
        league(played_league, "rebuild")
        assert json.loads(league(played_league, "run", "--json"))["matches"] == 6

    def test_a_ledger_that_is_ahead_of_the_journal_is_made_again(self, played_league: Path) -> None:
        journal = played_league / "records" / "league.journal"
        lines = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join(lines[:-2]))
        refused = referee("league", "run", cwd=played_league)
        assert refused.returncode == 65
        assert "run `referee league rebuild`" in refused.stderr
        league(played_league, "rebuild")
        assert json.loads(league(played_league, "run", "--json"))["matches"] == 6


class TestBadInput:
    @pytest.mark.parametrize(
        ("words", "code", "sentence"),
        [
            (("bench", "eva"), 2, "no bot 'eva' in the league small: did you mean eve"),
            (("void", "small-r9"), 2, "no match 'small-r9' in the league small: a match has"),
            (("rerun", "small-r9"), 2, "no match 'small-r9' in the league small: a match has"),
            (("rerun",), 2, "name a match, or select some with --bot, --round or --void"),
            (("rerun", "m", "f.toml", "--void"), 2, "m is a match, and --bot, --round and --void"),
            (("rerun", "--bot", "eva"), 2, "no bot 'eva' in the league small: did you mean eve"),
            (("rerun", "--round", "2"), 2, "there is no round 2 in small: "),
            (("add", "ann", "--command", "random"), 2, "league.toml: change its command, token"),
            (("add", "Ann", "--command", "random"), 2, "there is already a bot 'Ann', perhaps"),
            (("add", "Ann"), 2, "there is already a bot 'Ann', perhaps"),
            (("add", "new"), 2, "yet: add --command, --tokens or --address"),
            (("add", "new", "--command", "radnom"), 69, "did you mean random"),
            (("add", "new", "--tokens", "nowhere"), 2, "the tokens nowhere cannot be read"),
            (("add", "a\x1b[31m", "--command", "random"), 2, "is not a name for a bot"),
            (("add", "new", "--command", "random \udcff"), 2, "'random \\udcff' is no text"),
            (("bench", "eve", "--reason", "\udcff"), 2, "--reason: '\\udcff' is no text"),
            (("void", "\udcff"), 2, "MATCH: '\\udcff' is no text: the ledger keeps"),
            (("run", "nowhere.toml"), 2, "nowhere.toml"),
        ],
    )
    def test_one_sentence_says_what_is_wrong(
        self, words: tuple[str, ...], code: int, sentence: str, season: Path
    ) -> None:
        league(season, "add", "eve")
        done = referee("league", *words, cwd=season)
        assert done.returncode == code
        (line,) = done.stderr.splitlines()
        assert sentence in line
        assert done.stdout == ""

    @pytest.mark.parametrize(
        "words", [("bench", "eve"), ("void", "m"), ("rerun", "m"), ("rebuild",)]
    )
    def test_a_league_that_has_not_begun(self, words: tuple[str, ...], season: Path) -> None:
        done = referee("league", *words, cwd=season)
        assert done.returncode == 65
        assert "the league small has not begun" in done.stderr
        assert sorted(path.name for path in season.iterdir()) == ["league.toml"]

    def test_a_file_that_says_another_game_than_the_season_is_of(self, played_league: Path) -> None:
        file = played_league / "league.toml"
        file.write_text(file.read_text().replace('"dragon"', '"ming"'))
        for words in (("league", "run"), ("table",), ("league", "rebuild")):
            done = referee(*words, cwd=played_league)
            assert done.returncode == 65
            assert "the season of small plays dragon, but the league file has ming: restore" in (
                done.stderr
            )

    def test_a_match_that_is_played_anyway_is_not_played_again(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(60), "bob": thinking(60)})
        with Running(season) as running:
            running.until("round_planned")
            done = referee("league", "rerun", "small-r001-s00001-1", cwd=season)
        assert done.returncode == 2
        assert "has no result yet" in done.stderr

    def test_a_damaged_record_is_named_and_the_ledger_left_unchanged(
        self, played_league: Path
    ) -> None:
        record = played_league / "records" / "small-r001-s00001-1.tianming"
        data = bytearray(record.read_bytes())
        data[len(data) // 2] ^= 1
        record.write_bytes(data)
        done = referee("league", "rebuild", cwd=played_league)
        assert done.returncode == 65
        assert record.name in done.stderr
        assert json.loads(league(played_league, "run", "--json"))["matches"] == 6

    @pytest.mark.parametrize("left", [0, 300])
    def test_a_record_that_is_lost_is_moved_away_and_its_match_played_again(
        self, left: int, played_league: Path
    ) -> None:
        record = played_league / "records" / "small-r001-s00001-1.tianming"
        record.write_bytes(record.read_bytes()[:left])
        done = referee("league", "rebuild", cwd=played_league)
        assert done.returncode == 65
        what, way_out = done.stderr.splitlines()
        assert "take an undamaged copy" in what
        assert "move the record out of the folder" in way_out
        record.rename(played_league / "damaged")
        league(played_league, "rebuild")
        end = json.loads(league(played_league, "run", "--json"))
        assert (end["matches"], end["played"]) == (6, 1)
