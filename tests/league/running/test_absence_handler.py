"""Handling absent bots: which absences count, and what their owners read."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence
from referee.league.running.absence_handler import Bench, Crashes, rehearsal
from referee.match.clock import Instant

BOT = "ann"


def benched(bench: Bench, *crashes: str | None) -> list[bool]:
    """Whether the bot is benched after each match, one after the other.

    Each match has the crash of that name, or an absence without a crash if the name is empty;
    None stands for a match in which the bot was present to the end.
    """
    ended = []
    for hour, crash in enumerate(crashes):
        absences = [] if crash is None else [Absence(BotName(BOT), "it crashed", "", crash)]
        ended.append(bool(bench.played([BotName(BOT)], absences, Instant(hour), Instant(hour + 1))))
    return ended


def missed(bench: Bench, times: Sequence[tuple[int, int]]) -> list[bool]:
    """Whether the bot is benched after each match that it missed, from its start to its end."""
    absence = Absence(BotName(BOT), "it did not connect")
    return [bool(bench.played([BotName(BOT)], [absence], Instant(a), Instant(b))) for a, b in times]


class TestCount:
    """One absence counts once, however many matches were open."""

    def test_one_crash_in_many_matches_at_once_benches_nobody(self, tmp_path: Path) -> None:
        assert not any(benched(Bench(3, tmp_path), *["first"] * 64))

    def test_three_consecutive_crashes_do(self, tmp_path: Path) -> None:
        crashes = ("first", "first", "second", "second", "third", "third")
        assert benched(Bench(3, tmp_path), *crashes) == [False] * 4 + [True, False]

    def test_a_match_without_one_starts_the_count_again(self, tmp_path: Path) -> None:
        assert not any(benched(Bench(3, tmp_path), "first", "second", None, "third", "fourth"))

    def test_matches_that_a_bot_missed_one_after_the_other_count_each(self, tmp_path: Path) -> None:
        assert benched(Bench(3, tmp_path), "", "", "", "") == [False, False, True, False]

    def test_matches_that_a_bot_missed_at_the_same_time_count_once(self, tmp_path: Path) -> None:
        assert not any(missed(Bench(2, tmp_path), [(0, 20), (1, 20), (2, 21), (19, 39)]))

    def test_a_match_counts_that_started_after_the_last_counted_one_had_ended(
        self, tmp_path: Path
    ) -> None:
        times = [(0, 20), (5, 25), (20, 40), (21, 41), (40, 60)]
        assert missed(Bench(3, tmp_path), times) == [False, False, False, False, True]

    def test_a_bot_that_is_back_starts_again_and_no_other_does(self, tmp_path: Path) -> None:
        bench, absent = (
            Bench(2, tmp_path),
            [Absence(BotName(BOT), "why"), Absence(BotName("bob"), "why")],
        )
        assert bench.played([BotName(BOT), BotName("bob")], absent, Instant(0), Instant(1)) == []
        bench.forget(BotName(BOT))
        assert bench.played([BotName(BOT), BotName("bob")], absent, Instant(1), Instant(2)) == [
            absent[1]
        ]


class TestReason:
    """Attempts at a match are no matches."""

    @pytest.mark.parametrize(
        ("matches", "missed"),
        [
            (("m1", "m1", "m1"), "3 consecutive attempts at a match"),
            (("m1", "m2", "m1"), "3 consecutive attempts at 2 matches"),
            (("m1", "m2", "m3"), "3 consecutive matches"),
        ],
        ids=["one match", "two matches", "three matches"],
    )
    def test_attempts_and_matches_are_counted(
        self, tmp_path: Path, matches: tuple[str, ...], missed: str
    ) -> None:
        bench, absence = Bench(3, tmp_path), Absence(BotName(BOT), "it did not connect")
        for hour, match in enumerate(matches):
            bench.played([BotName(BOT)], [absence], Instant(hour), Instant(hour + 1), match)
        assert bench.reason(absence) == f"missed {missed}: it did not connect"


class TestMessage:
    """The owner learns why the bot is benched, and how it comes back."""

    def test_it_has_the_reason_the_match_the_output_and_the_advice(self, tmp_path: Path) -> None:
        bench = Bench(2, tmp_path / "benched")
        absence = Absence(BotName(BOT), "it crashed", "Traceback")
        path = bench.notify_owner(absence, MatchId("test-r001-s00001-1.2"), "Mend it.")
        assert path == tmp_path / "benched" / "ann.txt"
        assert path.read_text() == (
            "ann is benched: missed 2 consecutive matches: it crashed.\n"
            "The last of these matches was test-r001-s00001-1.2.\n"
            "Its last output:\nTraceback\n\n"
            "Mend it.\n"
        )

    def test_a_bot_may_have_printed_nothing(self, tmp_path: Path) -> None:
        bench, silent = Bench(1, tmp_path), Absence(BotName(BOT), "it did not come")
        assert bench.reason(silent) == "missed a match: it did not come"
        assert (
            "Its last output:\n(nothing)\n"
            in bench.notify_owner(silent, MatchId("m1"), "").read_text()
        )


def crash(name: str, bot: str = "ann") -> Absence:
    """A crash of that name."""
    return Absence(BotName(bot), "its process ended", "Traceback", name)


class TestNew:
    """A crash is news once, whichever of its matches ends first."""

    def test_each_crash_is_reported_once_for_many_matches_that_end_in_any_order(
        self, tmp_path: Path
    ) -> None:
        crashes = Crashes(tmp_path)
        ends = ["first", "second", "first", "second", "third"]
        assert [bool(crashes.new([crash(name)])) for name in ends] == [1, 1, 0, 0, 1]
        assert crashes.counts == {"ann": 3}

    def test_crashes_count_per_bot_and_absence_is_no_crash(self, tmp_path: Path) -> None:
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
