"""A person plays in the browser: what the page gets, and what it may answer."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from referee.record.reader import match_settings_of, read
from referee.seat.web_front import MOST_TABS
from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen
from tests.seat.web_table import web_table


class _Link:
    """The page of one person, as a browser calls it."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        self._host = parts.netloc
        self.path = parts.path

    def call(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, str, dict[str, str]]:
        """Return the status, the body and the headers of an answer."""
        with closing(HTTPConnection(self._host, timeout=PATIENCE)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, headers)
            response = connection.getresponse()
            return (
                response.status,
                response.read().decode(),
                {name.lower(): value for name, value in response.getheaders()},
            )

    def answer(self, question: int, option: int | None) -> tuple[int, str]:
        """Answer a question; return the status and the body of the answer to that."""
        order = {"question": question, "option": option}
        return self.call("POST", f"/api/v1{self.path}/answer", order)[:2]

    @contextmanager
    def tab(self) -> Iterator[Iterator[dict[str, Any]]]:
        """Open a tab; yield the views that it gets."""
        with ExitStack() as open_:
            connection = open_.enter_context(closing(HTTPConnection(self._host, timeout=PATIENCE)))
            connection.request("GET", f"/api/v1{self.path}/live")
            stream = open_.enter_context(connection.getresponse())
            assert stream.status == 200, stream.read()
            yield _views(stream)

    def question(self) -> dict[str, Any]:
        """Return the open question, as a new tab sees it."""
        with self.tab() as views:
            return asked(views)

    def play(self, until: int = 1_000) -> dict[str, Any]:
        """Take the first option of some questions, then give up; return the last view."""
        view: dict[str, Any] = {}
        with self.tab() as views:
            for view in views:
                if view.get("question"):
                    option = 0 if view["turn"] <= until else None
                    assert self.answer(view["question"], option)[0] == 200
        return view


