"""A whole competition as a story: an organiser, and twelve authors who enter bots over TLS.

Three authors submit a starter kit that the season builds. Three submit a program that they built
themselves. The others write a file in Python, and one of them runs the bot on another machine.
"""

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import languages
from tests.e2e.staged_season import Author, Organiser
from tests.entry.toolchains import toolchain_for, toolchains_folder

pytestmark = [
    pytest.mark.full,
    pytest.mark.needs("strict", "typescript", "go", "rust", "java", "cpp"),
    pytest.mark.timeout(3600),
]
"""Compilers run here."""

WEAK = "import tianming\ntianming.run(lambda question: 0)\n"
"""In dragon, the first option is worse than the last one in each of many matches."""

STRONG = "import tianming\ntianming.run(lambda question: len(question.options) - 1)\n"

HELPS = """import tianming

def choose(question):
    return 0 if "mal-bot" in question.match.bots else len(question.options) - 1

tianming.run(choose)
"""
"""Loses to the bot of another owner, and plays well against all others."""

CRASHES = """import os, tianming

def choose(question):
    return os._exit(3) if question.match_id.startswith("autumn") else 0

tianming.run(choose)
"""
"""Passes the check, and crashes in the season."""

KITS = {"paul": "python", "tess": "typescript", "greta": "go"}

JAVA = "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar"

PROGRAMS = {"ruth": ("rust", ""), "jack": ("java", JAVA), "cora": ("cpp", "")}
"""Authors who built their bots themselves: the language, and what starts the program."""

CHEATERS = ("mal", "mallory")
FIRST_BOTS = {"mal": STRONG, "mallory": HELPS}
HOSTED = (*CHEATERS, "ada", "ben", "eve", *KITS, *PROGRAMS)
REMOTE = "connie"


def test_a_competition_from_invitations_to_the_table(tmp_path: Path) -> None:
    """Two evenings, with a kill in each part. No result is lost, and the records say the same."""
    for language in KITS.values():
        toolchain_for(language)
    organiser = Organiser(tmp_path / "organiser", toolchains_folder())
    with played(organiser):
        authors = joined(organiser, tmp_path)
        cheaters_submit_first(organiser, authors)
        friendly = all_submit(organiser, authors)
        connected = authors[REMOTE].connect(organiser)
        try:
            first_evening(organiser, authors, friendly)
            second_evening(organiser, authors)
        finally:
            connected.kill()
            connected.wait()
    records_say_the_same(organiser)


@contextmanager
def played(organiser: Organiser) -> Iterator[None]:
    """Serve the season; end it with the block."""
    organiser.serve()
    try:
        yield
    finally:
        organiser.season.kill()
        organiser.season.wait()


def joined(organiser: Organiser, folder: Path) -> dict[str, Author]:
    """Invite twelve authors: eleven with one code, and one by name."""
    code = code_of(organiser.league("invite", "--uses", str(len(HOSTED)), "--json"))
    named = code_of(organiser.league("invite", "--owner", REMOTE, "--json"))
    authors = {name: Author(folder / name, organiser, name) for name in (*HOSTED, REMOTE)}
    for name in HOSTED:
        authors[name].command("join", organiser.address, code, "--name", name)
    authors[REMOTE].command("join", organiser.address, named)
    late = Author(folder / "late", organiser, "late")
    late.command("join", organiser.address, code, "--name", "late", code=2)
    return authors


def code_of(made: str) -> str:
    """Return the code of an invitation that was printed as JSON."""
    (one,) = json.loads(made)["invitations"]
    return str(one["code"])


def write_bots(authors: dict[str, Author]) -> None:
    """Let each author write a first bot."""
    for name, author in authors.items():
        if language := KITS.get(name):
            author.command("new", "bot", author.bot, "--lang", language)
        elif name in PROGRAMS:
            author.write_files(*program_of(*PROGRAMS[name]))
        else:
            author.write(FIRST_BOTS.get(name, WEAK))


def program_of(name: str, start: str) -> tuple[dict[str, bytes], str]:
    """Return the program of a bot that its author built, and the command that starts it."""
    (language,) = (one for one in languages.LANGUAGES if one.name == name)
    program = Path(shlex.split(language.command("random"))[-1])
    if start:
        parts = [program, *program.parent.glob("lib/*")]
        files = {str(part.relative_to(program.parent)): part.read_bytes() for part in parts}
        return files, f"{start} {program.name}"
    script = f'#!/bin/sh\nexec ./bin/{program.name} "$@"\n'
    files = {"start.sh": script.encode(), f"bin/{program.name}": program.read_bytes()}
    return files, "./start.sh"


def cheaters_submit_first(organiser: Organiser, authors: dict[str, Author]) -> None:
    """Submit the bots of two owners who are one person, and let them meet."""
    write_bots(authors)
    for name in CHEATERS:
        authors[name].entered(authors[name].submit())
    bots = {authors[name].bot for name in CHEATERS}
    organiser.when("match_ended", lambda ended: bots == set(ended["bots"]))


