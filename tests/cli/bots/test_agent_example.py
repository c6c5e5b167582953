"""The agent of `examples/agent` plays with a stand-in of an OpenAI-compatible endpoint."""

import json
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from referee.record.reader import read
from referee.record.reasoning import read_reasoning
from tests.cli.bots.test_bridge_text import BRIDGE_TEXT
from tests.cli.shell import referee
from tests.source_tree import ROOT

AGENT = shlex.join((sys.executable, str(Path(ROOT) / "examples/agent/agent.py")))


class Endpoint(ThreadingHTTPServer):
    """Answers each request with the next of some texts, then with the last one."""

    def __init__(self, *answers: str) -> None:
        super().__init__(("127.0.0.1", 0), _Completion)
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.keys: set[str | None] = set()


class _Completion(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        endpoint = self.server
        assert isinstance(endpoint, Endpoint)
        assert self.path == "/v1/chat/completions"
        body = self.rfile.read(int(self.headers["Content-Length"]))
        endpoint.asked.append(json.loads(body))
        endpoint.keys.add(self.headers["Authorization"])
        answers = endpoint.answers
        said = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(200 if said else 500)
        self.end_headers()
        choices = [{"message": {"role": "assistant", "content": said}}]
        usage = {"prompt_tokens": 1200, "completion_tokens": 80}
        self.wfile.write(json.dumps({"choices": choices, "usage": usage}).encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def endpoint(patch: pytest.MonkeyPatch, *answers: str) -> Iterator[Endpoint]:
    """Serve some answers, and name the endpoint in the environment."""
    with Endpoint(*answers) as server:
        patch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        patch.setenv("OPENAI_MODEL", "stand-in")
        patch.setenv("OPENAI_API_KEY", "secret")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def test_it_plays_a_match_and_answers_again_after_an_essay_and_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "match.tianming"
    with endpoint(monkeypatch, "An essay.\n" * 50, "", "I begin.\n**0**", "0") as server:
        words = ("--decision", "60", "--record", record, "--json")
        done = referee("play", "dragon", f"{BRIDGE_TEXT} {AGENT}", "random", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {one["strikes"] for one in json.loads(done.stdout)["results"]} == {0}
    assert {*(read_reasoning(record) or {}).values()} == {"I begin."}
    told = [entry.body.chosen.thought for entry in read(record).entries]
    tokens = {(one.tokens_in, one.tokens_out) for one in told if one.ByteSize()}
    assert tokens == {(1200, 80)}
    assert server.keys == {"Bearer secret"}
    first, again, third, *_, last = server.asked
    assert {one["model"] for one in server.asked} == {"stand-in"}
    assert [one["role"] for one in first["messages"]] == ["system", "user"]
    assert "# " in first["messages"][0]["content"]
    assert again["messages"][3]["content"].startswith("Your answer cannot be read, it is ")
    assert "no option: 'no answer'" in third["messages"][5]["content"]
    assert [one["role"] for one in last["messages"]] == ["system", "user"]
