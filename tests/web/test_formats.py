"""What the pages tell of formats: brackets, rounds and comparisons."""

from pathlib import Path
from typing import Any

import pytest

from referee.league.configuration.league_file import read_league
from referee.web.league_source import LeagueSource
from referee.web.standings import standings
from tests.cli.shell import referee_process

_BOTS = {"ada": "greedy", "bob": "random", "cleo": "random", "dan": "random"}


def season(folder: Path, form: str, bots: int = 4) -> LeagueSource:
    """Play a league with a format, and open it."""
    listed = "".join(
        f'[[bot]]\nname = "{name}"\ncommand = "{command}"\n'
        for name, command in list(_BOTS.items())[:bots]
    )
    path = folder / "league.toml"
    path.write_text(
        'name = "cup"\ngame = "dragon"\nseats = 2\nseed = "seven"\n'
        f'[format]\n{form}\n[sandbox]\npreset = "none"\n{listed}',
        encoding="utf-8",
    )
    done = referee_process("league", "run", path)
    assert done.returncode == 0, done.stderr
    return LeagueSource(read_league(path, {}, {}, to_play=False))


def late_ladder(folder: Path) -> LeagueSource:
    """Play a ladder to which a bot comes after two rounds, and open it."""
    season(folder, 'kind = "ladder"\nrounds = 2', 3).close()
    path = folder / "league.toml"
    added = referee_process("league", "add", "late", "--command", "random", path)
    assert added.returncode == 0, added.stderr
    path.write_text(path.read_text().replace("rounds = 2", "rounds = 4"))
    assert referee_process("league", "run", path).returncode == 0
    return LeagueSource(read_league(path, {}, {}, to_play=False))


def told(source: LeagueSource) -> dict[str, Any]:
    """What the pages tell of a format."""
    try:
        with source.reading() as reading:
            form = standings(reading, league=source.league).form
        assert form is not None
        return form.model_dump()
    finally:
        source.close()


@pytest.mark.full
def test_a_knock_out_has_a_bracket_and_a_champion(tmp_path: Path) -> None:
    form = told(season(tmp_path, 'kind = "knock-out"'))
    rounds = [contest["round"] for contest in form["contests"]]
    assert rounds == [1, 1, 2]
    final = form["contests"][-1]["seats"]
    on = {seat["bot"] for one in form["contests"][:2] for seat in one["seats"] if seat["goes_on"]}
    assert on == {seat["bot"] for seat in final}
    assert form["champion"] in on
    assert form["conclusion"] == f"{form['champion']} wins the knock-out."


@pytest.mark.full
def test_a_swiss_season_has_its_groups_with_scores_round_by_round(tmp_path: Path) -> None:
    form = told(season(tmp_path, 'kind = "swiss"\nrounds = 3'))
    contests = form["contests"]
    assert [contest["round"] for contest in contests] == [1, 1, 2, 2, 3, 3]
    for number in (1, 2, 3):
        groups = [one["seats"] for one in contests if one["round"] == number]
        assert sorted(seat["bot"] for group in groups for seat in group) == sorted(_BOTS)
    for contest in contests:
        shares = [seat["share"] for seat in contest["seats"]]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1)
    assert all(contest["is_over"] for contest in contests)
    met = [frozenset(seat["bot"] for seat in contest["seats"]) for contest in contests]
    assert len(set(met)) == 6, "no two meet twice in three rounds of four"
    assert form["champion"] is None


@pytest.mark.full
def test_a_ladder_has_the_bots_that_came_later_and_no_others(tmp_path: Path) -> None:
    """A bot that was there from the start and waited for its first match is no arrival."""
    form = told(late_ladder(tmp_path))
    assert form["kind"] == "ladder"
    assert form["arrivals"] == ({"bot": "late", "round": 3},)


@pytest.mark.full
def test_a_comparison_has_its_test_between_its_bounds(tmp_path: Path) -> None:
    form = told(
        season(tmp_path, 'kind = "comparison"\nold = "bob"\nnew = "ada"\nsets = 10\nelo1 = 400', 2)
    )
    comparison = form["comparison"]
    assert comparison["sets"] == 10
    assert comparison["wins"] + comparison["draws"] + comparison["losses"] == 20
    assert comparison["lower"] < 0 < comparison["upper"]
    assert comparison["elo_low"] < comparison["elo"] <= comparison["elo_high"]
    assert comparison["verdict"] == "second"
    assert form["conclusion"].startswith("ada is better than bob")
