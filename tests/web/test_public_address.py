"""The public address of pages: a root behind a proxy, host names, and what is refused."""

import asyncio
import re
import socket
from pathlib import Path

import pytest

from referee.error import UsageError
from referee.web.public_address import PublicAddress, public_address
from referee.web.sentence import WebSentence
from tests.errors import raises
from tests.record.samples import toy_record
from tests.web.conftest import Served
from tests.web.reverse_proxy import ROOT, proxied
from tests.web.test_bad_input import ask


class TestRoot:
    """The path of the first page."""

    @pytest.mark.parametrize(
        ("given", "root"),
        [("/", "/"), ("", "/"), ("/a/", "/a/"), ("a", "/a/"), ("/a/b-1/c.d", "/a/b-1/c.d/")],
    )
    def test_it_has_a_slash_at_both_ends(self, given: str, root: str) -> None:
        assert public_address("127.0.0.1:0", given).root == root

    @pytest.mark.parametrize(
        "given", ["/../", "/a b/", '/"/', "/a?b/", "/%2e/", "http://a/", "/é/"]
    )
    def test_an_invalid_path_is_refused(self, given: str) -> None:
        with raises(UsageError, WebSentence.WRONG_ROOT, root=given):
            public_address("127.0.0.1:0", given)

    def test_a_path_is_the_same_whether_the_proxy_keeps_the_root_or_removes_it(self) -> None:
        public = PublicAddress("/tianming/")
        for path in ("/matches/m1", "/", "/api/v1/league"):
            assert public.path_below(f"/tianming{path}") == public.path_below(path) == path
        assert public.path_below("/tianming") == "/"


class TestHosts:
    """The names that the pages answer for."""

    def test_the_host_to_listen_on_is_one_of_them(self) -> None:
        assert public_address("pages.example:80").answers_for("pages.example")
        assert not public_address("127.0.0.1:80").answers_for("pages.example")
        assert not public_address("unix:/run/pages").answers_for("run")

    def test_the_name_of_the_machine_is_one_of_them(self) -> None:
        assert PublicAddress().answers_for(f"{socket.gethostname()}:8080")

    @pytest.mark.parametrize("host", ["", "a b", "a:80", "http://a", "*", "a/b", "-a"])
    def test_an_invalid_name_is_refused(self, host: str) -> None:
        with raises(UsageError, WebSentence.WRONG_HOST_NAME, host=host):
            public_address("127.0.0.1:0", hosts=(host,))


class TestBehindAProxy:
    """Pages below a root, through a reverse proxy that keeps the root or removes it."""

    @pytest.mark.parametrize("removes_root", [True, False])
    def test_shell_files_answers_streams_and_frames_are_found(
        self, folder: Path, served: Served, removes_root: bool
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        (folder / "m2.tianming.part").write_bytes(toy_record()[:-250])
        public = public_address("127.0.0.1:0", ROOT, ("pages.example",), ("127.0.0.1",))

        async def use(port: int) -> None:
            async with proxied(port, "pages.example", removes_root) as front:
                shell = await ask(front, f"{ROOT}matches/m1")
                text = shell.body.decode()
                assert f'data-root="{ROOT}"' in text
                files = re.findall(r'(?:src|href)="(.*?)"', text)
                assert {Path(file).suffix for file in files} == {
                    ".svg",
                    ".js",
                    ".css",
                    ".atom",
                    ".json",
                }
                paths = [*files, ROOT, ROOT.rstrip("/"), f"{ROOT}embed/matches/m1"]
                names = ("league", "matches/m1/steps", "bots/bot0", "fair/m1")
                paths += [f"{ROOT}api/v1/{name}" for name in names]
                statuses = {path: (await ask(front, path)).status for path in paths}
                assert statuses == dict.fromkeys(paths, 200)
                reader, writer = await asyncio.open_connection("127.0.0.1", front)
                target = f"{ROOT}api/v1/matches/m2/live"
                writer.write(f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                await reader.readuntil(b"event: start")
                writer.close()

        served(use, public=public)

    def test_the_host_that_it_sends_must_be_one_of_the_pages(
        self, folder: Path, served: Served
    ) -> None:
        public = public_address("127.0.0.1:0", ROOT)

        async def use(port: int) -> None:
            async with proxied(port, "pages.example", removes_root=False) as front:
                refused = await ask(front, ROOT)
                assert (refused.status, refused.problem) == (421, "wrong_host")

        served(use, public=public)
