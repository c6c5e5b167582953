"""One season has one answer: every command, page and file shows the same numbers."""

import json
import re
import shlex
import sys
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.identifier import BotName, MatchId
from referee.league.attempt import AttemptName
from referee.league.season.score_table import SCORE_COLUMNS
from referee.web import season_view
from referee.web.catalogue import Catalogue
from referee.web.keeper import Kept
from referee.web.opening import open_season
from referee.web.showing import ShowSettings
from referee.web.standings import standings_of_ledger
from tests.cli.running import league, write
from tests.cli.shell import referee

pytestmark = pytest.mark.timeout(300)
"""Processes of several bots: on a busy machine each takes seconds to start."""

SLOW = """
import time, tianming
asked = []
def choose(question):
    asked.append(question)
    time.sleep(1.5 if len(asked) in (8, 16, 24) else 0)
    return {answer}
tianming.run(choose)
"""
"""A bot that is late a few times in each of its processes."""

CRASHING = """
import tianming
def choose(question): raise ValueError("no idea")
tianming.run(choose)
"""

FLAGS = (
    *("--set", "clock.decision=0.3", "--set", "clock.bank=0", "--set", "clock.first=30"),
    *("--set", "limits.bench_after=0"),
)


def answer_of(*words: str | Path, folder: Path) -> Any:
    """Return what a command prints as JSON."""
    done = referee(*words, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season with late answers, crashes, forfeits, a void match and two versions of a bot."""
    folder = tmp_path_factory.mktemp("season")
    bots = {"bob": "random", "cat": "greedy"}
    for name, text in (("ann", SLOW.format(answer=0)), ("eve", CRASHING)):
        (folder / f"{name}.py").write_text(text)
        bots[name] = shlex.join((sys.executable, f"{name}.py"))
    write(folder / "league.toml", bots, rounds=2)
    league(folder, "run", *FLAGS, "--set", "format.rounds=1")
    (folder / "ann.py").write_text(SLOW.format(answer="question.option_count - 1"))
    league(folder, "run", *FLAGS)
    match = answer_of("table", "--matches", "cat", folder=folder)["matches"][0]["match"]
    referee("league", "void", match, "--reason", "It was a mistake.", cwd=folder)
    (folder / "void").write_text(match)
    return folder


@pytest.fixture(scope="module")
def table(season: Path) -> dict[str, Any]:
    """What `referee table` prints."""
    found: dict[str, Any] = answer_of("table", folder=season)
    return found


def rows_of(table: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the rows of the table by bot."""
    return {row["bot"]: row for row in table["table"]}


def test_the_season_has_everything_that_could_differ(table: dict[str, Any]) -> None:
    rows = rows_of(table)
    names = sorted(rows)
    assert [name.partition("@")[0] for name in names] == ["ann", "ann", "bob", "cat", "eve"]
    assert all(rows[name]["late"] > 0 for name in names[:2])
    assert rows["eve"]["disconnected"] > 0
    assert rows["eve"]["forfeits"] > 0
    assert table["void"] == 1


def test_the_records_and_the_journal_give_what_the_ledger_gives(
    season: Path, table: dict[str, Any]
) -> None:
    assert answer_of("table", "--records", folder=season) == table


def test_a_run_reports_the_table(season: Path, table: dict[str, Any]) -> None:
    end = json.loads(league(season, "run", *FLAGS, "--json"))
    assert end["ratings"] == table["table"]
    rows = rows_of(table)
    for row in end["table"]:
        assert [row[name] for name in SCORE_COLUMNS[1:]] == [
            rows[row["bot"]][name] for name in SCORE_COLUMNS[1:]
        ]


def test_the_status_counts_the_same_matches(season: Path, table: dict[str, Any]) -> None:
    state = answer_of("league", "status", folder=season)
    assert sum(one["played"] for one in state["rounds"]) == table["matches"]
    assert sum(one["void"] for one in state["rounds"]) == table["void"]
    for bot in state["bots"]:
        of_bot = [
            row["matches"]
            for name, row in rows_of(table).items()
            if name.partition("@")[0] == bot["bot"]
        ]
        assert bot["matches"] == sum(of_bot)


def test_the_table_of_the_records_alone_has_the_sums_of_the_league(
    season: Path, table: dict[str, Any]
) -> None:
    void = MatchId((season / "void").read_text())
    names = {AttemptName.parse(path.stem) for path in season.glob("records/*.tianming")}
    records = [name.record(season / "records") for name in names if name.match_id != void]
    of_records = answer_of("table", *records, folder=season)
    assert of_records["matches"] == table["matches"]
    rows, alone = rows_of(table), rows_of(of_records)
    columns = SCORE_COLUMNS[1:]
    for bot, row in alone.items():
        if bot != "ann":
            assert [row[name] for name in columns] == [rows[bot][name] for name in columns]
    both = [row for name, row in rows.items() if name.startswith("ann")]
    for name in ("matches", "wins", "strikes", "forfeits"):
        assert alone["ann"][name] == pytest.approx(sum(row[name] for row in both))


def test_the_pages_have_the_numbers_of_the_table(season: Path, table: dict[str, Any]) -> None:
    with closing(open_season(season / "league.toml", ShowSettings(), {})) as source:
        assert source.ledger_url is not None
        found = standings_of_ledger(source.ledger_url, source.by_version)
        kept, catalogue = Kept(found, None, pending=False), Catalogue(source)
        answers = {"league": season_view.league(catalogue, kept).model_dump(mode="json")}
        for bot in map(BotName, rows_of(table)):
            view = season_view.bot(catalogue, kept, bot)
            answers[f"bots/{bot}"] = view.model_dump(mode="json")
    check(answers, table)


def test_the_site_has_the_numbers_of_the_table(
    season: Path, table: dict[str, Any], tmp_path: Path
) -> None:
    assert referee("site", "league.toml", tmp_path / "site", cwd=season).returncode == 0
    answers = answers_in(tmp_path / "site" / "index.html")
    for bot in rows_of(table):
        (view,) = answers_in(tmp_path / "site" / "bots" / f"{bot}.html").values()
        answers[f"bots/{bot}"] = view
    check(answers, table)


def answers_in(page: Path) -> dict[str, Any]:
    """Return the answers of the API in a page of a site."""
    found = re.findall(r'data-api="(.*?)">(.*?)</script>', page.read_text(encoding="utf-8"))
    return {unescape(path): json.loads(text) for path, text in found}


def check(answers: dict[str, Any], table: dict[str, Any]) -> None:
    """Check that answers of the API have the numbers of the table."""
    league, rows = answers["league"], rows_of(table)
    assert (league["matches"], league["void"]) == (table["matches"], table["void"])
    assert [row["bot"] for row in league["table"]] == [row["bot"] for row in table["table"]]
    last = {line["bot"]: line["points"][-1]["rating"] for line in league["ratings"]}
    assert last == {bot: row["rating"] for bot, row in rows.items()}
    for shown in league["table"]:
        row = rows[shown["bot"]]
        names = [name for name in row if name in shown or name in ("low", "high", "mean_points")]
        assert {name: shown.get(name) for name in names} == {name: row[name] for name in names}
        bot = answers[f"bots/{shown['bot']}"]
        assert bot["row"] == shown
        faults = {name: row[name] for name in bot["faults"]}
        assert bot["faults"] == faults
        assert sum(faults.values()) == sum(row[kind] for kind in KINDS)
        mean = bot.get("mean_seconds")
        assert (None if mean is None else round(mean, 6)) == row["mean_seconds"]
        assert sum(one["count"] for one in bot["times"]) == bot["answers"]


KINDS = ("late", "illegal", "malformed", "disconnected", "flood", "resigned")
