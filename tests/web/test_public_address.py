"""The public address of pages: a root behind a proxy, host names, and what is refused."""

import socket

import pytest

from referee.error import UsageError
from referee.sentence.web import WebSentence
from referee.web.public_address import PublicAddress, public_address
from tests.errors import raises


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
    def test_what_is_no_path_is_refused(self, given: str) -> None:
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
    def test_what_is_no_name_is_refused(self, host: str) -> None:
        with raises(UsageError, WebSentence.WRONG_HOST_NAME, host=host):
            public_address("127.0.0.1:0", hosts=(host,))
