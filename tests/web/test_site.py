"""A season as files: every page that another one leads to is there, with its answers."""

import re
from html import unescape
from pathlib import Path

import pytest

from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from referee.web.site import in_query, write_site
from tests.record.samples import toy_record


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
