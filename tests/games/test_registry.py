"""A broken game of another distribution is named, and disturbs no other game."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.cli.operate import doctor
from referee.terminal import rules_page
from tests.errors import raises
from tests.games.plug_in import write_distribution
from tianming_games import registry
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.registry import GROUP, faults, load, playable

OTHER = "from tianming_games.dragon import Dragon\nGAME = Dragon()\n"


FAILING = """
from tests.game_check.sound_game import SoundGame
from tianming_games.small.wire import SmallWire

class Wire(SmallWire):
    def {method}(self, state, *rest):
        raise KeyError("a bug")

class Go(SoundGame):
    name, title = "go", "Go"

    def wire(self):
        return Wire()

GAME = Go()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of the import path."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "entry_points", entry_points)
    monkeypatch.delitem(sys.modules, "go_rules", raising=False)
    registry.names.cache_clear()
    registry.load.cache_clear()
    yield tmp_path
    registry.names.cache_clear()
    registry.load.cache_clear()


def write_go(folder: Path, text: str, distribution: str = "go-game", name: str = "go") -> None:
    """Write a distribution with a game."""
    points = {GROUP: {name: "go_rules:GAME"}}
    write_distribution(folder, distribution, points, {"go_rules": text})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("raise OSError('no licence')", "OSError: no licence"),
        ("GAMES = 1", "AttributeError: module 'go_rules' has no attribute 'GAME'"),
        ("def", "SyntaxError: invalid syntax (go_rules.py, line 1)"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_with_its_distribution(
    folder: Path, text: str, why: str
) -> None:
    write_go(folder, text)
    with raises(
        UsageError,
        GameSentence.GAME_NOT_LOADED,
        game="go",
        distribution="go-game",
        place="go_rules:GAME",
        why=why,
    ):
        load("go")


@pytest.mark.parametrize(
    ("text", "found"), [("GAME = 1", "an object of int"), (OTHER, "the game 'dragon'")]
)
def test_an_entry_point_that_leads_to_something_else_is_named(
    folder: Path, text: str, found: str
) -> None:
    write_go(folder, text)
    with raises(UsageError, GameSentence.NO_GAME_THERE, game="go", found=found):
        load("go")


def test_a_game_without_facts_or_a_title_is_named(folder: Path) -> None:
    text = "from tianming_games.small import SmallGame\nclass Go(SmallGame):\n    name = 'go'\n"
    write_go(folder, f"{text}GAME = Go()")
    with raises(UsageError, GameSentence.GAME_LACKS, game="go", what="title and facts"):
        load("go")


@pytest.mark.parametrize("method", ["setup", "position", "event"])
def test_a_match_in_which_the_code_of_a_game_fails_names_its_distribution(
    folder: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    write_go(folder, FAILING.format(method=method))
    assert main(["play", "go", "random", "random"]) != 0
    shown = capsys.readouterr()
    said = shown.out + shown.err
    assert "he game go of the distribution go-game failed (" in said
    assert "The referee failed" not in said
    assert "the referee failed" not in said


def test_a_broken_game_is_listed_as_broken_and_the_others_can_be_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_go(folder, "raise OSError('no licence')")
    assert {"china", "dragon", "ming"} <= {*playable()}
    assert "go" not in playable()
    assert main(["games"]) == 0
    shown = capsys.readouterr()
    assert "\ndragon: " in shown.out
    assert "referee games list: the game go of the distribution go-game cannot be" in shown.err
    assert main(["play", "go", "random", "random"]) == 2
    assert "report it with" not in capsys.readouterr().err


UNFIT = """
from tests.game_check.sound_game import SoundGame

class Go(SoundGame):
    name, title = "go", "Go"
    package = {package!r}

    def rules_page(self):
        {page}

GAME = Go()
"""

OWN = "tianming.games.small.v1"


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (UNFIT.format(package=OWN, page="return '# Go'"), []),
        (
            UNFIT.format(package="go.v1", page="return '# Go'"),
            ["the messages of the package 'go.v1' are not installed: install the distribution"],
        ),
        (UNFIT.format(package=OWN, page="return ''"), ["the distribution go-game has no page"]),
        (
            UNFIT.format(package="go.v1", page="raise OSError('lost')"),
            ["the messages of the package 'go.v1' are not", "the page of rules for go in the dist"],
        ),
        ("raise OSError('no licence')", ["the game go of the distribution go-game cannot be"]),
    ],
    ids=["sound", "no messages", "no page", "broken page", "broken"],
)
def test_doctor_names_what_is_missing_or_broken_in_a_game(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    reasons: list[str],
) -> None:
    probes = [probe for probe in doctor.PROBES if probe.__name__ == "_games"]
    monkeypatch.setattr(doctor, "PROBES", probes)
    monkeypatch.setattr(doctor, "_limits", lambda _: iter(()))
    rules_page.pages.cache_clear()
    write_go(folder, text)
    assert main(["doctor", "--json"]) == bool(reasons)
    rules_page.pages.cache_clear()
    findings = json.loads(capsys.readouterr().out)
    of_go = [finding for finding in findings if finding["what"] == "game go"]
    wrong = [finding["found"] for finding in of_go if not finding["ok"]]
    assert len(of_go) == max(1, len(reasons))
    assert len(wrong) == len(reasons)
    for found, reason in zip(wrong, reasons, strict=True):
        assert found.startswith(reason)
    assert [finding["what"] for finding in findings if not finding["ok"]] == ["game go"] * len(
        wrong
    )


def test_a_game_that_is_named_like_one_of_ours_is_reported_and_not_played(folder: Path) -> None:
    write_go(folder, OTHER, name="dragon")
    assert type(load("dragon")).__module__ == "tianming_games.dragon"
    (fault,) = faults()
    assert fault.sentence is GameSentence.SAME_NAME
    assert fault.fields == {"game": "dragon", "one": "tianming-games", "other": "go-game"}


def test_two_games_of_one_name_are_both_refused(folder: Path) -> None:
    write_go(folder, "", "one-go")
    write_go(folder, "", "other-go")
    with raises(UsageError, GameSentence.SAME_NAME, game="go", one="one-go", other="other-go"):
        load("go")
    assert "dragon" in playable()


def test_an_error_in_the_code_of_a_game_names_its_distribution(folder: Path) -> None:
    write_go(folder, "def fail():\n    raise KeyError(3)\n")
    with pytest.raises(KeyError) as raised:
        import_module("go_rules").fail()
    failure = registry.failure_of(raised.value)
    assert failure is not None
    assert failure.sentence is GameSentence.GAME_FAILED
    assert failure.fields["distribution"] == "go-game"
    assert str(failure.fields["place"]).endswith("go_rules.py:2")


def test_an_error_in_our_own_code_is_no_fault_of_a_game(folder: Path) -> None:
    write_go(folder, "")
    with pytest.raises(UsageError) as refused:
        load("dragon").begin(99)
    assert registry.failure_of(refused.value) is None
