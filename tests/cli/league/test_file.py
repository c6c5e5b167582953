"""`referee league new` and `referee league check`: a first file, and the check of a file."""

import json
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.league.configuration.league_file import read_league
from referee.server.identity import hashed, new_token
from tests.cli.shell import typed_on_terminal


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that commands are run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestNew:
    """A file to begin with."""

    def test_it_writes_a_file_that_only_its_owner_can_read(self, here: Path) -> None:
        assert main(["league", "new"]) == 0
        (file,) = here.iterdir()
        assert file.name == "league.toml"
        assert file.stat().st_mode & 0o777 == 0o600

    def test_it_says_what_comes_next(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["league", "new", "autumn.toml"])
        assert "`referee league check autumn.toml`" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("file", "name", "records", "ledger"),
        [
            ("league.toml", "season", "records", "ledger.db"),
            ("autumn.toml", "autumn", "autumn", "autumn.db"),
            ("_Día 1.toml", "D-a-1", "D-a-1", "D-a-1.db"),
            (f"{'x' * 60}.toml", 40 * "x", 40 * "x", f"{40 * 'x'}.db"),
            ("…", "season", "records", "ledger.db"),
        ],
    )
    def test_each_has_a_season_of_its_own_that_is_called_as_the_file_is(
        self, file: str, name: str, records: str, ledger: str, here: Path
    ) -> None:
        assert main(["league", "new", file]) == 0
        league = read_league(Path(file), {}, {})
        assert (league.name, league.records) == (name, Path(records))
        assert league.ledger_url == f"sqlite:///{ledger}"

    def test_it_never_writes_over_a_file(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (here / "league.toml").write_text("mine")
        assert main(["league", "new"]) == 2
        said = capsys.readouterr().err
        assert said.startswith("referee league new: league.toml already exists: name another")
        assert (here / "league.toml").read_text() == "mine"

    @pytest.mark.parametrize(
        ("words", "live", "same_draws"),
        [
            ([], True, True),
            (["--spectators", "live"], True, True),
            (["--spectators", "all"], True, False),
            (["--spectators", "end"], False, True),
            (["--json"], True, True),
        ],
    )
    def test_it_says_what_spectators_may_see(
        self, here: Path, words: list[str], live: bool, same_draws: bool
    ) -> None:
        """Without a word of the organiser, they see something."""
        assert main(["league", "new", *words]) == 0
        league = read_league(Path("league.toml"), {}, {})
        assert (league.pages.live, league.same_draws) == (live, same_draws)

    def test_another_word_is_refused(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["league", "new", "--spectators", "lives"]) == 2
        assert "there is no 'lives': did you mean live?" in capsys.readouterr().err
        assert list(here.iterdir()) == []

    @pytest.mark.parametrize(
        ("typed", "code", "live"),
        [("\n", 0, True), ("lives\nend\n", 0, False), ("all\n", 0, True), ("\x04", 130, None)],
    )
    def test_a_person_is_asked(self, here: Path, typed: str, code: int, live: bool | None) -> None:
        """In a terminal. Whoever gives up leaves no file."""
        shown, found = typed_on_terminal(typed, "league", "new")
        assert (found, "What may spectators see?" in shown) == (code, True)
        assert [file.name for file in here.iterdir()] == (["league.toml"] if code == 0 else [])
        if code == 0:
            assert read_league(Path("league.toml"), {}, {}).pages.live == live

    def test_nobody_is_asked_about_a_file_that_is_there(self, here: Path) -> None:
        (here / "league.toml").write_text("mine")
        shown, code = typed_on_terminal("", "league", "new")
        assert (code, "spectators" in shown) == (2, False)

    def test_a_folder_that_is_not_there_is_named(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["league", "new", "nowhere/league.toml"]) == 74
        assert "nowhere/league.toml cannot be written: No such file" in capsys.readouterr().err
        assert list(here.iterdir()) == []


class TestCheck:
    """The check of a file, and its summary."""

    def test_a_new_file_is_sound(self, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["league", "new"])
        capsys.readouterr()
        assert main(["league", "check"]) == 0
        assert capsys.readouterr().out == (
            "league.toml is valid: season, round-robin of dragon for 4 bots in 1 round; "
            "round 1 has 1 set, 4 matches.\n"
        )

    def test_flags_and_variables_go_before_the_file(
        self, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        main(["league", "new"])
        monkeypatch.setenv("TIANMING_LEAGUE_FORMAT_ROUNDS", "9")
        capsys.readouterr()
        assert main(["league", "check", "--json", "--set", "format.sets=2"]) == 0
        plan = json.loads(capsys.readouterr().out)
        assert plan == {
            "file": "league.toml",
            "errors": [],
            "notes": [],
            "plan": {
                "name": "season",
                "game": "dragon",
                "format": "round-robin",
                "bots": 4,
                "rounds": 9,
                "sets_in_round_one": 2,
                "matches_in_round_one": 8,
            },
        }

    def test_draws_that_bots_from_elsewhere_could_know_are_worth_a_note(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["league", "new"])
        with (here / "league.toml").open("a") as file:
            file.write(f'[[bot]]\nname = "visitor"\ntoken = "{hashed(new_token())}"\n')
        capsys.readouterr()
        assert main(["league", "check"]) == 0
        assert "\nNote: the matches of a set have the same draws" in capsys.readouterr().out
        assert main(["league", "check", "--set", "same_draws=false"]) == 0
        assert "Note" not in capsys.readouterr().out

    def test_what_bots_can_read_is_worth_a_note(
        self,
        here: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("referee.league.configuration.preflight.refusal_of", lambda _: None)
        main(["league", "new"])
        with (here / "league.toml").open("a") as file:
            file.write('[[bot]]\nname = "cyd"\ncommand = "python -m cyd"\n')
        check = ["league", "check", "--json", "--set"]
        capsys.readouterr()
        for preset, begin in (
            ("none", "bots that run here can read league.toml with the seed of all draws"),
            ("basic", "bots that run here can read your files, other bots among them"),
        ):
            assert main([*check, f"sandbox.preset={preset}"]) == 0
            (note,) = json.loads(capsys.readouterr().out)["notes"]
            assert note.startswith(begin)
        assert main([*check, "sandbox.preset=strict"]) == 0
        assert json.loads(capsys.readouterr().out)["notes"] == []

    def test_errors_exit_with_2_as_text_and_as_json(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["league", "new"])
        file = here / "league.toml"
        text = file.read_text().replace("= 4", "= 1")
        file.write_text(text.replace("matches = 16", "mmatches = 16"))
        capsys.readouterr()
        assert main(["league", "check"]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(
            "referee league check: league.toml has 2 errors:\n  league.toml:"
        )
        assert main(["league", "check", "--json"]) == 2
        reported = json.loads(capsys.readouterr().out)
        assert [sorted(error) for error in reported["errors"]] == [
            ["code", "fields", "line", "text", "where"]
        ] * 2
        lines = file.read_text().splitlines()
        assert lines[reported["errors"][0]["line"] - 1] == "seats = 1"
        assert lines[reported["errors"][1]["line"] - 1] == "mmatches = 16"

    def test_json_names_the_line_that_is_not_toml(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (here / "league.toml").write_text('name = "x"\ngame =\n')
        assert main(["league", "check", "--json"]) == 2
        (error,) = json.loads(capsys.readouterr().out)["errors"]
        assert (error["line"], error["where"]) == (2, "league.toml:2")
        assert error["text"].startswith("this is not TOML: ")

    def test_a_file_that_is_not_there_is_named_with_the_way_to_one(
        self, here: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["league", "check"]) == 2
        assert "`referee league new league.toml` writes one" in capsys.readouterr().err
        assert main(["league", "check", "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["exit_code"] == 2
