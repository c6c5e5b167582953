"""Pages as files: they work from disk, and ask for nothing but the files beside them."""

from pathlib import Path

from playwright.sync_api import Browser

from referee.web.replay_file import replay_html
from referee.web.site import write_site
from tests.browser import season
from tests.browser.visitor import WIDE, Visitor


def test_a_replay_is_one_file(records: Path, tmp_path: Path, browser: Browser) -> None:
    """Every step, every view, the options not taken, and how to check it."""
    file = tmp_path / "match.html"
    file.write_text(replay_html(records / "china.tianming"), encoding="utf-8")
    visitor = Visitor(browser, file.as_uri(), WIDE)
    visitor.go("")
    visitor.tab.locator(".log a").nth(40).click()
    visitor.stay()
    visitor.tab.reload()
    visitor.settle()
    visitor.picture("one-file")
    assert visitor.step == 41
    visitor.tab.get_by_label("View").select_option("1")
    visitor.click("Next step")
    visitor.tab.wait_for_url("**#step=*seat=1")
    visitor.tab.get_by_text("How to check this match").click()
    visitor.tab.get_by_text("referee verify").wait_for()
    assert visitor.barriers() == []
    visitor.close()
    assert {url.partition("#")[0] for url in visitor.requests} == {file.as_uri()}


def test_a_match_that_was_cut_off_is_a_file_too(
    records: Path, tmp_path: Path, browser: Browser
) -> None:
    part = tmp_path / "cut.tianming.part"
    part.write_bytes((records / "dragon.tianming").read_bytes()[:-3000])
    file = tmp_path / "cut.html"
    file.write_text(replay_html(part), encoding="utf-8")
    visitor = Visitor(browser, file.as_uri(), WIDE)
    visitor.go("")
    visitor.click("Next round")
    assert visitor.step > 0
    visitor.close()


def test_a_site_is_read_without_a_server(records: Path, tmp_path: Path, browser: Browser) -> None:
    """From the table to a bot, to its matches, and to one of them."""
    source = season.folder(records)
    write_site(source, tmp_path / "site")
    source.close()
    visitor = Visitor(browser, (tmp_path / "site").as_uri(), WIDE)
    visitor.go("/index.html")
    tab = visitor.tab
    tab.get_by_role("link", name="greedy beside random-1: ").first.click()
    visitor.settle()
    tab.get_by_role("heading", level=1, name="greedy against random-1", exact=True).wait_for()
    assert tab.locator(".matches tbody tr").count() == len(season.GAMES)
    tab.get_by_role("link", name="From the other side").click()
    visitor.settle()
    tab.get_by_role("heading", level=1, name="random-1 against greedy", exact=True).wait_for()
    visitor.picture("site-versus")
    visitor.go("/index.html")
    tab.get_by_role("link", name="greedy", exact=True).first.click()
    visitor.settle()
    tab.get_by_role("link", name="All matches of this bot").click()
    visitor.settle()
    assert tab.locator("caption").inner_text() == "3 matches"
    tab.get_by_role("link", name="dragon", exact=True).click()
    visitor.settle()
    visitor.click("Next round")
    assert visitor.step > 0
    tab.get_by_text("How to check this match").click()
    tab.get_by_text("referee verify").wait_for()
    visitor.close()
