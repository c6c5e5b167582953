"""A whole competition as a story: an organiser, and authors who enter bots over TLS."""

import json
from pathlib import Path

import pytest

from tests.e2e.staged_season import Author, Organiser

pytestmark = [pytest.mark.full, pytest.mark.needs("strict"), pytest.mark.timeout(3600)]
"""Compilers run here."""

GOOD = "import tianming\ntianming.run(lambda question: 0)\n"


def test_three_authors_enter_while_everything_is_killed_once(tmp_path: Path) -> None:
    organiser = Organiser(tmp_path / "organiser", tmp_path / "toolchains")
    made = json.loads(organiser.league("invite", "--uses", "3", "--json"))
    (code,) = (one["code"] for one in made["invitations"])
    organiser.serve()
    try:
        authors = [Author(tmp_path / name, organiser, name) for name in ("ada", "ben", "cleo")]
        for author in authors:
            author.command("join", organiser.address, code, "--name", author.name)
            author.write(GOOD)
        submitting = [author.submit() for author in authors]
        organiser.kill_below("referee.entry")
        organiser.kill_below("referee.entry.build_process")
        numbers = [author.entered(each) for author, each in zip(authors, submitting, strict=True)]
        assert sorted(numbers) == [1, 2, 3]
        organiser.until_played(*(author.bot for author in authors))
        organiser.kill_season()
        organiser.serve()
        organiser.until_played(*(author.bot for author in authors))
        organiser.league("freeze")
        authors[0].write(GOOD + "# later\n")
        authors[0].command("submit", authors[0].bot, code=69)
        organiser.close()
        assert organiser.table() == organiser.table("--records")
    finally:
        organiser.season.kill()
        organiser.season.wait()
