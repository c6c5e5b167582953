"""Every page: it shows its data, keeps its policy, keeps nobody out, and fits its window."""

from http import HTTPStatus

import pytest

from referee.match.fault import Fault
from tests.browser.conftest import Visit
from tests.browser.season import BOTS, GAMES, TITLES
from tests.browser.visitor import NARROW, WIDE

PATHS = {
    "league": "/",
    "matches": "/matches",
    "bot": "/bots/greedy",
    "fair": "/fair",
    **{game: f"/matches/{game}#step=120" for game in GAMES},
    "embed": "/embed/matches/dragon",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PATHS)
def test_each_page_keeps_nobody_out_and_fits_a_telephone(
    name: str, scheme: str, visit: Visit
) -> None:
    """Axe finds nothing on a desk; nothing is wider than a telephone but what scrolls by itself."""
    visitor = visit(PATHS[name], WIDE, color_scheme=scheme)
    visitor.picture(f"{name}-{scheme}")
    assert visitor.barriers() == []
    visitor.resize(NARROW)
    visitor.picture(f"{name}-{scheme}-narrow")
    assert visitor.overflow() <= 0


def test_a_dark_page_is_printed_on_white(visit: Visit) -> None:
    """Whether the system is dark or the reader has chosen it."""
    visitor = visit("/", color_scheme="dark")
    colours = """() => {
        const { backgroundColor, color } = getComputedStyle(document.documentElement);
        return [backgroundColor, color];
    }"""
    on_screen = visitor.tab.evaluate(colours)
    visitor.tab.emulate_media(media="print")
    printed = visitor.tab.evaluate(colours)
    assert printed[0] == "rgb(255, 255, 255)"
    assert printed[1] != on_screen[1]
    visitor.tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert visitor.tab.evaluate(colours) == printed


class TestLeague:
    """The pages of a league with rounds, faults, and ratings."""

    def test_the_first_page_has_the_table_and_the_meetings(
        self, visit: Visit, league_pages: str
    ) -> None:
        visitor = visit("/", address=league_pages)
        visitor.picture("season")
        tab = visitor.tab
        assert tab.get_by_role("heading", level=1).inner_text() == "spring-cup"
        assert {row.inner_text() for row in tab.locator("main th .name").all()} == {
            TITLES.get(bot, bot) for bot in BOTS
        }
        assert tab.locator("table.each").count() == 2
        assert visitor.barriers() == []

    def test_the_plot_has_a_line_for_each_bot(self, visit: Visit, league_pages: str) -> None:
        tab = visit("/", address=league_pages).tab
        assert tab.locator(".chart .series").count() == len(BOTS)

    def test_matches_are_found_by_bot_round_and_fault(
        self, visit: Visit, league_pages: str
    ) -> None:
        visitor = visit("/matches", address=league_pages)
        tab = visitor.tab
        for label, choice in (("Bot", "tardy"), ("Round", "1"), ("Fault", "late")):
            tab.get_by_role("combobox", name=label, exact=True).select_option(choice)
        tab.wait_for_url("**/matches?bot=tardy&round=1&fault=late")
        visitor.wait("() => document.querySelectorAll('.matches tbody tr').length === 4")
        visitor.picture("matches-found")
        assert "4 matches" in tab.locator("caption").inner_text()
        tab.reload()
        visitor.wait("() => document.querySelectorAll('.matches tbody tr').length === 4")

    def test_the_page_of_a_bot_has_its_faults_and_its_times(
        self, visit: Visit, league_pages: str
    ) -> None:
        visitor = visit("/bots/tardy", address=league_pages)
        visitor.picture("bot-tardy")
        facts = visitor.tab.locator(
            "section", has=visitor.tab.get_by_role("heading", name="Faults")
        ).inner_text()
        assert "late" in facts
        assert visitor.tab.locator(".chart .bin").count() > 1

    def test_a_missing_page_is_explained(self, visit: Visit, pages: str) -> None:
        visitor = visit("/fair")
        visitor.expected.add(HTTPStatus.NOT_FOUND)
        for path, words in (
            ("/matches/none", "There is no match 'none': see the list of matches."),
            ("/bots/greedi", "There is no bot 'greedi' in this season: did you mean greedy?"),
            ("/nowhere", "There is no page at this address."),
        ):
            visitor.tab.goto(pages + path)
            visitor.tab.get_by_role("heading", name="Not found").wait_for()
            assert visitor.tab.get_by_role("alert").locator("p").inner_text() == words

    def test_a_page_beyond_the_end_has_a_way_back(self, visit: Visit) -> None:
        visitor = visit("/matches?page=9")
        visitor.tab.get_by_text("There is no page 9.").wait_for()
        visitor.tab.get_by_role("button", name="Go to page 1").click()
        visitor.wait("() => document.querySelectorAll('.matches tbody tr').length > 1")

    def test_filters_are_in_words_and_count_seats_from_one(
        self, visit: Visit, league_pages: str
    ) -> None:
        tab = visit("/matches?bot=tardy", address=league_pages).tab
        seats = tab.get_by_role("combobox", name="Its seat").locator("option")
        seats.nth(2).wait_for(state="attached")  # the options come with the league
        assert seats.all_inner_texts() == ["any seat", "seat 1", "seat 2"]
        faults = tab.get_by_role("combobox", name="Fault").locator("option")
        faults.nth(2).wait_for(state="attached")
        assert faults.all_inner_texts()[2:] == [fault.name.lower() for fault in Fault]


class TestHidden:
    """A match whose play is not shown yet."""

    def test_it_names_its_bots_its_clock_and_its_set(self, visit: Visit, hidden_pages: str) -> None:
        visitor = visit("/fair", address=hidden_pages)
        visitor.expected.add(HTTPStatus.FORBIDDEN)
        visitor.go("/matches/m1")
        words = visitor.tab.locator("main").inner_text()
        said = ("bot0", "bot1", "bot2", "So far: 1 of 2", "per answer", "The match is shown when")
        assert [part for part in said if part not in words] == []


class TestBelowARoot:
    """Pages below a path of a host: no request and no link leaves it."""

    @pytest.mark.parametrize("name", PATHS)
    def test_every_page_shows_its_data(self, name: str, visit: Visit, pages_below: str) -> None:
        visitor = visit(PATHS[name], address=pages_below)
        links = visitor.tab.locator("a[href]")
        targets: list[str] = links.evaluate_all("(links) => links.map((link) => link.href)")
        assert targets
        assert [one for one in targets if not one.startswith(pages_below)] == []
        assert visitor.tab.get_by_role("alert").count() == 0

    def test_a_reader_goes_from_page_to_page(self, visit: Visit, pages_below: str) -> None:
        visitor = visit("/", address=pages_below)
        visitor.tab.get_by_role("link", name="Matches").click()
        visitor.tab.locator(".matches").get_by_role("link", name="dragon").click()
        visitor.settle()
        assert visitor.last > 100
