"""Nothing but records leaves the folder, and no failure tells what it should not."""

from pathlib import Path

import pytest
import structlog
from starlette.types import ASGIApp

from referee.error import UnavailableError
from referee.web import records_source
from referee.web.assets import Assets
from referee.web.catalogue import Catalogue
from referee.web.sentence import WebSentence
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
    "file:///etc/passwd",
    "%ff%fe",
)
"""Paths that could lead out of the folder."""

CONTROLS = ("%00", "%01", "%0a", "%0D", "%1b", "%7f", "%c2%85")
"""Control characters in a URL."""


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

    @pytest.mark.parametrize(
        "target",
        [
            "/api/v1/matches/{}",
            "/api/v1/matches/a{}/steps",
            "/api/v1/matches/a{}b/live",
            "/api/v1/bots/{}",
            "/api/v1/fair/a{}b",
            "/api/v1/matches?bot={}",
            "/api/v1/matches?bo{}t=a",
            "/api/v1/matches?game=a+{}",
            "/matches/{}",
            "/{}",
        ],
    )
    def test_a_control_character_in_an_address_is_refused(self, pages: Pages, target: str) -> None:
        """Whatever the database would say to it."""

        async def try_all(app: ASGIApp) -> dict[str, Reply]:
            return {each: await request(app, target.format(each)) for each in CONTROLS}

        found = {
            each: (reply.status, reply.json()["error"])
            for each, reply in visit(pages(), try_all).items()
        }
        assert found == dict.fromkeys(CONTROLS, (400, "control_character"))

    def test_an_endpoint_that_is_none_is_a_problem_in_json(self, pages: Pages) -> None:
        refused = get(pages(), "/api/v1/secrets")
        assert (refused.status, refused.json()["error"]) == (404, "no_such_endpoint")

    def test_a_page_that_is_none_has_the_shell(self, pages: Pages) -> None:
        reply = get(pages(), "/no/such/page")
        assert reply.status == 404
        assert reply.headers["content-type"].startswith("text/html")

    @pytest.mark.parametrize("page", ["/matches/{}", "/fair/{}", "/embed/matches/{}"])
    def test_a_page_of_a_match_that_does_not_exist_has_the_status_404(
        self, folder: Path, pages: Pages, page: str
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        found, missing = (get(pages(), page.format(name)) for name in ("m1", "m2"))
        assert (found.status, missing.status) == (200, 404)
        assert missing.body == get(pages(), "/").body

    def test_a_page_of_a_bot_that_does_not_exist_has_the_status_404(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())

        async def both(app: ASGIApp) -> tuple[int, int]:
            await request(app, "/api/v1/bots/bot1")  # waits for the table
            found, missing = await request(app, "/bots/bot1"), await request(app, "/bots/bot9")
            return found.status, missing.status

        assert visit(pages(), both) == (200, 404)

    @pytest.mark.parametrize("path", ["/no/such/page", "/matches/m2"])
    def test_a_page_that_is_not_found_is_whole_on_a_second_visit(
        self, pages: Pages, path: str
    ) -> None:
        tag = get(pages(), "/").headers["etag"]
        reply = get(pages(), path, **{"if-none-match": tag})
        assert reply.status == 404
        assert reply.body == get(pages(), "/").body


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

    def test_failures_of_ours_do_not_fill_the_log(
        self, pages: Pages, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(Catalogue, "page", fail)

        async def use(app: ASGIApp) -> list[Reply]:
            return [await request(app, f"/api/v1/matches?page={page}") for page in range(1, 101)]

        with structlog.testing.capture_logs() as lines:
            replies = visit(pages(), use)
        assert {reply.status for reply in replies} == {500}
        assert len({reply.json()["message"] for reply in replies}) == 100
        assert 0 < len(lines) < 25

    def test_an_internal_error_reveals_no_details(
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


class TestHost:
    """The pages answer only for names that nobody else can let lead to this machine."""

    @pytest.mark.parametrize(
        "host",
        [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "pages.example.evil.example",
            "evil",
            "",
            "[::1",
            "::1]",
            "a@localhost",
            "1.2.3",
        ],
    )
    @pytest.mark.parametrize("target", ["/", "/api/v1/matches", "/matches/", "/embed/matches/m1"])
    def test_a_name_that_is_not_the_pages_is_refused_and_not_echoed(
        self, pages: Pages, host: str, target: str
    ) -> None:
        refused = get(pages(hosts=("pages.example",)), target, Host=host)
        assert (refused.status, refused.json()["error"]) == (421, "wrong_host")
        assert not host or host not in f"{refused.headers}"
        assert "location" not in refused.headers

    @pytest.mark.parametrize(
        "host",
        [
            "localhost",
            "LOCALHOST:8080",
            "localhost.",
            "127.0.0.1:8080",
            "10.1.2.3",
            "[::1]:8080",
            "pages.example",
            "Pages.Example:443",
            "pages.example.",
        ],
    )
    def test_addresses_and_names_of_the_pages_are_answered(self, pages: Pages, host: str) -> None:
        made = pages(hosts=("pages.example",))
        assert get(made, "/api/v1/matches", Host=host).status == 200

    @pytest.mark.parametrize("target", ["/matches/", "/api/v1/matches/", "/fair/"])
    def test_a_final_slash_is_answered_without_a_redirect(self, pages: Pages, target: str) -> None:
        reply = get(pages(), target, Host="localhost")
        assert reply.status == 200
        assert "location" not in reply.headers


class TestEncoding:
    """A reader gets the encoding that it accepts."""

    @pytest.mark.parametrize(
        ("accepted", "sent"),
        [
            ("gzip, deflate, br", "br"),
            ("gzip", "gzip"),
            ("gzip;q=0", None),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("*;q=0", None),
            ("*", "br"),
            ("br; q=nonsense", None),
            ("", None),
        ],
    )
    def test_the_best_one_that_is_not_refused(
        self, pages: Pages, accepted: str, sent: str | None
    ) -> None:
        reply = get(pages(), "/api/v1/openapi.json", Accept_Encoding=accepted)
        assert reply.headers.get("content-encoding") == sent

    def test_any_body_is_known_to_a_reader_with_a_star(self, pages: Pages) -> None:
        assert get(pages(), "/api/v1/openapi.json", If_None_Match="*").status == 304


class TestAssets:
    """A package without the built pages says so."""

    def test_it_refuses_to_start(self, tmp_path: Path) -> None:
        with raises(UnavailableError, WebSentence.NO_PAGES):
            Assets(tmp_path)
