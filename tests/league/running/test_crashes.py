"""Crashes of bots: each is told once, and what was printed before the last one is kept."""

from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence
from referee.league.running.crashes import Crashes, rehearsal


def crash(name: str, bot: str = "ann") -> Absence:
    """A crash of that name."""
    return Absence(BotName(bot), "its process ended", "Traceback", name)


class TestNew:
    """A crash is news once, whichever of its matches ends first."""

    def test_each_is_told_once_for_many_matches_that_end_in_any_order(self, tmp_path: Path) -> None:
        crashes = Crashes(tmp_path)
        ends = ["first", "second", "first", "second", "third"]
        assert [bool(crashes.new([crash(name)])) for name in ends] == [1, 1, 0, 0, 1]
        assert crashes.counts == {"ann": 3}

    def test_bots_are_told_apart_and_one_that_did_not_come_has_not_crashed(
        self, tmp_path: Path
    ) -> None:
        ann, bob, late = crash("x"), crash("y", "bob"), Absence(BotName("eve"), "it did not come")
        crashes = Crashes(tmp_path)
        assert crashes.new([ann, late, bob]) == [ann, bob]
        assert crashes.counts == {"ann": 1, "bob": 1}


class TestHint:
    """A crash is reported at once while its match continues; the way to repeat it follows."""

    def test_it_is_missing_until_a_match_has_a_record(self, tmp_path: Path) -> None:
        crashes, first = Crashes(tmp_path), crash("x")
        assert not crashes.lacks_hint(first)
        crashes.keep(first, MatchId("m1"), "")
        assert crashes.lacks_hint(first)
        crashes.keep(first, MatchId("m1"), "referee rehearse m1 -- bot")
        assert not crashes.lacks_hint(first)

    def test_it_is_not_added_to_what_is_kept_of_a_later_crash(self, tmp_path: Path) -> None:
        crashes = Crashes(tmp_path)
        crashes.keep(crash("x"), MatchId("m1"), "")
        crashes.keep(crash("y"), MatchId("m2"), "")
        assert [crashes.lacks_hint(crash(name)) for name in "xy"] == [False, True]
        assert not crashes.lacks_hint(Absence(BotName("ann"), "it did not come"))


class TestKeep:
    """Its owner can read what it printed, and have it asked the same again."""

    def test_it_has_the_match_the_cause_the_words_and_the_way_to_see_it_again(
        self, tmp_path: Path
    ) -> None:
        path = Crashes(tmp_path / "crashed").keep(
            crash("x"), MatchId("m1"), "referee rehearse m1 -- bot"
        )
        assert path == tmp_path / "crashed" / "ann.txt"
        assert path.read_text() == (
            "ann crashed in the match m1: its process ended.\nIts last output:\nTraceback\n\n"
            "To ask it the same questions again: referee rehearse m1 -- bot\n"
        )

    def test_the_last_one_is_kept_also_of_a_bot_that_said_nothing_in_a_match_without_a_record(
        self, tmp_path: Path
    ) -> None:
        crashes = Crashes(tmp_path)
        crashes.keep(crash("x"), MatchId("m1"), "referee rehearse m1 -- bot")
        path = crashes.keep(Absence(BotName("ann"), "it ended", crash="y"), MatchId("m2"), "")
        assert path.read_text() == (
            "ann crashed in the match m2: it ended.\nIts last output:\n(nothing)\n"
        )

    def test_the_way_begins_in_the_folder_that_the_bot_is_run_in(self, tmp_path: Path) -> None:
        here = rehearsal("python eve.py", Path("records/m 1"), 2, Path())
        assert here == "referee rehearse 'records/m 1' --seat 2 -- python eve.py"
        record = tmp_path / "records" / "m1"
        there = rehearsal("python eve.py", record, 0, tmp_path)
        assert there == f"cd {tmp_path} && referee rehearse {record} --seat 0 -- python eve.py"
