"""Every command does what its help says."""

import asyncio
import json
import os
import platform
import re
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.live import Live

from referee.cli.main import ROOT, main
from referee.cli.operate import doctor
from referee.cli.option.league_file import LeagueFile
from referee.match import match
from referee.record.reader import read
from referee.terminal.match_watch import Watch
from referee.web.assets import Assets
from tests.cli.shell import referee
from tests.match.driver import Driver
from tests.record.samples import bodies, dragon_record
from tests.server.test_tls import Authority
from tests.wording.help import pages
from tianming_games.chance import Chance
from tianming_games.registry import load


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record that `referee play` has written."""
    path = tmp_path_factory.mktemp("records") / "match.tianming"
    done = referee("play", "dragon", "random", "random", "--seed", "7", "--record", path)
    assert done.returncode == 0, done.stderr
    return path


def course(record: Path) -> list[list[int]]:
    """The draws and the choices of a record, in order."""
    happened = []
    for entry in read(record).entries:
        drawn, chosen = entry.body.drawn, entry.body.chosen
        if entry.body.HasField("drawn"):
            happened.append(list(drawn.values))
        elif entry.body.HasField("chosen"):
            happened.append([chosen.seat, chosen.number, chosen.option])
    return happened


PAGES = pages()


class TestHelp:
    """Every command has a help page with an example and the exit codes."""

    @pytest.mark.parametrize("name", PAGES)
    def test_help_shows_an_example_and_the_exit_codes(self, name: str) -> None:
        done = referee(*name.split(), "--help")
        assert done.returncode == 0
        assert f"referee {name}" in done.stdout.partition("Examples:")[2]
        assert re.search(r"^  0 +success$", done.stdout, re.MULTILINE)

    def test_the_code_1_is_named_only_where_it_is_given(self) -> None:
        named = {name for name, page in PAGES.items() if page.one}
        assert named == {
            *("", "games", "league"),
            "games check",
            *("play", "compare", "rehearse", "conform", "check-bot", "bridge", "doctor", "submit"),
            "league prepare",
            "league run",
        }
        play = referee("play", "--help").stdout
        assert re.search(
            r"^  1 +finished; a bot made a fault, or .*\n(.*\n)?  2 +wrong usage$", play, re.M
        )
        check = referee("league", "check", "--help").stdout
        assert re.search(r"^  0 +success\n  2 +wrong usage$", check, re.M)

    @pytest.mark.parametrize(
        ("words", "name"),
        [
            ((), ""),
            (("league",), "league"),
            (("play", "-h"), "play"),
        ],
    )
    def test_help_is_shown_to_those_who_ask_and_those_who_name_no_command(
        self, words: tuple[str, ...], name: str
    ) -> None:
        done = referee(*words)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == referee(*name.split(), "--help").stdout

    def test_22_commands_are_listed_in_five_groups(self) -> None:
        assert list(ROOT.sections) == ["Play", "Look", "League", "Bots", "Operate"]
        assert len(ROOT.members) == 22
        lines = referee("--help").stdout.splitlines()
        for heading, names in ROOT.sections.items():
            first = lines.index(f"{heading}:") + 1
            listed = lines[first : lines.index("", first)]
            assert [line.split()[0] for line in listed if line[2] != " "] == list(names)

    @pytest.mark.parametrize(
        ("words", "prog"),
        [
            (["--odd", "games"], "referee"),
            (["games", "china"], "referee games"),
            (["league", "status", "one.toml", "two.toml"], "referee league status"),
        ],
    )
    def test_a_word_too_many_is_sent_to_the_help_of_its_command(
        self, words: list[str], prog: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(words) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"{prog}: ")
        assert said.endswith(f" See `{prog} --help`.\n")

    @pytest.mark.parametrize(
        ("words", "hint"),
        [
            (("legue",), "there is no command 'legue': did you mean league?"),
            (("league", "stat"), "there is no command 'stat': did you mean status?"),
            (("new", "robot"), "there is no command 'robot': did you mean bot?"),
            (("play", "--sed", "7"), "there is no option '--sed': did you mean --seed?"),
            (("play", "-x"), "there is no option '-x'."),
            (("verify", "--josn", "m"), "there is no option '--josn': did you mean --json?"),
            (("serve", "dragon", "--see", "7"), "there is no option '--see'"),
        ],
    )
    def test_the_error_of_a_mistyped_command_or_option_names_the_nearest(
        self, words: tuple[str, ...], hint: str
    ) -> None:
        done = referee(*words)
        assert done.returncode == 2
        assert hint in done.stderr

    def test_an_example_that_is_too_long_continues_in_lines_that_a_shell_joins(self) -> None:
        (serve,) = re.findall(
            r"^  (referee serve dragon --seats 4 .*?key\.pem)$",
            referee("serve", "--help").stdout,
            re.MULTILINE | re.DOTALL,
        )
        assert " \\\n" in serve
        assert shlex.split(serve.replace("\\\n", "")) == shlex.split(PAGES["serve"].examples[1])
        assert all(len(line) <= 100 for line in serve.splitlines())

    def test_no_command_is_slow_to_help(self) -> None:
        heavy = {
            "asyncio",
            "ssl",
            "structlog",
            "grpc",
            "numpy",
            "sqlalchemy",
            "pydantic",
            "google",
            "alembic",
        }
        program = (
            "import sys; from referee.cli.main import main; main(['--help']); "
            "print(*{name.partition('.')[0] for name in sys.modules})"
        )
        words = [sys.executable, "-c", program]
        loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        assert heavy.isdisjoint(loaded.splitlines()[-1].split())

    def test_the_version_names_the_build_python_and_grpc(self) -> None:
        is_compiled = not match.__file__.endswith(".py")
        build = "compiled" if is_compiled else "plain Python"
        assert referee("--version").stdout == (
            f"tianming-referee {version('tianming-referee')} ({build}), "
            f"Python {platform.python_version()}, gRPC {version('grpcio')}\n"
        )


class TestCompletion:
    """`referee --completion`."""

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_the_script_of_a_shell_asks_the_referee(self, shell: str) -> None:
        done = referee("--completion", shell)
        assert done.returncode == 0
        assert f"_REFEREE_COMPLETE={shell}_complete" in done.stdout

    def test_bash_completes_with_the_script(self, tmp_path: Path) -> None:
        (tmp_path / "script").write_text(referee("--completion", "bash").stdout)
        command = tmp_path / "referee"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee.cli.main "$@"\n')
        command.chmod(0o755)
        program = (
            ". ./script; COMP_WORDS=(./referee league re) COMP_CWORD=2; "
            "_referee_completion ./referee re league; printf '%s\n' \"${COMPREPLY[@]}\""
        )
        done = subprocess.run(
            ["bash", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["rename", "rerun", "rebuild"]

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("referee le", {"league"}),
            ("referee league re", {"rename", "rerun", "rebuild"}),
            ("referee play --se", {"--seed"}),
            ("referee play dra", {"dragon"}),
            ("referee play dragon gre", {"greedy"}),
            ("referee play dragon a --sandbox ba", {"basic"}),
        ],
    )
    def test_commands_options_games_and_bots_are_completed(
        self, words: str, found: set[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("_REFEREE_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
        lines = referee().stdout.splitlines()
        assert {line.partition(",")[2] for line in lines} == found


class TestPlay:
    """`referee play`."""

    def test_json_names_places_points_and_seed(self) -> None:
        done = referee("play", "dragon", "random", "random", "greedy", "--seed", "7", "--json")
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["seed"] == 7
        assert result["termination"] == "finished"
        assert result["options"]["edition"] == "2007"
        assert result["seconds"] > 0
        assert [row["place"] for row in result["results"]] == [1, 2, 3]
        assert {row["bot"] for row in result["results"]} == {"greedy", "random-1", "random-2"}

    def test_a_bot_that_ends_well_and_never_connects_is_asked_whether_it_does(
        self, tmp_path: Path
    ) -> None:
        bot = tmp_path / "idle.py"
        bot.write_text("import tianming\n")
        done = referee("play", "dragon", f"{sys.executable} {bot}", "random")
        assert done.returncode == 69
        assert "the bot idle does not play: its process ended with code 0" in done.stderr
        assert "Does it connect, in Python with tianming.run? It printed nothing." in done.stderr

    def test_a_bot_that_does_not_play_the_game_is_named_and_no_match_is_played(
        self, tmp_path: Path
    ) -> None:
        bot, record = tmp_path / "picky.py", tmp_path / "m.tianming"
        bot.write_text("import tianming\ntianming.run(lambda q: 0, games=['ming'])\n")
        done = referee("play", "dragon", f"{sys.executable} {bot}", "random", "--record", record)
        assert done.returncode == 69
        assert "the bot picky does not play: its Hello does not name dragon with" in done.stderr
        assert [path.name for path in tmp_path.iterdir()] == ["picky.py"]

    def test_a_seed_makes_the_whole_match_of_random_bots(self, tmp_path: Path) -> None:
        matches = []
        for name in ("one", "two"):
            record = tmp_path / name
            done = referee("play", "dragon", "random", "random", "--seed", "11", "--record", record)
            assert done.returncode == 0, done.stderr
            matches.append(course(record))
        assert matches[0] == matches[1]
        assert len(matches[0]) > 50

    def test_a_seed_that_was_chosen_is_printed_and_where_the_record_is_and_no_more(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "m.tianming"
        said = referee("play", "dragon", "random", "random", "--record", path).stdout
        assert "Seed " in said
        assert said.endswith(f"\nRecord: {path}\n")

    def test_watching_elsewhere_than_in_a_terminal_gives_a_line_an_event(self) -> None:
        done = referee("play", "dragon", "random", "random", "--watch")
        hint, *lines = done.stdout.splitlines()
        assert hint == "`referee games rules dragon` explains the notation."
        assert lines[0].startswith("referee: events ")
        assert any(line.startswith("random-1: draft ") for line in lines)
        assert "\x1b" not in done.stdout

    def test_a_bot_that_errs_is_reported_with_its_last_words(self) -> None:
        crashing = f"{sys.executable} -m tests.zoo.faulty crashing"
        clock = ["--decision", "0.3", "--bank", "0", "--first", "0"]
        done = referee("play", "dragon", crashing, "random", *clock)
        assert done.returncode == 1
        assert "RuntimeError: this bot has lost its mind" in done.stderr
        assert (
            "faulty (seat 0): 3 strikes, and a substitute player finished; its process"
            in done.stderr
        )

    def test_no_bot_outlives_its_match(self) -> None:
        marker = f"orphan-{time.monotonic_ns()}"
        bot = f"{sys.executable} -m tianming_bots.random_bot {marker}"
        assert referee("play", "dragon", bot, "random").returncode == 0
        running = subprocess.run(
            ["ps", "-ewwo", "args"], capture_output=True, text=True, check=True
        )
        assert marker not in running.stdout


class TestRecords:
    """What is done with a record."""

    def test_verify_says_that_it_is_sound(self, record: Path) -> None:
        done = referee("verify", record)
        assert done.returncode == 0
        assert ": sound, " in done.stdout
        (line,) = referee("verify", record, "--json").stdout.splitlines()
        assert json.loads(line)["sound"] is True

    def test_verify_continues_after_a_wrong_one(self, record: Path, tmp_path: Path) -> None:
        cut = tmp_path / "cut.tianming"
        cut.write_bytes(record.read_bytes()[:-5])
        done = referee("verify", cut, record)
        assert done.returncode == 65
        assert "is cut off or damaged" in done.stderr
        assert "sound" in done.stdout

    def test_replay_steps_through(self, record: Path) -> None:
        lines = referee("replay", record).stdout.splitlines()
        assert lines[0].split()[:3] == ["1", "drawn", "referee:"]
        assert lines[-2].split()[1] == "seal"
        assert lines[-1] == "`referee games rules dragon` explains the notation."

    def test_replay_shows_the_board_of_an_entry(self, record: Path) -> None:
        done = referee("replay", record, "--entry", "3")
        assert "display " in done.stdout
        lines = done.stdout.splitlines()
        assert " draft " in lines[0]
        assert " begins with a " in lines[1]
        assert lines[-1] == "`referee games rules dragon` explains the notation."
        done = referee("replay", record, "--entry", "40", "--json")
        assert "display " in json.loads(done.stdout)["board"]

    def test_replay_as_json_has_a_line_a_step(self, record: Path) -> None:
        steps = [
            json.loads(line) for line in referee("replay", record, "--json").stdout.splitlines()
        ]
        assert steps[-1]["kind"] == "seal"
        assert all(step["entry"] == number for number, step in enumerate(steps, 1))

    def test_replay_draws_a_board(self, record: Path, tmp_path: Path) -> None:
        drawn = referee("replay", record, "--entry", "40", "--svg", "-").stdout
        assert drawn.startswith("<svg ")
        assert drawn.endswith("</svg>\n")
        picture = tmp_path / "board.svg"
        assert referee("replay", record, "--entry", "40", "--svg", picture).returncode == 0
        assert picture.read_text() == drawn
        dark = referee("replay", record, "--entry", "40", "--svg", "-", "--dark").stdout
        assert dark != drawn

    def test_replay_writes_a_page(self, record: Path, tmp_path: Path) -> None:
        page = tmp_path / "match.html"
        assert referee("replay", record, "--html", page).returncode == 0
        assert page.read_text().startswith("<!doctype html>")
        assert "data-alone" in page.read_text()

    def test_replay_says_which_drawings_there_are(self, record: Path, tmp_path: Path) -> None:
        for words, sentence in (
            (("--svg", "-", "--entry", "99999"), "has no entry 99999: its steps are entries 1 to"),
            (("--svg", "-", "--seat", "9"), "has no seat 9: its seats are 0 to"),
            (("--svg", "-", "--json"), "--json and --svg exclude each other"),
            (("--html", "-", "--json"), "--json and --html exclude each other"),
            (("--html", "-", "--svg", "-"), "--svg and --html exclude each other"),
            (("--seat", "0"), "--seat applies with --svg only: add it."),
            (("--dark",), "--dark applies with --svg only: add it."),
        ):
            done = referee("replay", record, *words)
            assert done.returncode == 2
            assert sentence in done.stderr
        done = referee("replay", record, "--svg", tmp_path / "none" / "board.svg")
        assert "cannot be written: No such file or directory" in done.stderr

    def test_verify_json_names_the_invalid_record(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        data = dragon_record()
        cut, whole = tmp_path / "cut.tianming", tmp_path / "whole.tianming"
        cut.write_bytes(data[:-5])
        whole.write_bytes(data)
        assert main(["verify", str(cut), str(whole), "--json"]) == 65
        wrong, sound = map(json.loads, capsys.readouterr().out.splitlines())
        assert (wrong["record"], wrong["sound"]) == (str(cut), False)
        assert wrong["error"]["code"] == "record_cut_off"
        assert (sound["record"], sound["sound"]) == (str(whole), True)
        kinds = [body.WhichOneof("kind") for body in bodies(data)]
        assert (sound["entries"], sound["decisions"]) == (len(kinds), kinds.count("chosen"))

    def test_export_writes_json_lines(self, record: Path, tmp_path: Path) -> None:
        out = tmp_path / "match.jsonl"
        assert referee("export", "--to", "jsonl", record, "--output", out).returncode == 0
        text = out.read_text()
        assert json.loads(text.splitlines()[0])["game"] == "dragon"
        assert referee("export", "--to", "jsonl", record).stdout == text


class TestInformation:
    """What the referee says of itself."""

    def test_games_lists_the_games(self) -> None:
        assert "dragon: In the Year of the Dragon, 2 to 5 seats" in referee("games").stdout
        games = {game["name"]: game for game in json.loads(referee("games", "--json").stdout)}
        assert games["dragon"]["seats"] == [2, 5]
        assert games["dragon"]["rules_version"] == load("dragon").rules_version
        defaults = {option["name"]: option["default"] for option in games["dragon"]["options"]}
        assert defaults == load("dragon").defaults

    def test_doctor_looks_at_the_machine(self) -> None:
        findings = json.loads(referee("doctor", "--json").stdout)
        assert {"python", "grpcio", "cores", "clock step", "fsync here", "open files"} <= {
            finding["what"] for finding in findings
        }
        is_compiled = not match.__file__.endswith(".py")
        (build,) = [finding["found"] for finding in findings if finding["what"] == "build"]
        assert build == ("compiled" if is_compiled else "plain Python")
        assert "clock step" in referee("doctor").stdout

    def test_doctor_says_what_will_not_do(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def _good() -> Iterator[doctor.Diagnosis]:
            yield "good", "enough", True

        def _disk() -> Iterator[doctor.Diagnosis]:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(doctor, "_limits", lambda source: iter(()))
        monkeypatch.setattr(doctor, "PROBES", (_good,))
        assert main(["doctor"]) == 0
        monkeypatch.setattr(doctor, "PROBES", (_good, _disk))
        capsys.readouterr()
        assert main(["doctor", "--json"]) == 1
        assert json.loads(capsys.readouterr().out) == [
            {"what": "good", "found": "enough", "ok": True},
            {"what": "disk", "found": "failed: No space left on device", "ok": False},
        ]
        assert main(["doctor"]) == 1
        ends = [line.endswith("insufficient") for line in capsys.readouterr().out.splitlines()]
        assert ends == [False, False, True]

    @pytest.mark.parametrize(
        ("days", "is_good", "words"),
        [(-3, False, "expired on "), (20, False, "expires on "), (40, True, "expires on ")],
    )
    @pytest.mark.parametrize("by_variable", [False, True])
    def test_doctor_names_certificates_that_expire_within_30_days(
        self,
        days: int,
        is_good: bool,
        words: str,
        by_variable: bool,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        certificate, _ = Authority(tmp_path, "ours").issue("localhost", days)
        monkeypatch.setattr(doctor, "PROBES", ())
        monkeypatch.setattr(doctor, "_limits", lambda _: iter(()))
        given = ["--tls-certificate", str(certificate)]
        if by_variable:
            monkeypatch.setenv("TIANMING_CERTIFICATE", str(certificate))
            given = []
        assert main(["doctor", "--json", *given]) == (0 if is_good else 1)
        (found,) = json.loads(capsys.readouterr().out)
        day = (datetime.now(UTC) + timedelta(days=days)).date()
        assert found["what"] == f"certificate {certificate}"
        assert found["found"].startswith(f"{words}{day}")
        assert found["ok"] is is_good

    def test_doctor_refuses_a_file_without_a_certificate(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        empty = tmp_path / "empty.pem"
        for sentence in ("cannot be read", "has no PEM certificate"):
            assert main(["doctor", "--tls-certificate", str(empty)]) == 2
            assert sentence in capsys.readouterr().err
            empty.write_text("")

    @pytest.mark.parametrize(
        ("cores", "files", "sync", "will_do"),
        [(2, 4096, 0.049, True), (1, 4095, 0.051, False)],
    )
    def test_doctor_knows_the_least_that_will_do(
        self, cores: int, files: int, sync: float, will_do: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = SimpleNamespace(perf_counter=count(0, sync).__next__)
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
        monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
        monkeypatch.setattr(doctor, "time", clock)
        monkeypatch.setattr(doctor, "usual_open_files", lambda: 1024)
        limit, _ = doctor._limits()
        assert [*doctor._processor(), *doctor._disk(), limit] == [
            ("cores", f"{cores} (one is the referee's)", will_do),
            ("fsync here", f"{sync * 1e3:.2f} ms (slowest {sync * 1e3:.2f} ms)", will_do),
            (
                "open files",
                f"{files}, raised from 1024 (4096 are enough for a referee)",
                will_do,
            ),
        ]

    @pytest.mark.parametrize(
        ("bots", "matches", "files", "processes"),
        [(160, 2, 162, 192), (3, 16, 168, 160), (160, 80, 1488, 5184)],
    )
    def test_doctor_asks_for_what_the_bots_need_that_play_at_once(
        self,
        bots: int,
        matches: int,
        files: int,
        processes: int,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        file = tmp_path / "league.toml"
        head = 'name = "many"\ngame = "dragon"\nseats = 2\nseed = "x"\n'
        names = "".join(f'[[bot]]\nname = "b{n}"\ncommand = "random"\n' for n in range(bots))
        file.write_text(f"{head}[limits]\nmatches = {matches}\n{names}")
        for allowed, is_enough in ((files, True), (files - 1, False)):
            monkeypatch.setattr(resource, "getrlimit", lambda _, most=allowed: (most, most))
            limit, tasks = doctor._limits(LeagueFile(file, ()))
            assert f"({files} are enough for this league)" in limit[1]
            assert f"({processes} are enough for this league)" in tasks[1]
            assert limit[2] == is_enough


class TestWatch:
    """The live board, and the lines where there is no terminal."""

    def shown(self, capsys: pytest.CaptureFixture[str]) -> tuple[Watch, match.Match, str]:
        """What is shown of a match that is looked at twice at its end."""
        driver = Driver()
        watch = Watch(driver.settings.bots)
        driver.play_out(driver.start(), Chance(bytes(32), "answers"))
        for _ in range(2):
            watch.show(driver.match)
        return watch, driver.match, capsys.readouterr().out

    def test_elsewhere_each_event_is_shown_once_and_nobody_waits(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        watch, played_league, said = self.shown(capsys)
        assert len(said.splitlines()) == len(played_league.history)
        assert said.startswith("referee: ")
        assert watch.pace == 0

    def test_a_terminal_has_one_screen_that_is_closed_at_the_end(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setenv("TERM", "xterm")
        driver = Driver()
        driver.play_out(driver.start(), Chance(bytes(32), "answers"))
        watch = Watch(driver.settings.bots)
        drawn = asyncio.Event()
        monkeypatch.setattr(Live, "update", lambda *_, **__: drawn.set())

        async def look() -> None:
            for _ in range(3):
                watch.show(driver.match)
            await drawn.wait()
            watch.show(driver.match)
            watch.close()

        asyncio.run(look())
        said = capsys.readouterr().out
        assert (said.count("\x1b[?1049h"), said.count("\x1b[?1049l")) == (1, 1)
        assert watch.pace == 0.2


class TestDemo:
    """`referee league demo`."""

    def test_twelve_matches_are_played_and_verified(self, tmp_path: Path) -> None:
        done = referee("league", "demo", "--json", "--records", tmp_path)
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["matches"] == 12
        assert [row["matches"] for row in result["table"]] == [12] * 4
        assert result["table"][0]["bot"] == "greedy"
        assert done.stderr == ""
        records = sorted(tmp_path.glob("*.tianming"))
        assert len(records) == 12
        assert referee("verify", *records).returncode == 0

    def test_web_opens_the_pages_of_what_was_played(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened: list[str] = []
        shown: list[Path] = []

        def serve(source: Path, _: str, __: Assets, ready: Callable[[str], None]) -> None:
            shown.append(source)
            ready("http://127.0.0.1:1/")

        monkeypatch.setattr("referee.web.server.serve", serve)
        monkeypatch.setattr("referee.web.opening.open_season", lambda folder, *_: folder)
        monkeypatch.setattr("referee.cli.league.demo._play", lambda *_: 0)
        monkeypatch.setattr("webbrowser.open", opened.append)
        done = referee("league", "demo", "--web", "--records", tmp_path)
        assert done.returncode == 0, done.stderr
        assert "The pages are at http://127.0.0.1:1/ until Ctrl-C." in done.stdout
        assert (opened, shown) == (["http://127.0.0.1:1/"], [tmp_path])


class TestSandbox:
    """`--sandbox`: kept, or refused; never something in between."""

    @pytest.mark.parametrize("preset", ["none", "basic", "strict"])
    def test_a_preset_is_what_the_doctor_says(self, preset: str) -> None:
        findings = json.loads(referee("doctor", "--json").stdout)
        (found,) = (one["found"] for one in findings if one["what"] == f"sandbox {preset}")
        done = referee("play", "dragon", "random", "random", "--sandbox", preset)
        assert (done.returncode == 0) == (found == "available"), done.stderr
        assert (done.returncode == 69) == (found in done.stderr and found != "available")

    def test_a_match_in_a_sandbox_is_the_same_match(self) -> None:
        words = ("play", "dragon", "greedy", "greedy", "--seed", "7", "--json")
        outcomes = []
        for preset in ("none", "basic"):
            done = referee(*words, "--sandbox", preset)
            assert done.returncode in (0, 69)
            outcomes += [json.loads(done.stdout)["results"]] * (done.returncode == 0)
        assert outcomes == [outcomes[0]] * len(outcomes)
