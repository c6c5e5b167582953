"""A season: its table in an order that is named, and the matches behind each number."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.league.pairing import MatchResult
from referee.league.season.overview import BotStatus, Overview, RosterBot
from referee.league.season.rating_table import COLUMNS
from referee.league.season.season import Season
from referee.league.statistics.rating.rating import LEAST_SETS, NoInterval
from referee.league.statistics.results_table import results_of
from tests.league.statistics.rating.season import A, B, C, D, E, result, season


def season_of(results: list[MatchResult]) -> Season:
    """A season of results whose records are in a folder."""
    return Season("s", results_of(results), Path)


class TestTable:
    """One line for each bot."""

    RESULTS = (result("m", (A, B, C), (1, 2, 3), (), 1), result("n", (B, C, A), (1, 3, 1), (1,), 2))

    def test_sums_are_those_of_the_matches(self) -> None:
        rows = {row.bot: row for row in season_of(list(self.RESULTS)).rows}
        a, c = rows[A].total, rows[C].total
        assert (a.matches, a.wins, a.mean_place, a.mean_points) == (2, 1.5, 1.0, 9.0)
        assert (c.matches, c.wins, c.strikes, c.forfeits) == (2, 0.0, 3, 1)
        in_play = rows[C].in_play
        assert in_play is not None
        assert (in_play.sets, rows[C].rating.sets) == (1, 2)

    def test_the_order_is_by_rating(self, fresh_seed: int) -> None:
        known = dict(zip((A, B, C), (-1.0, 2.0, 0.5), strict=True))
        rows = season_of(season(known, 100, 3, random.Random(fresh_seed))).rows
        assert [row.bot for row in rows] == ["b", "c", "a"]
        assert [row.rank for row in rows] == [1, 2, 3]
        assert [row.better_than_next is None for row in rows] == [False, False, True]
        assert all(row.better_than_next is None or row.better_than_next > 0.5 for row in rows)

    def test_equal_bots_share_a_rank(self) -> None:
        results = [result("m", (A, B), (1, 1)), result("n", (B, A), (1, 1))]
        assert [row.rank for row in season_of(results).rows] == [1, 1]

    def test_equal_bots_share_a_rank_in_whatever_order_their_parts_of_wins_came(self) -> None:
        bots, level = "abcde", (1, 1, 1, 1, 1)
        places = [(1, 2, 3, 4, 5), level, level, level, (2, 1, 3, 4, 5)]
        results = [
            result(str(at), tuple(map(BotName, bots)), each, (), at)
            for at, each in enumerate(places)
        ]
        assert [row.rank for row in season_of(results).rows] == [1, 1, 3, 4, 5]

    def test_bots_that_do_not_compare_are_not_ranked_over_each_other(self) -> None:
        results = [result("m", (A, B), (1, 2), (), 1), result("n", (C, D), (1, 2), (), 2)]
        rows = season_of(results).rows
        assert [(row.bot, row.rating.group) for row in rows] == [
            ("a", 0),
            ("b", 0),
            ("c", 1),
            ("d", 1),
        ]
        assert rows[1].better_than_next is None

    def test_the_line_for_programs_has_the_columns(self) -> None:
        for row in season_of(list(self.RESULTS)).rows:
            data = row.data()
            assert list(data) == list(COLUMNS)
            for name, value in data.items():
                assert value is None or isinstance(value, COLUMNS[name])

    def test_a_bot_that_forfeited_every_match_has_no_rating_in_play(self) -> None:
        results = [
            result("m", (A, B, C), (1, 2, 3), (2,), 1),
            result("n", (B, C, A), (1, 3, 2), (1,), 2),
        ]
        rows = {row.bot: row for row in season_of(results).rows}
        assert {bot for bot, row in rows.items() if row.in_play is None} == {"c"}
        assert rows[C].rating.points < rows[A].rating.points
        data = rows[C].data()
        assert [data[name] for name in ("in_play", "in_play_low", "in_play_high")] == [None] * 3

    def test_a_rating_from_few_sets_has_no_interval_and_says_why(self) -> None:
        results = [result(str(at), (A, B), (1, 2), (), at) for at in range(LEAST_SETS)]
        for row in season_of(results[1:]).rows:
            data = row.data()
            assert [data[name] for name in ("low", "high", "no_interval")] == [
                None,
                None,
                NoInterval.FEW_SETS.value,
            ]
            assert data["rating"] == round(row.rating.points, 1)
            assert row.rating.half is None
        for row in season_of(results).rows:
            data = row.data()
            assert data["low"] is not None
            assert data["no_interval"] is None
            assert row.rating.half == (row.rating.high - row.rating.low) / 2

    def test_bots_that_do_not_take_part_are_marked(self) -> None:
        roster = (
            RosterBot(A, BotStatus.ACTIVE),
            RosterBot(B, BotStatus.BENCHED, "It was gone."),
            RosterBot(D, BotStatus.ABSENT),
        )
        played = season_of(list(self.RESULTS))
        season = replace(played, overview=Overview(roster=roster))
        reported = {row["bot"]: (row["status"], row["status_reason"]) for row in season.data()}
        assert reported == {
            "a": ("active", None),
            "b": ("benched", "It was gone."),
            "c": (None, None),
            "d": ("absent", None),
        }
        assert season.unplayed == [roster[2]]
        absent = season.data()[-1]
        assert list(absent) == list(COLUMNS)
        assert (absent["rank"], absent["rating"], absent["matches"]) == (None, None, 0)
        assert season_of([]).data() == []

    def test_without_forfeits_both_ratings_are_one(self) -> None:
        played = season_of([self.RESULTS[0]])
        assert played.in_play is played.ratings

    def test_without_matches_the_table_is_empty(self) -> None:
        empty = season_of([])
        assert (empty.rows, empty.cross, empty.matches, empty.sets) == ([], {}, 0, 0)


class TestTrace:
    """The matches behind a number."""

    def test_every_number_is_the_sum_of_its_matches(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        played = season_of(season(dict.fromkeys((A, B, C, D, E), 0.0), 20, 3, dice, ties=0.2))
        for row in played.rows:
            seats = [
                seat
                for match in played.matches_of(row.bot)
                for seat in match.seats
                if seat.bot == row.bot
            ]
            assert row.total.matches == len(seats)
            assert row.total.mean_place == pytest.approx(sum(s.place for s in seats) / len(seats))
            assert row.total.mean_points == pytest.approx(sum(s.score for s in seats) / len(seats))

    def test_every_meeting_is_the_sum_of_its_matches(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        played = season_of(season(dict.fromkeys((A, B, C, D), 0.0), 20, 3, dice))
        for (bot, other), meeting in played.cross.items():
            places = [
                {seat.bot: seat.place for seat in match.seats}
                for match in played.matches_of(BotName(bot), BotName(other))
            ]
            assert meeting.matches == len(places)
            assert meeting.ahead == sum(
                place[BotName(bot)] < place[BotName(other)] for place in places
            )

    def test_a_match_has_its_record(self) -> None:
        (match,) = season_of([result("m", (A, B), (1, 2))]).matches_of(A)
        assert match.record == Path("m")
