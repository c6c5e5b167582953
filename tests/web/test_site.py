"""A season as files: every page that another one leads to is there, with its answers."""

import json
import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.error import UsageError
from referee.web.public_address import site_address
from referee.web.records_source import RecordsSource
from referee.web.sentence import WebSentence
from referee.web.showing import ShowSettings
from referee.web.site import in_query, write_site
from tests.errors import raises
from tests.match.driver import Driver
from tests.record.samples import dragon_record, record_of, toy_record
from tianming_games.registry import load


@pytest.fixture
def site(folder: Path, tmp_path: Path) -> Path:
    """The site of a season with one match of three bots."""
    (folder / "m1.tianming").write_bytes(toy_record())
    source = RecordsSource("season", folder, [], ShowSettings())
    count = write_site(source, tmp_path / "site")
    source.close()
    made = list((tmp_path / "site").rglob("*.html"))
    assert count == len(made)
    return tmp_path / "site"


def answers(page: Path) -> set[str]:
    """The paths of the answers in a page."""
    return {unescape(path) for path in re.findall(r'data-api="(.*?)"', page.read_text())}


def test_each_two_bots_have_a_page_with_their_score_and_matches(site: Path) -> None:
    bots = ("bot0", "bot1", "bot2")
    for bot in bots:
        for opponent in {*bots} - {bot}:
            page = site / "bots" / bot / "vs" / f"{opponent}.html"
            text = page.read_text()
            assert answers(page) == {f"bots/{bot}", f"matches?bot={bot}&opponent={opponent}"}
            assert f'data-page="versus" data-key="{bot}" data-other="{opponent}"' in text
            assert 'data-root="../../../"' in text
            assert '"id":"m1"' in text


def test_a_query_is_written_as_a_browser_writes_it() -> None:
    """The expected text is that of `URLSearchParams`."""
    names = {"bot": "a b*~é'(!)&=+%/?", "opponent": "<x>"}
    assert in_query(names) == ("bot=a+b*%7E%C3%A9%27%28%21%29%26%3D%2B%25%2F%3F&opponent=%3Cx%3E")


ADDRESS = "https://pages.example/spring/"
ATOM = "{http://www.w3.org/2005/Atom}"


def written(folder: Path, tmp_path: Path, address: str = "") -> Path:
    """Write the site of a folder of records."""
    source = RecordsSource("season", folder, [], ShowSettings())
    write_site(source, tmp_path / "site", address=address)
    source.close()
    return tmp_path / "site"


class TestFeeds:
    @pytest.mark.parametrize("address", ["", ADDRESS])
    def test_both_have_the_results_and_lead_to_pages_that_are_there(
        self, folder: Path, tmp_path: Path, address: str
    ) -> None:
        (folder / "m 1.tianming").write_bytes(toy_record())
        site = written(folder, tmp_path, address)
        feed = json.loads((site / "feed.json").read_text())
        atom = ElementTree.fromstring((site / "feed.atom").read_text())  # noqa: S314
        (item,), (entry,) = feed["items"], atom.findall(f"{ATOM}entry")
        base = address or "./"
        assert item["url"] == f"{base}matches/m%201.html"
        assert (site / "matches/m 1.html").exists()
        assert feed["feed_url"] == f"{base}feed.json"
        assert (item["id"], item["title"]) == (
            entry.findtext(f"{ATOM}id"),
            entry.findtext(f"{ATOM}title"),
        )
        links = [link.attrib["href"] for link in atom.iter(f"{ATOM}link")]
        assert links == [f"{base}feed.atom", base, f"{base}matches/m%201.html"]

    def test_every_page_names_them(self, folder: Path, tmp_path: Path) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        site = written(folder, tmp_path)
        for page in site.rglob("*.html"):
            links = re.findall(r'<link rel="alternate" [^>]*href="([^"]+)">', page.read_text())
            assert [(page.parent / link).resolve() for link in links] == [
                (site / name).resolve() for name in ("feed.atom", "feed.json")
            ]


class TestPreviews:
    def test_with_an_address_a_match_has_its_results_and_its_picture(
        self, folder: Path, tmp_path: Path
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        site = written(folder, tmp_path, ADDRESS)
        page = (site / "matches/m1.html").read_text()
        assert f'<meta property="og:image" content="{ADDRESS}matches/m1.png">' in page
        assert f'<meta property="og:url" content="{ADDRESS}matches/m1.html">' in page
        assert (site / "matches/m1.png").read_bytes().startswith(b"\x89PNG")

    def test_without_one_it_has_its_names_as_the_title(self, folder: Path, tmp_path: Path) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        site = written(folder, tmp_path)
        page = (site / "matches/m1.html").read_text()
        assert "og:" not in page
        assert re.search("<title>bot0 . bot1 · In the Year of the Dragon · Tianming</title>", page)
        assert not list(site.rglob("*.png"))

    def test_a_hidden_match_and_a_match_in_play_have_no_picture(
        self, folder: Path, tmp_path: Path
    ) -> None:
        hidden = record_of(Driver(load("china"), seats=3))[:-400]
        (folder / "m1.tianming.part").write_bytes(hidden)
        (folder / "m2.tianming.part").write_bytes(dragon_record()[:-400])
        site = written(folder, tmp_path, ADDRESS)
        assert not list(site.rglob("*.png"))
        assert "og:image" not in (site / "matches/m1.html").read_text()
        assert "og:image" not in (site / "matches/m2.html").read_text()


@pytest.mark.parametrize(
    "text", ["pages.example", "ftp://a/", "http://", "https://a/?b", "http://a b/"]
)
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with raises(UsageError, WebSentence.WRONG_SITE_ADDRESS, address=text):
        site_address(text)


def test_an_address_has_a_slash_at_its_end() -> None:
    assert site_address("https://pages.example/spring") == ADDRESS
