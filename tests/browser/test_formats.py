"""What the pages show of a Swiss season and of a ladder, from seasons that were played."""

from pathlib import Path

import pytest

from referee.web.league_source import LeagueSource
from tests.browser.conftest import Visit
from tests.browser.server import served
from tests.browser.visitor import NARROW, WIDE, Visitor
from tests.web.test_formats import late_ladder, season

BOTS = {"ada", "bob", "cleo", "dan"}


def looked_at(address: str, visit: Visit, name: str) -> Visitor:
    """The first page of a season, after a look at it wide and narrow, light and dark."""
    for scheme in ("dark", "light"):
        for suffix, size in (("-narrow", NARROW), ("", WIDE)):
            visitor = visit("/", size, address=address, color_scheme=scheme)
            visitor.picture(f"{name}-{scheme}{suffix}")
            assert visitor.overflow() <= 0
    assert visitor.barriers() == []
    return visitor


@pytest.fixture
def swiss(tmp_path: Path) -> LeagueSource:
    """A Swiss season of three rounds."""
    return season(tmp_path, 'kind = "swiss"\nrounds = 3')


@pytest.fixture
def ladder(tmp_path: Path) -> LeagueSource:
    """A ladder to which a bot came late."""
    return late_ladder(tmp_path)


def test_a_swiss_season_shows_its_rounds_with_pairings_and_scores(
    swiss: LeagueSource, visit: Visit
) -> None:
    with served(swiss) as address:
        rounds = looked_at(address, visit, "swiss").tab.locator(".rounds > li")
        assert rounds.locator("h3").all_inner_texts() == ["Round 1", "Round 2", "Round 3"]
        for each in rounds.all():
            groups = each.locator(".contest")
            assert groups.count() == 2
            assert set(groups.locator(".name").all_inner_texts()) == BOTS
            scores = groups.locator(".explained").all_inner_texts()
            assert [text for text in scores if not text.split()[0].strip("<>").isdigit()] == []


def test_a_ladder_shows_who_came_later(ladder: LeagueSource, visit: Visit) -> None:
    with served(ladder) as address:
        tab = looked_at(address, visit, "ladder").tab
        assert tab.locator(".arrivals li").all_inner_texts() == ["late since round 3"]
