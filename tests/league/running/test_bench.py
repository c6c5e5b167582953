"""The bench: which absences count, and what the owner of a benched bot reads."""

from collections.abc import Sequence
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence
from referee.league.running.bench import Bench
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

    def reason(self, tmp_path: Path, *matches: str) -> str:
        """The reason after an absence from each of these matches."""
        bench, absence = Bench(3, tmp_path), Absence(BotName(BOT), "it did not connect")
        for hour, match in enumerate(matches):
            bench.played([BotName(BOT)], [absence], Instant(hour), Instant(hour + 1), match)
        return bench.reason(absence)

    def test_three_attempts_at_one_match_are_called_so(self, tmp_path: Path) -> None:
        assert self.reason(tmp_path, "m1", "m1", "m1") == (
            "missed 3 consecutive attempts at a match: it did not connect"
        )

    def test_attempts_at_two_matches_are_called_so(self, tmp_path: Path) -> None:
        assert self.reason(tmp_path, "m1", "m2", "m1") == (
            "missed 3 consecutive attempts at 2 matches: it did not connect"
        )

    def test_three_matches_are_called_so(self, tmp_path: Path) -> None:
        assert self.reason(tmp_path, "m1", "m2", "m3") == (
            "missed 3 consecutive matches: it did not connect"
        )


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