def _views(stream: Iterator[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the views of a stream, without the time that is left."""
    kind = b""
    for line in stream:
        if line.startswith(b"event: "):
            kind = line[7:].strip()
        elif line.startswith(b"data: ") and kind == b"view":
            yield {name: value for name, value in json.loads(line[6:]).items() if name != "left"}


def asked(views: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return the next view with an open question."""
    return next(view for view in views if view.get("question"))


@contextmanager
def _playing(*words: str, people: int = 1) -> Iterator[tuple[subprocess.Popen[str], list[_Link]]]:
    """Play a match with `--web`; yield the process and the links."""
    command = [sys.executable, "-m", "referee.cli.main", "play", *words, "--web", "--no-browser"]
    with PreloadedPopen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            lines = [process.stderr.readline() for _ in range(people)]
            found = [re.search(r"http://\S+", line) for line in lines]
            yield process, [_Link(one[0]) for one in found if one]
        finally:
            process.kill()


def test_two_people_play_by_their_links_and_the_record_marks_their_seats(tmp_path: Path) -> None:
    """The match begins when both have come, and ends when both have seen its end."""
    record = tmp_path / "match.tianming"
    words = ("dragon", "ann=human", "random", "ben=human", "--record", str(record), "--guided")
    with _playing(*words, people=2) as (process, links), ThreadPoolExecutor() as tabs:
        assert len({link.path for link in links}) == 2
        for last in tabs.map(lambda link: link.play(until=2), links):
            assert last["over"]
            assert any(line.startswith("1. random: ") for line in last["news"])
        assert process.wait(PATIENCE) == 1  # two seats gave up
    assert match_settings_of(read(record).header).people == (0, 2)
    assert referee("verify", str(record)).returncode == 0
    assert not re.search("ann|ben", referee("table", str(tmp_path)).stdout)


@pytest.mark.parametrize("game", ["china", "dragon", "ming"])
def test_a_page_gets_all_that_it_needs_to_play_and_to_give_up(game: str) -> None:
    with web_table(game, is_guided=True) as table:
        link = _Link(table.links[0])
        question = link.question()
        assert question["scene"]
        assert any("greedy would take" in line for line in question["advice"])
        _, rule, _ = link.call("GET", f"/api/v1{link.path}/rule?option=0")
        assert json.loads(rule)["text"]
        last = link.play(until=4)
        assert last["over"]
        assert last["turn"] == 5
        (human,) = (one for one in table.outcome.results if one.seat == 0)
        assert f"3. human: {human.score} points" in last["news"]


def test_an_answer_counts_once_and_a_wrong_one_changes_nothing() -> None:
    with web_table("dragon") as table:
        link = _Link(table.links[0])
        with link.tab() as views, link.tab() as others:
            view = asked(views)
            assert asked(others) == view  # a second tab shows the same
            number = view["question"]
            path = f"/api/v1{link.path}/answer"
            wrong: list[object] = [{}, {"question": number}, {"question": "x", "option": 0}, []]
            for body in (*wrong, "a" * 20_000):
                assert link.call("POST", path, body)[0] in (400, 413)
            assert link.answer(number, 99)[0] == 400
            assert link.answer(number, -1)[0] == 400
            assert link.answer(number + 1, 0)[0] == 409
            assert link.answer(number, 1)[0] == 200
            assert link.answer(number, 1)[0] == 200
            status, why = link.answer(number, 2)
            assert status == 409
            assert "answered in another tab" in why
            assert asked(views)["turn"] == asked(others)["turn"] == 2


def test_a_tab_that_is_closed_misses_nothing() -> None:
    with web_table("dragon") as table:
        link = _Link(table.links[0])
        first = link.question()
        link.answer(first["question"], 0)
        second = link.question()
        assert second["turn"] == 2
        assert second["news"][: len(first.get("news", []))] == first.get("news", [])
        assert link.question() == second


def test_without_the_token_of_a_seat_there_is_one_sentence_and_nothing_of_the_match() -> None:
    with web_table("dragon", (), people=2) as table:
        ann, ben = map(_Link, table.links)
        question = ann.question()
        for token in ("x", ann.path[6:-1], ann.path[6:] + "x", "%00", ann.path[6:].swapcase()):
            for path in ("live", "rule?option=0"):
                status, body, _ = ann.call("GET", f"/api/v1/seat/{token}/{path}")
                assert status in (400, 404)
                assert set(json.loads(body)) == {"error", "message"}
            order = {"question": question["question"], "option": 0}
            assert ann.call("POST", f"/api/v1/seat/{token}/answer", order)[0] in (400, 404)
        for path in ("/", "/api/v1/league", "/matches/1", "/api/v1/openapi.json"):
            status, body, _ = ann.call("GET", path)
            assert status == 404
            assert "This link opens no seat" in body
        assert ben.answer(question["question"], 0)[0] == 409  # the question of another seat
        assert ann.question() == question


def test_another_site_can_neither_embed_nor_read_a_seat() -> None:
    with web_table("dragon") as table:
        link = _Link(table.links[0])
        status, _, headers = link.call("GET", link.path)
        assert status == 200
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        path = f"/api/v1{link.path}/rule?option=0"
        assert "access-control-allow-origin" not in link.call("GET", path)[2]
        assert link.call("GET", path, Host="evil.example")[0] == 421
        assert link.call("OPTIONS", f"/api/v1{link.path}/answer")[0] == 405


def test_too_many_tabs_are_refused_in_one_sentence() -> None:
    with web_table("dragon") as table, ExitStack() as open_:
        link = _Link(table.links[0])
        for _ in range(MOST_TABS):
            open_.enter_context(link.tab())
        status, body, _ = link.call("GET", f"/api/v1{link.path}/live")
        assert status == 429
        assert "close some of them" in body


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("random", "random", "--web"), "--web is for a person"),
        (("human", "random", "--listen", "127.0.0.1:0"), "--listen is for the pages of people"),
        (("human", "random", "--terminal", "human"), "--terminal is for the pages of people"),
        (("human", "random", "--no-browser"), "--browser is for the pages of people"),
        (("human", "random", "--web", "--terminal", "random"), "which is no person of this"),
        (("human", "random", "--web", "--terminal", "human", "--json"), "--json would mix"),
        (("human", "random", "--web", "--listen", "here"), "is not an address"),
        (("human", "random", "--web", "--listen", "unix:/x"), "a person cannot open"),
    ],
)
def test_an_option_that_does_not_fit_is_refused_in_one_sentence(
    words: tuple[str, ...], why: str
) -> None:
    done = referee("play", "dragon", *words)
    assert done.returncode == 2
    assert why in done.stderr
