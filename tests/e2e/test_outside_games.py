"""Games of other distributions work everywhere, installed as wheels and editable.

The distributions are those of `examples/`, one that `referee new game --proto` writes, and one with
messages of its own. Each is built and installed as pip does it, into an environment for these
tests.
"""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.adding.tree import interpreter, recompiled
from tests.games.plug_in import write_distribution
from tests.source_tree import ROOT
from tianming.payload import GROUP as MESSAGES
from tianming_games.registry import GROUP as GAMES
from tianming_proto.games.small.v1 import small_pb2

BOT = """
import tianming
from tianming_games.chance import Chance
from tianming_games.registry import load


def choose(question):
    fields = question.observation.fields
    assert len(fields["points"].numbers) == 2
    assert question.options[0].word and question.position.options
    assert all(event.detail.WhichOneof("kind") for event in question.since)
    assert question.match.setup.seats == 2
    match, game = question.match, load(question.game)
    position = question.message.position.value
    state = game.from_position(
        match.options, match.serialized_setup.value, position, Chance(bytes(32), "deal")
    )
    assert len(state.legal_actions(question.seat)) == question.option_count
    while not state.is_terminal():
        if state.current_player < 0:
            state.apply_draw(state.sample_draw(Chance(bytes(32), "draw")))
        else:
            state.apply_action(state.current_player, state.legal_actions(state.current_player)[-1])
    return question.option_count - 1


tianming.run(choose)
"""

PROGRAM = """
import json, sys
for line in sys.stdin:
    heard = json.loads(line)
    if heard["kind"] == "question":
        assert heard["observation"]["fields"]["points"]["numbers"]
        print(heard["option_count"] - 1, flush=True)
"""

LEAGUE = """
name = "outside"
game = "{game}"
seats = 2
seed = "7"
[format]
kind = "round-robin"
rounds = 1
sets = 1
[executor]
kind = "processes"
workers = 2
[sandbox]
preset = "none"
[[bot]]
name = "a"
command = "random"
[[bot]]
name = "b"
command = "random"
"""

OWN_PACKAGE = "outsider.cards.kuhns.v1"

OWN = """
from kuhn_poker import KuhnPoker

class OwnKuhn(KuhnPoker):
    name, package = "own_kuhn", "outsider.cards.kuhns.v1"

GAME = OwnKuhn()
"""


class Place:
    """An environment with some games, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = interpreter(folder / "python", ROOT)
        self._python = folder / "python/bin/python"

    def install(self, source: Path, is_editable: bool) -> None:
        """Build a distribution and install it."""
        kind = "editable" if is_editable else "wheel"
        wheels = self.folder / f"{source.name}-{kind}"
        code = f"import hatchling.build, sys; hatchling.build.build_{kind}(sys.argv[1])"
        subprocess.run([sys.executable, "-c", code, wheels], cwd=source, check=True)
        (wheel,) = wheels.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(self.library)

    def run(self, *words: str | Path, code: int = 0) -> str:
        """Run a command of the referee; return what it prints."""
        done = subprocess.run(
            [self._python, "-m", "referee.cli.main", *words],
            cwd=self.folder,
            check=False,
            capture_output=True,
            text=True,
            timeout=300,  # against a hang only
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def result(self, *words: str | Path) -> Any:
        """Run a command with `--json`; return what it prints."""
        command, *rest = words
        return json.loads(self.run(command, "--json", *rest))

    def bot(self, text: str) -> str:
        """Return the command line of a program in Python."""
        file = self.folder / "bot.py"
        file.write_text(text)
        return f"{self._python} {file}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return an environment with all games: two of them as wheels, two editable."""
    made = Place(tmp_path_factory.mktemp("outside"))
    made.run("new", "game", "my-game", "--proto")
    for name, is_editable in (("pig", False), ("kuhn-poker", True), ("my-game", True)):
        if name != "my-game":
            shutil.copytree(ROOT / "examples" / name, made.folder / name)
        made.install(made.folder / name, is_editable)
    module = Path(small_pb2.__file__).read_text(encoding="utf-8")
    modules = {"own_kuhn": OWN, "own_kuhn_pb2": recompiled(module, with_own_package)}
    points = {GAMES: {"own_kuhn": "own_kuhn:GAME"}, MESSAGES: {OWN_PACKAGE: "own_kuhn_pb2"}}
    write_distribution(made.library, "own-kuhn", points, modules)
    return made


def with_own_package(descriptor: bytes) -> bytes:
    """Return the compiled messages of small games in another package, whose name is as long."""
    path = OWN_PACKAGE.replace(".", "/").encode()
    moved = descriptor.replace(b"tianming/games/small/v1", path)
    return moved.replace(b"tianming.games.small.v1", OWN_PACKAGE.encode())


pytestmark = pytest.mark.full

EVERY = pytest.mark.parametrize("game", ["pig", "kuhn_poker", "own_kuhn", "my_game"])


@EVERY
def test_it_is_played_by_a_bot_that_reads_its_messages_and_searches(
    place: Place, game: str
) -> None:
    """The match is verified and replayed."""
    record = f"{game}.tianming"
    played = place.result(
        *("play", game, place.bot(BOT), "random", "--seed", "7", "--record", record)
    )
    assert [seat["strikes"] for seat in played["results"]] == [0, 0]
    assert "sound" in place.run("verify", record)
    assert place.run("replay", record)


@EVERY
def test_it_keeps_the_promises_of_every_game(place: Place, game: str) -> None:
    assert "keeps all" in place.run("games", "check", game, "--plays", "1")


def test_a_program_plays_it_through_the_bridge(place: Place) -> None:
    (place.folder / "program.py").write_text(PROGRAM)
    python = place.bot("").split()[0]
    bridge = f"{python} -m referee.cli.main bridge -- {python} {place.folder / 'program.py'}"
    played = place.result("play", "own_kuhn", bridge, "random", "--seed", "7")
    assert [seat["strikes"] for seat in played["results"]] == [0, 0]


def test_its_page_of_rules_is_shown(place: Place) -> None:
    assert "Pig" in place.run("games", "rules", "pig").splitlines()[0]
    known = {line.split()[0] for line in place.run("games", "rules").splitlines()}
    assert {"pig", "kuhn_poker", "my_game"} <= known
    place.run("games", "rules", "own_kuhn", code=2)


def test_a_league_of_a_pool_plays_it_and_has_pages(place: Place) -> None:
    season = place.folder / "season"
    season.mkdir()
    (season / "league.toml").write_text(LEAGUE.format(game="my_game"))
    place.run("league", "run", season / "league.toml")
    assert place.result("table", season / "league.toml")
    site = place.folder / "site"
    place.run("site", season / "league.toml", site)
    assert any(site.rglob("*.html"))


def test_bots_are_checked_with_it(place: Place) -> None:
    done = place.result("check-bot", "--game", "pig", "--matches", "2", "--", "random")
    assert done["verdict"] != "not_ready"
    place.run("conform", "--check", "all-games", "--", "random")


def test_the_tests_of_a_new_game_pass(place: Place) -> None:
    python = place.bot("").split()[0]
    subprocess.run([python, "-m", "unittest"], cwd=place.folder / "my-game", check=True)


def test_the_page_of_a_new_game_draws_its_board(place: Place) -> None:
    place.run("play", "my_game", "random", "random", "--seed", "7", "--record", "drawn.tianming")
    place.run("replay", "drawn.tianming", "--html", "drawn.html")
    assert "in row 1, column" in (place.folder / "drawn.html").read_text(encoding="utf-8")
