"""A command says in a process of its own what it says within the tests' process.

The other tests of commands rely on that. `play`, `serve`, `league demo` and `league run`, which
start processes themselves, have tests of theirs: `test_output.py`, `play/test_serve.py`, the
README's, `league/test_run.py`.
"""

import re
from pathlib import Path

import pytest

from referee.cli.main import ROOT
from tests.cli.running import write
from tests.cli.shell import referee, referee_process
from tests.record.samples import dragon_record

WORDS = (
    ("verify", "m.tianming"),
    ("replay", "m.tianming", "--all"),
    # one answer: which of several is the slowest is chance
    ("rehearse", "m.tianming", "--seat", "0", "--from", "51", "--stop", "--", "greedy"),
    ("table", "m.tianming"),
    ("export", "--to", "jsonl", "m.tianming"),
    ("replay", "m.tianming", "--clocks"),
    ("conform", "--list"),
    ("check-bot", "--", "./nothing"),
    ("bridge", "--", "./nothing"),
    ("new", "bot", "my-bot", "--lang", "python"),
    ("token", "ann", "--tokens", "tokens.txt"),
    ("new", "key", "signing.key", "--public"),
    ("certificate", "tls", "--json"),
    ("league", "check"),
    ("games",),
    ("games", "rules", "dragon"),
    ("games", "board", "china/3-4"),
    ("doctor", "--help"),  # it measures, and finds something else each time
    ("play", "dragon", "random", "radnom"),
    ("compare", "random", "radnom"),
    ("serve", "dragon", "--seats", "2", "--tokens", "no.txt", "--records", "r"),
    ("web", "nothing"),
    ("site", "nothing", "out"),
    ("join", "nowhere", "code"),
    ("submit", "nothing", "--season", "nowhere:1"),
    ("mine", "--season", "nowhere:1"),
    ("league", "demo", "--records", "m.tianming"),
    ("--completion", "bash"),
    ("league", "run", "--help"),
    ("plya",),
)
"""A use of each command, and a mistake."""

VARYING = re.compile(r"\d+\.\d+|[0-9a-zA-Z_-]{40,}")
"""Times, and tokens."""


def test_every_command_has_a_line_here() -> None:
    """None is forgotten."""
    assert set(ROOT.members) < {words[0] for words in WORDS}


@pytest.mark.full
@pytest.mark.usefixtures("only_real_games")
@pytest.mark.parametrize("words", WORDS, ids=lambda words: words[0])
def test_it_is_the_same_in_a_process_of_its_own(words: tuple[str, ...], tmp_path: Path) -> None:
    """The exit code, the output and the errors."""
    said = []
    for run in (referee, referee_process):
        folder = tmp_path / run.__name__
        folder.mkdir()
        (folder / "m.tianming").write_bytes(dragon_record())
        write(folder / "league.toml", {"ann": "random", "bob": "random"})
        done = run(*words, cwd=folder)
        said.append((done.returncode, *(VARYING.sub("_", x) for x in (done.stdout, done.stderr))))
    assert said[0] == said[1]
