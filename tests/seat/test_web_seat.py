"""A person plays in the browser: what the page gets, and what it may answer."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from referee.record.reader import match_settings_of, read
from tests.cli.shell import referee
from tests.patience import PATIENCE


class _Link:
    """The page of one person, as a browser calls it."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        self._host = parts.netloc
        self.path = parts.path

    def get(self, path: str) -> HTTPResponse:
        connection = HTTPConnection(self._host, timeout=PATIENCE)
        connection.request("GET", path)
        return connection.getresponse()

    def post(self, body: object) -> tuple[int, str]:
        connection = HTTPConnection(self._host, timeout=PATIENCE)
        connection.request("POST", f"/api/v1{self.path}/answer", json.dumps(body))
        response = connection.getresponse()
        return response.status, response.read().decode()

    def views(self) -> Iterator[dict[str, Any]]:
        """Yield the views that a tab gets."""
        kind = b""
        with self.get(f"/api/v1{self.path}/live") as stream:
            for line in stream:
                if line.startswith(b"event: "):
                    kind = line[7:].strip()
                elif line.startswith(b"data: ") and kind == b"view":
                    yield json.loads(line[6:])

    def play(self, until: int = 1_000) -> dict[str, Any]:
        """Take the first option of some questions, then give up; return the last view."""
        view: dict[str, Any] = {}
        for view in self.views():
            if view.get("question"):
                option = 0 if view["turn"] <= until else None
                assert self.post({"question": view["question"], "option": option})[0] == 200
        return view


@contextmanager
def _playing(*words: str, people: int = 1) -> Iterator[tuple[subprocess.Popen[str], list[_Link]]]:
    """Play a match with `--web`; yield the process and the links."""
    command = [sys.executable, "-m", "referee.cli.main", "play", *words, "--web", "--no-browser"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            lines = [process.stderr.readline() for _ in range(people)]
            found = [re.search(r"http://\S+", line) for line in lines]
            yield process, [_Link(one[0]) for one in found if one]
        finally:
            process.kill()


def test_a_person_plays_and_the_record_marks_the_seat(tmp_path: Path) -> None:
    record = tmp_path / "match.tianming"
    words = ("dragon", "human", "random", "--seed", "7", "--guided", "--record", str(record))
    with _playing(*words) as (process, [link]):
        last = link.play(until=5)
        assert last["over"]
        assert "human: " in "\n".join(last["news"])
        assert process.wait(PATIENCE) == 0
    assert match_settings_of(read(record).header).people == (0,)


def test_an_answer_counts_once_and_a_wrong_one_changes_nothing() -> None:
    with _playing("dragon", "human", "random", "--seed", "7") as (_, [link]):
        views = link.views()
        view = next(one for one in views if one.get("question"))
        number = view["question"]
        assert link.post({"question": number, "option": 99})[0] == 400
        assert link.post({"question": number})[0] == 400
        assert link.post({"question": number + 1, "option": 0})[0] == 409
        other = next(one for one in link.views() if one.get("question"))
        assert other == view  # a second tab shows the same
        assert link.post({"question": number, "option": 1})[0] == 200
        assert link.post({"question": number, "option": 1})[0] == 200
        status, why = link.post({"question": number, "option": 2})
        assert status == 409
        assert "answered in another tab" in why
        assert next(one for one in views if one.get("question"))["turn"] == 2


def test_without_the_token_of_a_seat_there_is_one_sentence_and_nothing_of_the_match() -> None:
    words = ("dragon", "ann=human", "ben=human", "--seed", "7")
    with _playing(*words, people=2) as (_, [ann, ben]):
        assert ann.path != ben.path
        next(one for one in ann.views() if one.get("question"))
        paths = ("live", "rule", "answer")
        answers = {
            ann.get(f"/api/v1/seat/{token}/{path}").read()
            for token in ("x", ann.path[6:-1], "%00")
            for path in paths[:2]
        }
        assert all(b"message" in one and b"ann" not in one for one in answers)
        assert b"This link opens no seat" in ann.get("/api/v1/league").read()


def test_two_people_play_by_their_links() -> None:
    words = ("dragon", "ann=human", "ben=human", "random", "--seed", "7")
    with _playing(*words, people=2) as (process, links):
        players = [threading.Thread(target=link.play, args=(3,)) for link in links]
        for player in players:
            player.start()
        for player in players:
            player.join(PATIENCE)
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dragon", "random", "random", "--web"), "--web is for a person"),
        (("dragon", "human", "random", "--listen", "127.0.0.1:0"), "add --web"),
        (("dragon", "human", "random", "--web", "--listen", "here"), "is not an address"),
        (("dragon", "human", "random", "--web", "--listen", "unix:/x"), "a person cannot open"),
    ],
)
def test_an_option_that_does_not_fit_is_refused_in_one_sentence(
    words: tuple[str, ...], why: str
) -> None:
    done = referee("play", *words)
    assert done.returncode == 2
    assert why in done.stderr
