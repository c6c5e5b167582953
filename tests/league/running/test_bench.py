"""The bench: who is put on it, and for what."""

from pathlib import Path

from referee.launch.match_task import Absence
from referee.league.running.bench import Bench

BOT = "ann"


def benched(bench: Bench, *crashes: str | None) -> list[bool]:
    """Whether the bot is benched after each match; None where it was there to the end."""
    return [
        bool(bench.played([BOT], [] if crash is None else [Absence(BOT, "it crashed", "", crash)]))
        for crash in crashes
    ]


class TestCrashes:
    """What counts is how often a bot was gone, not in how many matches at once."""

    def test_one_crash_in_many_matches_at_once_benches_nobody(self, tmp_path: Path) -> None:
        assert not any(benched(Bench(3, tmp_path), *["first"] * 64))

    def test_three_crashes_in_a_row_do(self, tmp_path: Path) -> None:
        crashes = ("first", "first", "second", "second", "third", "third")
        assert benched(Bench(3, tmp_path), *crashes) == [False] * 4 + [True, False]

    def test_a_match_without_one_begins_the_row_anew(self, tmp_path: Path) -> None:
        assert not any(benched(Bench(3, tmp_path), "first", "second", None, "third", "fourth"))

    def test_each_match_counts_in_which_a_bot_did_not_come(self, tmp_path: Path) -> None:
        assert benched(Bench(3, tmp_path), "", "", "", "") == [False, False, True, False]

    def test_a_bot_that_is_back_begins_the_row_anew_and_no_other_does(self, tmp_path: Path) -> None:
        bench, gone = Bench(2, tmp_path), [Absence(BOT, "why"), Absence("bob", "why")]
        assert bench.played([BOT, "bob"], gone) == []
        bench.forget(BOT)
        assert bench.played([BOT, "bob"], gone) == [gone[1]]


class TestWord:
    """Its owner learns why a bot is benched, and how to bring it back."""

    def test_it_has_the_reason_the_match_and_what_the_bot_printed(self, tmp_path: Path) -> None:
        bench = Bench(2, tmp_path / "benched")
        path = bench.tell_owner(Absence(BOT, "it crashed", "Traceback"), "test-r001-s00001-1.2")
        assert path == tmp_path / "benched" / "ann.txt"
        assert path.read_text() == (
            "ann is benched: missed 2 matches in a row: it crashed.\n"
            "The last of these matches was test-r001-s00001-1.2.\n"
            "Its last output:\nTraceback\n\n"
            "Once it is fixed, run: referee league add 'ann'\n"
        )

    def test_one_match_is_no_row_and_a_bot_may_have_printed_nothing(self, tmp_path: Path) -> None:
        bench, silent = Bench(1, tmp_path), Absence(BOT, "it did not come")
        assert bench.reason(silent) == "missed a match: it did not come"
        assert "Its last output:\n(nothing)\n" in bench.tell_owner(silent, "m1").read_text()