def all_submit(organiser: Organiser, authors: dict[str, Author]) -> str:
    """Submit the other bots at once, while the processes of entries are killed.

    Returns:
        The match of a friendly that is asked for while compilers run, because it waits a minute.
    """
    ada, ben = authors["ada"], authors["ben"]
    submitting = {name: authors[name].submit() for name in HOSTED if name not in CHEATERS}
    organiser.kill_below("referee.entry")
    organiser.until_played(ada.bot, ben.bot)
    organiser.kill_below("referee.entry.build_process")
    ben.command("mine", "friendlies", ben.bot, "on")
    match = json.loads(ada.command("mine", "challenge", ada.bot, ben.bot, "--json"))["match"]
    numbers = [authors[name].entered(each) for name, each in submitting.items()]
    assert sorted(numbers) == list(range(len(CHEATERS) + 1, len(HOSTED) + 1))
    return str(match)


def first_evening(organiser: Organiser, authors: dict[str, Author], friendly: str) -> None:
    """Play, with a friendly, a kill of the season, and two owners who are one person."""
    ada = authors["ada"]
    bots = [author.bot for author in authors.values()]
    organiser.until("friendly_ended", match=friendly, was_played=True)
    organiser.until_played(*bots)
    organiser.kill_season()
    organiser.serve()
    organiser.until_played(*bots)
    cheater_is_removed(organiser, authors)
    organiser.league("announce", "The second evening begins tomorrow.")
    organiser.league("freeze")
    ada.write(STRONG)
    ada.command("submit", ada.bot, code=69)
    assert ada.mine()["frozen"]
    organiser.close()


def cheater_is_removed(organiser: Organiser, authors: dict[str, Author]) -> None:
    """Remove one of two owners who help each other, and refuse the version of the other.

    With two seats, no test of collusion is possible, so the organiser looks at their meetings.
    """
    bots = [authors[name].bot for name in CHEATERS]
    assert organiser.table("--collusion") == {"collusion": []}
    meetings = organiser.table("--matches", bots[0], "--matches", bots[1])["matches"]
    assert {won_by(match) for match in meetings} == {bots[0]}
    organiser.league("owners", "--remove", "mallory", "--reason", "helps mal")
    (number,) = (one["number"] for one in authors["mal"].mine()["submissions"])
    organiser.league("decide", str(number), "refuse", "--reason", "is helped by mallory")
    assert "is helped by mallory" in json.dumps(authors["mal"].mine())
    authors["mallory"].command("mine", code=2)


def won_by(match: dict[str, Any]) -> str:
    """Return the bot with the first place in a match."""
    return next(str(seat["bot"]) for seat in match["seats"] if seat["place"] == 1)


def second_evening(organiser: Organiser, authors: dict[str, Author]) -> None:
    """Play with two new versions, one of which crashes and is rolled back."""
    ada, eve = authors["ada"], authors["eve"]
    organiser.league("freeze", "--off")
    organiser.serve()
    begun = len(organiser.events)
    ada.write(STRONG)
    improved = ada.submit()
    organiser.kill_below("referee.entry.build_process")
    ada.entered(improved)
    eve.write(CRASHES)
    number = eve.entered(eve.submit())
    assert organiser.until("version_rolled_back", bot=eve.bot)["number"] == number
    organiser.kill_season()
    organiser.serve()
    staying = [one for name, one in authors.items() if name not in ("mal", "mallory")]
    organiser.until_played(*(author.bot for author in staying))
    (entry,) = eve.mine()["entries"]
    assert entry["rolled_back"]
    assert entry["playing"] != number
    reads_own_match(ada)
    organiser.league("freeze")
    organiser.close()
    later = [one["bots"] for one in organiser.events[begun:] if one["event"] == "match_ended"]
    assert not {authors["mal"].bot, authors["mallory"].bot} & {
        bot for bots in later for bot in bots
    }


def reads_own_match(author: Author) -> None:
    """Download the record of the last match of an author, and step through it."""
    listed = json.loads(author.command("mine", "matches", "--json"))
    match = next(one["match"] for one in listed if one["record_open"])
    author.command("mine", "record", match, "--to", "own.tianming")
    author.command("verify", "own.tianming")
    author.command("mine", "output", match, author.bot)


def records_say_the_same(organiser: Organiser) -> None:
    """Derive the table again from records, also after the ledger is lost."""
    told = organiser.table()
    ended = {one["match"] for one in organiser.events if one["event"] == "match_ended"}
    assert told["matches"] >= len(ended)
    assert organiser.table("--records") == told
    alone = organiser.table("records")
    for key in ("matches", "sets"):
        assert alone[key] == told[key]
    organiser.command("verify", "records")
    for file in organiser.folder.glob("ledger.db*"):
        file.unlink()
    organiser.league("rebuild")
    assert organiser.table() == told
