"""Nothing but records leaves the folder, and no failure tells what it should not."""

from pathlib import Path

import pytest
from starlette.types import ASGIApp

from referee.error import UnavailableError
from referee.sentence.web import WebSentence
from referee.web import records_source
from referee.web.assets import Assets
from referee.web.catalogue import Catalogue
from tests.errors import raises
from tests.record.samples import toy_record
from tests.web.browser import Reply, get, request, visit
from tests.web.conftest import Pages

ADDRESSES = ("/", "/matches", "/matches/m1", "/bots/a%2Fb", "/fair", "/fair/m1", "/no/such/page")

TRICKS = (
    "../secret",
    "..%2fsecret",
    "%2e%2e/secret",
    "....//secret",
    "..\\secret",
    "/etc/passwd",
    "%00",
    "m1%00.tianming",
    "file:///etc/passwd",
    "%ff%fe",
)
"""Paths that could lead out of the folder."""


class TestHeaders:
    """A browser is told what the pages may do."""

    @pytest.mark.parametrize("target", [*ADDRESSES, "/api/v1/league", "/assets/main-1a2b.js"])
    def test_no_page_may_load_run_or_frame_anything_else(self, pages: Pages, target: str) -> None:
        headers = get(pages(), target).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "require-trusted-types-for 'script'" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"

    def test_only_pages_made_for_it_can_be_framed(self, pages: Pages) -> None:
        headers = get(pages(), "/embed/matches/m1").headers
        assert "frame-ancestors *" in headers["content-security-policy"]
        assert "x-frame-options" not in headers

    def test_a_file_whose_name_changes_with_it_is_kept_by_browsers(self, pages: Pages) -> None:
        reply = get(pages(), "/assets/main-1a2b.js")
        assert reply.headers["content-type"].startswith("text/javascript")
        assert "immutable" in reply.headers["cache-control"]

    def test_an_answer_that_a_browser_has_is_not_sent_again(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        for target in ("/api/v1/matches/m1/steps", "/", "/api/v1/openapi.json"):
            first = get(pages(), target)
            again = get(pages(), target, If_None_Match=first.headers["etag"])
            assert (again.status, again.body) == (304, b"")


class TestPaths:
    """No request reaches a file beside the records and the pages."""

    @pytest.mark.parametrize("start", ["/", "/assets/", "/api/v1/matches/", "/api/v1/fair/"])
    def test_tricks_with_paths_lead_nowhere(self, folder: Path, pages: Pages, start: str) -> None:
        (folder.parent / "secret").write_text("the token is xyzzy")
        (folder.parent / "secret.tianming").write_bytes(toy_record())

        async def try_all(app: ASGIApp) -> dict[str, Reply]:
            return {path: await request(app, start + path) for path in TRICKS}

        replies = visit(pages(), try_all)
        assert {path: reply.status for path, reply in replies.items()} == dict.fromkeys(TRICKS, 404)
        assert [path for path, reply in replies.items() if "xyzzy" in reply.text] == []

    def test_an_endpoint_that_is_none_is_a_problem_in_json(self, pages: Pages) -> None:
        refused = get(pages(), "/api/v1/secrets")
        assert (refused.status, refused.json()["error"]) == (404, "no_such_endpoint")

    def test_a_page_that_is_none_has_the_shell(self, pages: Pages) -> None:
        reply = get(pages(), "/no/such/page")
        assert reply.status == 404
        assert reply.headers["content-type"].startswith("text/html")


class TestRequests:
    """What nobody needs is refused in words."""

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
    def test_the_pages_only_read(self, pages: Pages, method: str) -> None:
        refused = visit(pages(), lambda app: request(app, "/api/v1/league", method))
        assert (refused.status, refused.json()["error"]) == (405, "method_not_allowed")

    @pytest.mark.parametrize("target", ["/?", "/api/v1/league?x=", "/matches/"])
    def test_a_megabyte_of_address_is_refused(self, pages: Pages, target: str) -> None:
        refused = get(pages(), target + "a" * (1 << 20))
        assert (refused.status, refused.json()["error"]) == (414, "address_too_long")
        assert len(refused.body) < 1000

    def test_a_failure_of_ours_tells_nobody_how(
        self, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("the token is xyzzy")

        monkeypatch.setattr(Catalogue, "page", fail)
        reply = get(pages(), "/api/v1/matches")
        assert (reply.status, reply.json()["error"]) == (500, "failed")
        assert "xyzzy" not in reply.text
        assert "content-security-policy" in reply.headers

    def test_a_folder_that_goes_away_is_a_problem_and_the_pages_stay(
        self, folder: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(records_source, "_REST", 0)

        async def use(app: ASGIApp) -> tuple[Reply, Reply]:
            folder.rename(folder.parent / "moved")
            return await request(app, "/api/v1/matches"), await request(app, "/")

        refused, page = visit(pages(), use)
        assert (refused.status, refused.json()["error"]) == (503, "season_not_read")
        assert str(folder) not in refused.text
        assert page.status == 200


class TestAssets:
    """A package without the built pages says so."""

    def test_it_refuses_to_start(self, tmp_path: Path) -> None:
        with raises(UnavailableError, WebSentence.NO_PAGES):
            Assets(tmp_path)
