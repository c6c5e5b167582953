"""`referee league rename`: a bot has another name, and keeps its results."""

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import AttemptBegun, BotListed
from referee.league.ledger.ledger_queries import PlannedMatch
from referee.web.catalogue import Catalogue, disclosure_of
from referee.web.opening import open_season
from referee.web.record_file import open_record
from referee.web.showing import ShowSettings
from referee.web.steps import steps_of
from tests.cli.running import Running, league, thinking, visitor, write
from tests.cli.shell import referee, refused


def table(folder: Path) -> dict[str, object]:
    """Return the rating and the wins of each bot in the table."""
    done = referee("table", "league.toml", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["table"]
    return {row["bot"]: (row["rating"], row["wins"]) for row in rows}


class TestAfterwards:
    """Every command and page knows the bot by its new name, with the results of its old one."""

    def test_it_keeps_its_results_everywhere(self, played_league: Path) -> None:
        before = table(played_league)
        said = league(played_league, "rename", "ann", "Deep Red")
        assert said == (
            'ann is now Deep Red in small. In league.toml, change its name: name = "Deep Red".\n'
        )
        after = table(played_league)
        assert after == {("Deep Red" if bot == "ann" else bot): n for bot, n in before.items()}
        assert referee("verify", "records", cwd=played_league).returncode == 0
        states = json.loads(league(played_league, "status", "--json"))["bots"]
        assert {one["bot"] for one in states} == {"Deep Red", "bob", "eve"}
        league(played_league, "rebuild")
        (played_league / "records" / "ledger.db").unlink(missing_ok=True)
        league(played_league, "rebuild")
        assert table(played_league) == after

    def test_pages_and_replays_have_the_new_name(self, played_league: Path) -> None:
        league(played_league, "rename", "ann", "Deep Red")
        show = ShowSettings()
        with closing(open_season(played_league, show, {})) as source:
            catalogue = Catalogue(source)
            for line in catalogue.page({}, 1).matches:
                found = catalogue.find(MatchId(line.id))
                record = open_record(source.record_of(found.match), is_live=False)
                steps = steps_of(MatchId(line.id), record, disclosure_of(found, show))
                assert steps.seats == list(found.match.bots)
                assert "ann" not in steps.seats
                assert not re.search(r"\bann\b", steps.model_dump_json())

    def test_a_run_with_the_old_file_adds_no_second_bot_to_table_or_records(
        self, played_league: Path
    ) -> None:
        league(played_league, "rename", "ann", "ada")
        file = played_league / "league.toml"
        file.write_text(file.read_text().replace("rounds = 1", "rounds = 2"))
        end = json.loads(league(played_league, "run", "--json"))
        assert {row["bot"] for row in end["table"]} == {"ada", "bob", "eve"}
        assert end["matches"] == 12
        of_records = json.loads(referee("table", "records", "--json", cwd=played_league).stdout)
        matches = {row["bot"]: row["matches"] for row in of_records["table"]}
        assert matches == {"ada": 8, "bob": 8, "eve": 8}
        file.write_text(file.read_text().replace('"ann"', '"ada"'))
        assert league(played_league, "check").startswith("league.toml is valid")
        assert json.loads(league(played_league, "run", "--json"))["table"] == end["table"]


class TestRefused:
    """A name that another bot has or had, and a bot that plays now, are refused in one sentence."""

    def test_names_of_others_are_refused(self, played_league: Path) -> None:
        league(played_league, "rename", "ann", "ada")
        journal = (played_league / "records" / "league.journal").read_bytes()
        file = str(played_league / "league.toml")
        for old, new, code in (
            ("bob", "eve", "bot_name_taken"),
            ("bob", "ANN", "bot_name_taken"),
            ("bob", "Ada", "bot_name_taken"),
            ("bob", "bob", "bot_name_taken"),
            ("bob", "<b>", "no_bot_name"),
            ("ann", "amy", "bot_was_renamed"),
            ("zoe", "amy", "no_such_bot_in_league"),
        ):
            error, _ = refused("league", "rename", old, new, file)
            assert error["code"] == code
        for words in (("add", "ann", file, "--command", "random"), ("bench", "ann", file)):
            error, _ = refused("league", *words)
            assert error["code"] == "bot_was_renamed"
        assert (played_league / "records" / "league.journal").read_bytes() == journal

    def test_a_bot_may_get_a_former_name_back_or_other_case(self, played_league: Path) -> None:
        for old, new in (("ann", "Ann"), ("Ann", "ada"), ("ada", "ann")):
            assert f"{old} is now {new}" in league(played_league, "rename", old, new)

    def test_a_bot_in_a_match_that_has_not_ended_is_refused(self, played_league: Path) -> None:
        with Ledger(
            f"sqlite:///{played_league}/records/ledger.db", played_league / "records", "small"
        ) as ledger:
            match = _match_of(ledger, BotName("ann"))
            ledger.write(AttemptBegun(match.pairing.match_id, 2, "00" * 32))
        file = str(played_league / "league.toml")
        error, _ = refused("league", "rename", "ann", "ada", file)
        assert error["code"] == "bot_is_playing"
        assert error["fields"] == {"bot": "ann", "match": match.pairing.match_id}

    def test_names_of_a_knock_out_stay_once_it_has_begun(self, tmp_path: Path) -> None:
        write(tmp_path / "league.toml", dict.fromkeys(("ann", "bob", "eve", "joe"), "random"))
        file = tmp_path / "league.toml"
        kind = file.read_text().replace('"round-robin"\nrounds = 1', '"knock-out"')
        file.write_text(kind)
        league(tmp_path, "run")
        error, _ = refused("league", "rename", "ann", "ada", file)
        assert error["code"] == "names_decide"

    @pytest.mark.parametrize(
        ("kind", "key"),
        [
            ('"comparison"\nold = "bob"\nnew = "ann"', "new"),
            ('"gauntlet"\nchallenger = "ann"', "challenger"),
        ],
    )
    def test_a_bot_that_the_format_names_is_not_renamed_while_the_league_runs(
        self, tmp_path: Path, kind: str, key: str
    ) -> None:
        file, records = tmp_path / "league.toml", tmp_path / "records"
        write(file, {"ann": "random", "bob": "random"})
        file.write_text(file.read_text().replace('"round-robin"\nrounds = 1', kind))
        with Ledger(f"sqlite:///{records}/ledger.db", records, "small", begin=True) as ledger:
            ledger.write(BotListed(BotName("ann"), "random", None))
            with ledger.running():
                error, _ = refused("league", "rename", "ann", "ada", file)
        assert error["code"] == "format_names_bot"
        assert error["fields"]["key"] == key
        assert f'Below [format], write {key} = "ada".' in league(tmp_path, "rename", "ann", "ada")


class TestRunning:
    def test_a_running_league_goes_on_with_the_new_name(self, tmp_path: Path) -> None:
        slow = thinking(0.02)
        write(tmp_path / "league.toml", {"ann": slow, "bob": slow, "eve": "random"})
        with Running(tmp_path, words=("--set", "limits.matches=1")) as running:
            running.until("round_planned")
            while referee("league", "rename", "eve", "zoe", cwd=tmp_path).returncode:
                running.until("match_ended")
            end = running.until("league_ended")
        assert {row["bot"] for row in end["table"]} == {"ann", "bob", "zoe"}
        assert end["matches"] == 6

    def test_a_connected_bot_comes_back_under_its_new_name(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens.txt"
        token = referee("token", "eve", "--tokens", tokens).stdout.strip()
        file = tmp_path / "league.toml"
        slow = thinking(0.02)
        write(file, {"ann": slow, "bob": slow})
        server = '[server]\nlisten = "127.0.0.1:0"\ntokens = "tokens.txt"\n'
        file.write_text(f'{file.read_text()}[[bot]]\nname = "eve"\ntoken = "eve"\n{server}')
        with Running(tmp_path, words=("--set", "limits.matches=1")) as running:
            address = running.until("listening")["address"]
            with visitor(address, token, ("tianming_bots.random_bot",)):
                running.until("round_planned")
                while referee("league", "rename", "eve", "zoe", cwd=tmp_path).returncode:
                    running.until("match_ended")
                end = running.until("league_ended")
        assert {row["bot"]: row["matches"] for row in end["table"]} == {
            "ann": 4,
            "bob": 4,
            "zoe": 4,
        }
        assert end["benched"] == {}


def _match_of(ledger: Ledger, bot: BotName) -> PlannedMatch:
    """Return a match of a bot."""
    return next(one for one in ledger.round_matches() if bot in one.pairing.bots)
