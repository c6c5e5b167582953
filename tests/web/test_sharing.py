"""What leaves the pages: previews, pictures, feeds, records, and answers for other sites."""

import asyncio
import json
import re
import struct
from functools import cache
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.types import ASGIApp

from referee.record.reader import parse
from referee.record.verify import verify
from tests.match.driver import Driver
from tests.record.samples import (
    bodies,
    broken_record,
    dragon_record,
    forged,
    record_of,
    toy_record,
)
from tests.web.browser import Reply, get, request, visit
from tests.web.conftest import Pages
from tianming_games.registry import load

HOSTILE = "\u202eevil\x07<script>alert(1)</script>\"'&"
SVG = "{http://www.w3.org/2000/svg}"
ATOM = "{http://www.w3.org/2005/Atom}"


@cache
def hidden_part() -> bytes:
    """A match in play, of a game with hidden information."""
    return record_of(Driver(load("china"), seats=3))[:-400]


def tags(reply: Reply) -> dict[str, str]:
    """The Open Graph tags of a page."""
    found = re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', reply.text)
    return {name: unescape(content) for name, content in found}


def renamed(data: bytes, *names: str) -> bytes:
    """Return a record whose bots have other names."""
    changed = bodies(data)
    changed[0].header.bots[:] = names
    return forged(changed)


