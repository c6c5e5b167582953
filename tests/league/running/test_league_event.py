"""Events of a running league: their kinds, and their form in JSON."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.league.running import league_event
from referee.league.running.league_event import (
    BotCrashedEvent,
    BotsAwaitedEvent,
    LeagueEvent,
    MatchEndedEvent,
    as_json,
)

NOON = datetime(2026, 5, 1, 12, 0, 0, 250_000, tzinfo=UTC)
DOCS = Path(__file__).parents[3] / "docs" / "league.md"

KINDS = sorted(
    (kind for kind in vars(league_event).values() if isinstance(kind, type)),
    key=lambda kind: kind.__name__,
)


class TestJson:
    """An event is an object with its kind, its time in UTC, and its fields."""

    def test_the_kind_is_the_name_in_snake_case(self) -> None:
        assert MatchEndedEvent.kind() == "match_ended"

    def test_the_time_is_in_utc_with_milliseconds(self) -> None:
        away = NOON.astimezone(timezone(timedelta(hours=8)))
        event = BotsAwaitedEvent((BotName("ann"),), 300.0)
        assert as_json(event, away) == {
            "event": "bots_awaited",
            "time": "2026-05-01T12:00:00.250Z",
            "bots": ["ann"],
            "seconds": 300.0,
        }

    def test_a_path_is_a_text(self) -> None:
        line = as_json(BotCrashedEvent(BotName("ann"), "m1", "why", 1, Path("a/b.txt")), NOON)
        assert json.loads(json.dumps(line))["file"] == "a/b.txt"

    @pytest.mark.parametrize(
        "kind",
        [kind for kind in KINDS if issubclass(kind, LeagueEvent) and kind is not LeagueEvent],
    )
    def test_each_kind_is_documented(self, kind: type[LeagueEvent]) -> None:
        assert f"`{kind.kind()}`" in DOCS.read_text(encoding="utf-8")
