"""What the pages show of a Swiss season and of a ladder, from seasons that were played."""

from pathlib import Path

from playwright.sync_api import Browser

from referee.web.league_source import LeagueSource
from referee.web.site import write_site
from tests.browser.visitor import NARROW, WIDE, Visitor
from tests.web.test_formats import late_ladder, season

SIZES = {"": WIDE, "-narrow": NARROW}

BOTS = {"ada", "bob", "cleo", "dan"}


def looks(source: LeagueSource, folder: Path, browser: Browser, name: str) -> list[Visitor]:
    """The first page of a season, wide and narrow, light and dark, with nobody kept out."""
    write_site(source, folder / "site")
    source.close()
    visitors = []
    for scheme in ("light", "dark"):
        for suffix, size in SIZES.items():
            visitor = Visitor(browser, (folder / "site").as_uri(), size, color_scheme=scheme)
            visitor.go("/index.html")
            visitor.picture(f"{name}-{scheme}{suffix}")
            assert visitor.overflow() <= 0
            visitors.append(visitor)
    assert visitors[0].barriers() == []
    return visitors


def test_a_swiss_season_shows_its_rounds_with_pairings_and_scores(
    tmp_path: Path, browser: Browser
) -> None:
    source = season(tmp_path, 'kind = "swiss"\nrounds = 3')
    wide, *others = looks(source, tmp_path, browser, "swiss")
    rounds = wide.tab.locator(".rounds > li")
    assert rounds.locator("h3").all_inner_texts() == ["Round 1", "Round 2", "Round 3"]
    for each in rounds.all():
        groups = each.locator(".contest")
        assert groups.count() == 2
        assert set(groups.locator(".name").all_inner_texts()) == BOTS
        scores = groups.locator(".explained").all_inner_texts()
        assert [text for text in scores if not text.split()[0].strip("<>").isdigit()] == []
    for visitor in (wide, *others):
        visitor.close()


def test_a_ladder_shows_who_came_later(tmp_path: Path, browser: Browser) -> None:
    wide, *others = looks(late_ladder(tmp_path), tmp_path, browser, "ladder")
    assert wide.tab.locator(".arrivals li").all_inner_texts() == ["late since round 3"]
    for visitor in (wide, *others):
        visitor.close()
