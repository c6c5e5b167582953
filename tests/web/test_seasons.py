"""Several seasons on one server: a list, and each below its own path."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp

from referee.error import DataError, UsageError
from referee.league.sentence import LeagueSentence
from referee.web.assets import Assets
from referee.web.entry_address import EntryAddress
from referee.web.opening import seasons_of
from referee.web.owner_session import COOKIE, FORM
from referee.web.public_address import PublicAddress
from referee.web.records_source import RecordsSource
from referee.web.season_slot import SeasonSlot
from referee.web.seasons_app import SeasonsApp
from referee.web.sentence import WebSentence
from referee.web.showing import ShowSettings
from referee.web.source import Source
from tests.cli.running import league, write
from tests.errors import raises
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen
from tests.record.samples import toy_record
from tests.web.browser import get, request, visit
from tests.web.owners import HOST, entries_served
from tests.web.test_api import assert_valid

Make = Callable[[], ASGIApp]


class Seasons:
    """Three seasons: one with a match, one that fails in some way, one without a match."""

    def __init__(self, folder: Path, assets: Assets, root: str = "/") -> None:
        self._folder = folder
        self._assets = assets
        self._public = PublicAddress(root)
        self.failure: Exception | None = DataError(
            LeagueSentence.LEDGER_NOT_WRITTEN, ledger="l", why="of a test"
        )
        for name in ("one", "two", "three"):
            (folder / name).mkdir()
        (folder / "one" / "m1.tianming").write_bytes(toy_record())

    def __call__(self) -> ASGIApp:
        slots = [
            SeasonSlot(name, self._opening(name), self._assets, self._public)
            for name in ("one", "two", "three")
        ]
        return SeasonsApp(slots, self._assets, self._public)

    def _opening(self, name: str) -> Callable[[], Source]:
        def opening() -> Source:
            if name == "two" and self.failure is not None:
                raise self.failure
            return RecordsSource(name, self._folder / name, [], ShowSettings(same_draws=False))

        return opening


@pytest.fixture
def seasons(folder: Path, assets: Assets) -> Seasons:
    """The seasons, the second of which cannot be read."""
    return Seasons(folder, assets)


class TestList:
    """The first page and its API list all seasons."""

    def test_it_has_a_line_for_each(self, seasons: Seasons) -> None:
        async def use(app: ASGIApp) -> object:
            found = await request(app, "/api/v1/seasons")
            while found.json()["seasons"][0]["state"] == "reading":
                await asyncio.sleep(0.01)
                await _again(app)
                found = await request(app, "/api/v1/seasons")
            return found.json()

        found = visit(seasons, use)
        assert_valid("Seasons", found)
        assert isinstance(found, dict)
        one, two, _ = found["seasons"]
        assert (one["name"], one["path"], one["state"]) == ("one", "/s/one/", "played")
        assert (one["bots"], one["matches"], bool(one["leader"])) == (3, 1, True)
        assert (two["name"], two["state"]) == ("two", "unreadable")

    def test_the_page_links_each(self, seasons: Seasons) -> None:
        page = get(seasons, "/")
        assert page.status == 200
        assert page.headers["content-type"].startswith("text/html")
        for name in ("one", "two", "three"):
            assert f'<a href="/s/{name}/">{name}</a>' in page.text
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]

    def test_a_season_that_has_not_begun_is_no_failure(self, seasons: Seasons) -> None:
        seasons.failure = DataError(LeagueSentence.NOT_BEGUN, journal="j", league="two")
        states = [one["state"] for one in get(seasons, "/api/v1/seasons").json()["seasons"]]
        assert states[1] == "new"

    def test_a_bug_in_one_season_is_no_failure_of_the_list(self, seasons: Seasons) -> None:
        seasons.failure = ZeroDivisionError("a bug")
        assert get(seasons, "/").status == 200
        assert get(seasons, "/s/one/api/v1/league").status == 200
        assert get(seasons, "/s/two/api/v1/league").status == 503


class TestPaths:
    """Each season has its pages and its API below its own path."""

    @pytest.mark.parametrize("root", ["/", "/tianming/"])
    def test_each_has_its_own(self, root: str, folder: Path, assets: Assets) -> None:
        async def use(app: ASGIApp) -> None:
            for base in {root, "/"}:  # a proxy may have removed the root
                path = f"{base}s/one"
                assert (await request(app, f"{path}/api/v1/league")).json()["name"] == "one"
                assert (await request(app, f"{path}/api/v1/matches/m1")).json()["id"] == "m1"
                for target, status in (
                    (f"{path}/matches/m1", 200),
                    (f"{path}/matches/m2", 404),
                    (f"{path}/assets/main-1a2b.js", 200),
                    (f"{base}s/three/api/v1/matches/m1", 404),
                    (path, 200),
                ):
                    assert (await request(app, target)).status == status, target
            embedded = (await request(app, f"{root}s/one/embed/matches/m1")).headers
            assert "frame-ancestors *" in embedded["content-security-policy"]

        visit(Seasons(folder, assets, root), use)

    @pytest.mark.parametrize(
        ("target", "status", "code"),
        [
            ("/s/two/api/v1/league", 503, "season_not_read"),
            ("/s/four/api/v1/league", 404, "no_such_endpoint"),
            ("/api/v1/league", 404, "no_such_endpoint"),
            ("/api/v1/seasons?x=1", 400, "unknown_parameter"),
            ("/s/one/api/v1/seasons", 404, "no_such_endpoint"),
        ],
    )
    def test_what_is_not_there_is_a_problem(
        self, target: str, status: int, code: str, seasons: Seasons
    ) -> None:
        reply = get(seasons, target)
        assert (reply.status, reply.json()["error"]) == (status, code)

    @pytest.mark.parametrize(
        ("target", "status"), [("/s/two/matches", 503), ("/s/four/", 404), ("/matches", 404)]
    )
    def test_a_page_that_is_not_there_is_the_list(
        self, target: str, status: int, seasons: Seasons
    ) -> None:
        reply = get(seasons, target)
        assert reply.status == status
        assert 'href="/s/one/"' in reply.text

    def test_a_wrong_host_is_refused_everywhere(self, seasons: Seasons) -> None:
        for target in ("/", "/s/one/", "/s/two/", "/api/v1/seasons"):
            assert get(seasons, target, host="evil.example").status == 421

    def test_a_season_that_can_be_read_again_is_shown(
        self, seasons: Seasons, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("referee.web.season_slot._AGAIN", 0.0)

        async def use(app: ASGIApp) -> list[int]:
            first = await request(app, "/s/two/api/v1/league")
            seasons.failure = None
            second = await request(app, "/s/two/api/v1/league")
            return [first.status, second.status]

        assert visit(seasons, use) == [503, 200]


class TestFiles:
    """League files that are served together."""

    def test_two_seasons_of_one_name_are_refused(self, tmp_path: Path) -> None:
        paths = [_league(tmp_path / "a", "same"), _league(tmp_path / "b", "SAME")]
        with raises(UsageError, WebSentence.TWO_SEASONS, name="SAME", path=paths[1]):
            seasons_of(paths, ShowSettings(), {})

    def test_records_among_them_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "m1.tianming").write_bytes(toy_record())
        paths = [_league(tmp_path / "a", "one"), tmp_path / "m1.tianming"]
        with raises(UsageError, WebSentence.SEASONS_AND_RECORDS, path=paths[1]):
            seasons_of(paths, ShowSettings(), {})

    def test_a_file_with_an_error_is_named_after_its_path(self, tmp_path: Path) -> None:
        broken = _league(tmp_path / "of <b>", "x")
        broken.write_text("name = ")
        (tmp_path / "autumn.toml").write_text("no toml")
        found = seasons_of(
            [_league(tmp_path / "a", "one"), broken.parent, tmp_path / "autumn.toml"],
            ShowSettings(),
            {},
        )
        assert list(found) == ["one", "of-b", "autumn"]

    def test_a_server_shows_the_sound_ones_of_its_files(self, tmp_path: Path) -> None:
        """A real process, with a season that was played, one not begun, and one damaged."""
        files = [_league(tmp_path / name, name) for name in ("played", "new", "damaged")]
        league(tmp_path / "played", "run")
        league(tmp_path / "damaged", "run")
        (tmp_path / "damaged" / "ledger.db").write_bytes(b"no database")
        with PreloadedPopen(
            [sys.executable, "-m", "referee.cli.main", "web", *files, "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ,
            text=True,
        ) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split("//")[1].rstrip("/\n")
            listed = _json(address, "/api/v1/seasons")["seasons"]
            shown = _json(address, "/s/played/api/v1/league")["name"]
            process.send_signal(signal.SIGTERM)
        assert [one["name"] for one in listed] == ["played", "new", "damaged"]
        assert [one["state"] for one in listed][1:] == ["new", "unreadable"]
        assert shown == "played"


def _league(folder: Path, name: str) -> Path:
    """Write a league file, and return its path."""
    folder.mkdir()
    path = folder / "league.toml"
    write(path, {"ann": "random", "bob": "random"})
    path.write_text(path.read_text().replace('name = "small"', f'name = "{name}"'))
    return path


def _json(address: str, target: str) -> dict[str, Any]:
    connection = HTTPConnection(address)
    connection.request("GET", target)
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return found


async def _again(app: ASGIApp) -> None:
    """Ask for the season until its cached answer is a second old."""
    await asyncio.sleep(0.2)
    await request(app, "/s/one/api/v1/league")


class TestOwners:
    """Owners of several seasons in one browser."""

    def test_each_season_has_a_session_for_itself(self, tmp_path: Path, assets: Assets) -> None:
        """The cookie of a season is sent to no other, and its token is known to no other."""

        async def story() -> None:
            tokens, codes = {}, {}
            async with AsyncExitStack() as stack:
                slots = []
                for name in ("spring", "autumn"):
                    folder = tmp_path / name
                    folder.mkdir()
                    store, _, address = await stack.enter_async_context(entries_served(folder))
                    codes[name] = store.invite(0)
                    slots.append(SeasonSlot(name, _entered(folder, address), assets, _PUBLIC))
                app = SeasonsApp(slots, assets, _PUBLIC)
                for name, code in codes.items():
                    form = (await request(app, f"/s/{name}/api/v1/entry")).json()["form"]
                    body = json.dumps({"invitation": code, "owner": "ada"}).encode()
                    headers = {**HOST, FORM: form}
                    where = f"/s/{name}/api/v1/entry/join"
                    joined = await request(app, where, "POST", headers, body)
                    assert f"Path=/s/{name}/;" in joined.headers["set-cookie"]
                    tokens[name] = joined.json()["token"]
                found = {
                    (name, of): (
                        await request(
                            app,
                            f"/s/{name}/api/v1/mine",
                            headers={"Cookie": f"{COOKIE}={tokens[of]}"},
                        )
                    ).status
                    for name in tokens
                    for of in tokens
                }
                for slot in slots:
                    await slot.close()
            assert {pair for pair, status in found.items() if status == 200} == {
                ("spring", "spring"),
                ("autumn", "autumn"),
            }
            assert set(found.values()) == {200, 401}

        asyncio.run(asyncio.wait_for(story(), PATIENCE))


_PUBLIC = PublicAddress(hosts=("pages.example",))


def _entered(folder: Path, address: str) -> Callable[[], Source]:
    """Return how to open a season in which owners enter bots at an address."""

    def opening() -> Source:
        source = RecordsSource(folder.name, folder, [], ShowSettings())
        source.entries = EntryAddress(address)
        return source

    return opening
