"""`referee replay --analyse`: what a search thinks of a finished match."""

import json
from pathlib import Path

import pytest

from referee.record.reader import read
from tests.cli.shell import referee
from tests.record.samples import dragon_record


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record in a file."""
    path = tmp_path_factory.mktemp("records") / "a.tianming"
    path.write_bytes(dragon_record())
    return path


class TestAnalysis:
    """The value of each choice, and better lines."""

    def test_programs_get_an_object_for_each_choice(self, record: Path) -> None:
        done = referee("replay", record, "--analyse", "0.02", "--json")
        assert done.returncode == 0
        choices = [json.loads(line) for line in done.stdout.splitlines()]
        assert {choice["seat"] for choice in choices} == {0, 1}
        for choice in choices:
            assert 0 <= choice["value"] <= 1
            assert 0 <= choice["best"] <= 1
            assert choice["lost"] >= 0
            assert choice["simulations"] > 0
            assert choice["line"][:1] != [choice["choice"]]
            assert len(choice["values"]) == len(choice["options"]) > 1
            assert choice["choice"] in choice["options"]
            assert choice["blunder"] == (choice["lost"] >= 0.1)

    def test_people_get_a_line_for_each_choice_and_for_each_seat(self, record: Path) -> None:
        done = referee("replay", record, "--analyse", "0.002")
        assert done.returncode == 0
        head, *_ = done.stdout.splitlines()
        assert head.split() == ["entry", "seat", "value", "lost", "choice", "better"]
        assert "\n`referee games rules dragon` explains the notation.\n\n" in done.stdout
        summary = done.stdout.split("\n\n")[-1].splitlines()
        assert summary[0].split() == ["seat", "bot", "choices", "blunders", "lost"]
        assert [line.split()[1] for line in summary[1:]] == ["bot0", "bot1"]

    @pytest.mark.parametrize("other", ["--clocks", "--follow", "--all"])
    def test_it_excludes_other_ways_to_show_a_record(self, record: Path, other: str) -> None:
        done = referee("replay", record, "--analyse", "1", other)
        assert done.returncode == 2
        assert f"--analyse and {other} exclude each other" in done.stderr or (
            f"{other} and --analyse exclude each other" in done.stderr
        )

    @pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
    def test_seconds_that_are_none_are_refused(self, record: Path, seconds: str) -> None:
        done = referee("replay", record, "--analyse", seconds)
        assert done.returncode == 2
        assert "--analyse" in done.stderr

    def test_it_is_written_beside_the_record_and_into_the_page(self, record: Path) -> None:
        page = record.with_suffix(".html")
        done = referee("replay", record, "--analyse", "0.001", "--save", "--html", page)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        saved = json.loads(record.with_name("a.analysis.json").read_text())
        assert saved["record"] == read(record).digest.hex()
        inside = page.read_text().partition('data-api="matches/a/analysis">')[2]
        choices = json.loads(inside.partition("</script>")[0])["choices"]
        assert [choice["n"] for choice in choices] == [one["entry"] for one in saved["choices"]]

    def test_it_is_saved_only_if_it_is_made(self, record: Path) -> None:
        done = referee("replay", record, "--save")
        assert done.returncode == 2
        assert "--save applies with --analyse only: add it" in done.stderr