class TestPreview:
    def test_a_link_to_a_match_has_its_bots_results_and_picture(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        found = tags(get(pages(), "/matches/m1?step=20", Host="127.0.0.1:8080"))
        assert found["og:title"] == "bot0 – bot1 · In the Year of the Dragon"  # noqa: RUF001
        assert re.match(r"1\. bot\d \d+, 2\. bot\d \d+\.", found["og:description"])
        assert found["og:url"] == "http://127.0.0.1:8080/matches/m1?step=20"
        picture = "http://127.0.0.1:8080/api/v1/matches/m1/board.png?step=20"
        assert found["og:image"] == picture
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")

    @pytest.mark.parametrize(
        ("proxies", "headers", "base"),
        [
            ((), {"X-Forwarded-Proto": "https"}, "http://localhost/"),
            (("127.0.0.1",), {"X-Forwarded-Proto": "https"}, "https://localhost/"),
            (("127.0.0.1",), {"X-Forwarded-Proto": "javascript"}, "http://localhost/"),
            (("127.0.0.1",), {}, "http://localhost/"),
            ((), {"Host": 'localhost:1"><script>'}, "/"),
        ],
    )
    def test_its_address_is_that_of_the_reader(
        self,
        folder: Path,
        pages: Pages,
        proxies: tuple[str, ...],
        headers: dict[str, str],
        base: str,
    ) -> None:
        """Only a trusted proxy may say that the reader came by TLS."""
        (folder / "m1.tianming").write_bytes(dragon_record())
        app = pages(proxies=proxies)
        reply = get(app, "/matches/m1", **{"Host": "localhost", **headers})
        assert tags(reply)["og:url"] == f"{base}matches/m1"
        assert "><script>" not in reply.text

    def test_a_hidden_match_has_no_picture(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(hidden_part())
        found = tags(get(pages(), "/matches/m1"))
        assert found["og:description"].startswith("The match is shown when it is over")
        assert "og:image" not in found

    def test_a_game_without_a_drawing_has_no_picture(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        assert "og:image" not in tags(get(pages(), "/matches/m1"))

    @pytest.mark.parametrize("step", ["-1", "x", "1" * 40, '"><b>'])
    def test_a_step_that_is_none_is_left_out(self, folder: Path, pages: Pages, step: str) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        reply = get(pages(), f"/matches/m1?step={step}")
        assert tags(reply)["og:url"].endswith("/matches/m1")
        assert "><b>" not in reply.text

    def test_a_hostile_name_stays_text(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(renamed(dragon_record(), HOSTILE, "b"))
        reply = get(pages(), "/matches/m1")
        assert "<script>alert" not in reply.text
        assert "\u202e" not in reply.text
        assert "<script>alert(1)</script>" in tags(reply)["og:title"]


class TestPicture:
    def test_it_is_the_board_after_the_step(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())

        async def look(app: ASGIApp) -> tuple[Reply, ...]:
            paths = ("?step=0", "?step=30", "", "?step=999999")
            found = [await request(app, f"/api/v1/matches/m1/board.svg{one}") for one in paths]
            return tuple(found)

        first, middle, last, beyond = visit(pages(), look)
        assert first.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(middle.text).tag == f"{SVG}svg"  # noqa: S314
        assert len({first.text, middle.text, last.text}) == 3
        assert beyond.text == last.text

    def test_a_late_match_is_drawn_late(self, folder: Path, pages: Pages) -> None:
        """A picture tells no more than the steps."""
        (folder / "m1.tianming.part").write_bytes(dragon_record()[:-400])
        app = pages(delay=20)
        last = get(app, "/api/v1/matches/m1/steps").json()["steps"][-1]["n"]
        shown, newest = (
            get(app, f"/api/v1/matches/m1/board.svg{one}") for one in (f"?step={last}", "")
        )
        assert newest.text == shown.text
        assert newest.text != get(pages(), "/api/v1/matches/m1/board.svg").text

    @pytest.mark.parametrize(
        ("query", "status", "code"),
        [
            ("?step=x", 400, "wrong_parameter"),
            ("?seat=0", 400, "unknown_parameter"),
            ("", 403, "shown_after_end"),
        ],
    )
    def test_what_may_not_be_seen_is_not_drawn(
        self, folder: Path, pages: Pages, query: str, status: int, code: str
    ) -> None:
        (folder / "m1.tianming.part").write_bytes(hidden_part())
        refused = get(pages(), f"/api/v1/matches/m1/board.svg{query}")
        assert (refused.status, refused.json()["error"]) == (status, code)

    def test_a_game_without_a_drawing_says_so(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        refused = get(pages(), "/api/v1/matches/m1/board.svg")
        assert (refused.status, refused.json()["error"]) == (404, "no_picture")


class TestCard:
    def test_readers_of_a_step_get_one_picture_in_the_size_of_previews(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())

        async def look(app: ASGIApp) -> list[Reply]:
            paths = ("?step=30", "?step=30", "", "?step=30")
            asked = [request(app, f"/api/v1/matches/m1/board.png{one}") for one in paths]
            return list(await asyncio.gather(*asked))

        first, second, last, third = visit(pages(), look)
        assert first.headers["content-type"] == "image/png"
        assert "content-encoding" not in first.headers
        assert struct.unpack(">II", first.body[16:24]) == (1200, 630)
        assert first.body == second.body == third.body != last.body

    def test_one_peer_draws_a_few_at_a_time(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())

        async def look(app: ASGIApp) -> list[Reply]:
            paths = [f"/api/v1/matches/m1/board.png?step={step}" for step in range(20, 120, 10)]
            return list(await asyncio.gather(*(request(app, one) for one in paths)))

        found = visit(pages(), look)
        refused = [one for one in found if one.status != 200]
        assert {(one.status, one.json()["error"]) for one in refused} <= {(429, "too_much_work")}
        assert len(found) - len(refused) >= 4

    def test_a_hidden_match_has_none(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(hidden_part())
        refused = get(pages(), "/api/v1/matches/m1/board.png")
        assert (refused.status, refused.json()["error"]) == (403, "shown_after_end")


class TestRecord:
    def test_a_finished_record_can_be_downloaded_and_verified(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        reply = get(pages(), "/api/v1/matches/m1/record")
        assert reply.body == dragon_record()
        assert reply.headers["content-disposition"] == "attachment; filename*=UTF-8''m1.tianming"
        verify(parse(reply.body, "downloaded"))

    @pytest.mark.parametrize("notes", [False, True])
    def test_it_has_the_notes_of_bots_only_if_the_organiser_shows_them(
        self, folder: Path, pages: Pages, notes: bool
    ) -> None:
        changed = bodies(toy_record())
        for body in changed:
            if body.HasField("chosen"):
                body.chosen.note = "indigo"
        (folder / "m1.tianming").write_bytes(forged(changed))
        reply = get(pages(notes=notes), "/api/v1/matches/m1/record")
        assert (b"indigo" in reply.body) == notes
        verify(parse(reply.body, "downloaded"))

    def test_a_record_that_is_not_shown_is_refused(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(hidden_part())
        (folder / "m2.tianming.part").write_bytes(dragon_record()[:-400])
        (folder / "m3.tianming").write_bytes(dragon_record()[:-400])
        codes = [
            get(pages(**show), f"/api/v1/matches/{name}/record").json()["error"]
            for name, show in (("m1", {}), ("m1", {"live": True}), ("m2", {}), ("m4", {}))
        ]
        assert codes == ["shown_after_end", "record_after_end", "record_after_end", "no_such_match"]
        assert get(pages(), "/api/v1/matches/m3/record").status == 422

    def test_the_page_of_a_match_knows_whether_there_is_one(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        (folder / "m2.tianming.part").write_bytes(dragon_record()[:-400])
        found = [get(pages(), f"/api/v1/matches/{one}").json() for one in ("m1", "m2")]
        assert [one.get("recorded", False) for one in found] == [True, False]


class TestFeeds:
    def test_both_have_the_results_with_links(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(renamed(dragon_record(), HOSTILE, "b"))
        (folder / "m2.tianming.part").write_bytes(toy_record()[:-250])
        (folder / "m3.tianming").write_bytes(broken_record())
        atom = get(pages(), "/feed.atom", Host="localhost")
        assert atom.headers["content-type"].startswith("application/atom+xml")
        feed = ElementTree.fromstring(atom.text)  # noqa: S314
        (entry,) = feed.findall(f"{ATOM}entry")
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.attrib["href"] == "http://localhost/matches/m1"
        found = json.loads(get(pages(), "/feed.json", Host="localhost").text)
        (item,) = found["items"]
        assert found["version"] == "https://jsonfeed.org/version/1.1"
        assert item["url"] == "http://localhost/matches/m1"
        assert item["id"] == entry.findtext(f"{ATOM}id")
        assert item["title"] == entry.findtext(f"{ATOM}title")
        assert "\u202e" not in item["title"]
        assert "\x07" not in item["title"]

    def test_an_entry_has_the_same_name_at_each_address(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        names = {
            get(pages(), "/feed.json", Host=host).json()["items"][0]["id"]
            for host in ("localhost", "127.0.0.1:9")
        }
        assert len(names) == 1

    def test_a_season_without_results_has_empty_feeds(self, pages: Pages) -> None:
        assert get(pages(), "/feed.json").json()["items"] == []
        assert not ElementTree.fromstring(  # noqa: S314
            get(pages(), "/feed.atom").text
        ).findall(f"{ATOM}entry")

    def test_the_pages_name_them(self, pages: Pages) -> None:
        links = re.findall(r'<link rel="alternate" [^>]*href="([^"]+)">', get(pages(), "/").text)
        assert links == ["/feed.atom", "/feed.json"]


class TestOtherSites:
    READ = ("/api/v1/league", "/api/v1/matches/m1/steps", "/api/v1/nothing", "/feed.json")

    @pytest.mark.parametrize("cors", [False, True])
    def test_their_scripts_read_only_if_the_organiser_allows_it(
        self, folder: Path, pages: Pages, cors: bool
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        for path in self.READ:
            headers = get(pages(cors=cors), path, Origin="https://other.example").headers
            assert headers.get("access-control-allow-origin") == ("*" if cors else None)
            policy = "cross-origin" if cors else "same-origin"
            assert headers["cross-origin-resource-policy"] == policy

    @pytest.mark.parametrize(
        "path", ["/", "/matches/m1", "/enter", "/api/v1/entry", "/api/v1/mine"]
    )
    def test_pages_and_answers_for_owners_are_never_for_them(self, pages: Pages, path: str) -> None:
        headers = get(pages(cors=True), path, Origin="https://other.example").headers
        assert "access-control-allow-origin" not in headers
        assert "access-control-allow-credentials" not in headers
