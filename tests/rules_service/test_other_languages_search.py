"""Bots in other languages search with the service of the rules."""

import json
from pathlib import Path

import pytest

from referee.rules_service.rules_server import serve_rules
from tests.cli.shell import referee
from tests.languages import LANGUAGES, Language
from tianming_games.registry import names

SEARCHING = [language for language in LANGUAGES if "search" in language.bots]

pytestmark = [
    pytest.mark.full,
    pytest.mark.needs(*(language.name for language in SEARCHING)),
    pytest.mark.timeout(3600),
]
"""The first test waits for the compilers, which may have to fetch their libraries."""


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", SEARCHING, ids=lambda language: language.name)
def test_a_bot_that_searches_plays_without_a_fault(
    language: Language, game: str, tmp_path: Path
) -> None:
    server, address = serve_rules(f"unix:{tmp_path}/rules.sock", {})
    bots = (f"{language.command('search')} {address}", "random", "random")
    done = referee("play", game, *bots, "--json", cwd=tmp_path)
    server.stop(None).wait()
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["termination"] == "finished"
