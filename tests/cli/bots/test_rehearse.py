"""`referee rehearse`: a record's questions are put to a bot again."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.shell import referee

CLOCK = ("--decision", "2", "--bank", "0", "--first", "0")


def zoo(name: str) -> tuple[str, ...]:
    """A bot of the zoo."""
    return (sys.executable, "-m", "tests.zoo.faulty", name)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of a greedy bot, which always does the same, and a random one."""
    path = tmp_path_factory.mktemp("records") / "match.tianming"
    done = referee("play", "dragon", "greedy", "random", "--seed", "7", "--record", path)
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with little time."""
    path = tmp_path_factory.mktemp("records") / "quick.tianming"
    done = referee("play", "dragon", "greedy", "greedy", "--record", path, *CLOCK)
    assert done.returncode == 0, done.stderr
    return path


class TestRehearse:
    """The same choices are the same; others are shown where they differ."""

    def test_the_bot_that_has_played_it_chooses_the_same(self, record: Path) -> None:
        done = referee("rehearse", record, "--seat", "0", "--", "greedy")
        assert done.returncode == 0, done.stderr
        assert "0 choices different from the record, 0 faults" in done.stdout
        assert done.stderr == ""

    def test_another_bot_is_shown_where_it_differs(self, record: Path) -> None:
        first = (sys.executable, "-c", "import tianming; tianming.run(lambda question: 0)")
        done = referee("rehearse", record, "--seat", "1", "--json", "--", *first)
        assert done.returncode == 1, done.stderr
        (seat,) = json.loads(done.stdout)["seats"]
        assert seat["seat"] == 1
        assert seat["questions"] == len(seat["answers"])
        assert {answer["answer"] for answer in seat["answers"]} == {0}
        others = [answer for answer in seat["answers"] if answer["played"] != 0]
        assert [answer for answer in seat["answers"] if answer["differs"]] == others
        assert seat["differ"] == len(others) > 0

    def test_every_seat_is_taken_in_turn(self, record: Path) -> None:
        done = referee("rehearse", record, "--json", "--from", "60", "--", "greedy")
        seats = json.loads(done.stdout)["seats"]
        assert [seat["seat"] for seat in seats] == [0, 1]
        assert seats[0]["differ"] == 0
        numbers = [answer["number"] for seat in seats for answer in seat["answers"]]
        assert min(numbers) == 60

    def test_it_stops_at_the_first_that_differs(self, record: Path) -> None:
        done = referee("rehearse", record, "--seat", "1", "--stop", "--", "greedy")
        assert done.returncode == 1
        rows = done.stdout.splitlines()
        assert rows[0].split() == ["question", "record", "bot", "seconds"]
        assert len(rows) == 3
        assert "1 choice different from the record" in rows[2]


class TestFaults:
    """A fault is printed, and the rehearsal continues with the record."""

    def test_a_late_answer_is_named(self, quick: Path) -> None:
        done = referee("rehearse", quick, "--seat", "0", "--stop", "--", *zoo("slow"))
        assert done.returncode == 1
        assert done.stdout.splitlines()[1].split()[-1] == "late"

    def test_an_option_that_is_not_on_offer_is_named(self, record: Path) -> None:
        done = referee("rehearse", record, "--seat", "0", "--", *zoo("out-of-range"))
        assert done.returncode == 1
        assert " 0 differ" not in done.stdout
        assert done.stdout.splitlines()[1].split()[-1] == "illegal"

    def test_a_crash_is_placed_and_explained(self, record: Path) -> None:
        done = referee("rehearse", record, "--seat", "0", "--", *zoo("crashing"))
        assert done.returncode == 1
        assert "its process ended with code 1" in done.stderr
        assert "Last asked: question " in done.stderr
        assert "`referee games rules dragon` explains the notation." in done.stderr
        assert "RuntimeError: this bot has lost its mind" in done.stderr

    def test_a_crash_is_explained_to_a_program(self, record: Path) -> None:
        done = referee("rehearse", record, "--seat", "0", "--json", "--", *zoo("crashing"))
        (seat,) = json.loads(done.stdout)["seats"]
        assert seat["ended"]["question"]["number"] > 2
        assert "lost its mind" in seat["ended"]["printed"][-2]


class TestRecords:
    """What can be rehearsed."""

    def test_a_match_that_was_cut_off(self, record: Path, tmp_path: Path) -> None:
        cut = tmp_path / "cut.tianming.part"
        cut.write_bytes(record.read_bytes()[:3000])
        done = referee("rehearse", cut, "--seat", "0", "--", "greedy")
        assert done.returncode == 0, done.stderr

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("--seat", "2"), "--seat is 2: "),
            (("--seat", "-1"), "--seat is -1: "),
            (
                ("--seat", "0", "--from", "9999"),
                "has no question to seat 0 with the number 9999 or a later one",
            ),
            (("--from", "9999"), "has no question with the number 9999 or a later one"),
            (("--startup", "nan"), "--startup is nan"),
        ],
    )
    def test_a_seat_or_a_question_that_is_not_there_is_named(
        self, arguments: tuple[str, ...], sentence: str, record: Path
    ) -> None:
        done = referee("rehearse", record, *arguments, "--", "greedy")
        assert done.returncode == 2
        assert done.stderr.count(sentence) == 1
        assert len(done.stderr.splitlines()) == 1
