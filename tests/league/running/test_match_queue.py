"""The queue: the order of the plan, and room for every bot."""

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.settings import OwnerSettings
from referee.league.ledger.ledger_queries import PlannedMatch
from referee.league.pairing import Pairing
from referee.league.running import match_queue
from referee.league.running.match_queue import MatchQueue


def match(bots: str, turn: int = 1) -> PlannedMatch:
    """A match between bots of one letter each, by whose names it is called."""
    pairing = Pairing(MatchId(f"{bots}-{turn}"), 1, 1, tuple(map(BotName, bots)), bytes(32))
    return PlannedMatch(pairing, from_attempt=1, begun=0, counting=None, void=None)


def queue(*bots: str, at_once: int = 9, per_bot: int = 1) -> MatchQueue:
    """A queue with matches between those bots."""
    waiting = MatchQueue(at_once, per_bot)
    waiting.add([match(each) for each in bots])
    return waiting


def taken(waiting: MatchQueue) -> list[str]:
    """Whose matches are handed out."""
    return ["".join(one.pairing.bots) for one in waiting.take()]


class TestTake:
    """What there is room for is handed out in the order of the plan."""

    def test_a_bot_plays_no_more_matches_at_once_than_it_asks_for(self) -> None:
        waiting = MatchQueue(9, 3, {"a": 1, "b": 7, "c": 0}.__getitem__)
        waiting.add([match("ab"), match("ac"), *(match("bc", turn) for turn in range(4))])
        assert taken(waiting) == ["ab", "bc", "bc"]
        waiting.release("ab")
        assert taken(waiting) == ["ac"]

    def test_a_match_waits_until_all_its_bots_have_room(self) -> None:
        waiting = queue("ab", "ac", "cd", "ad", "ef")
        assert taken(waiting) == ["ab", "cd", "ef"]
        assert len(waiting) == 2
        waiting.release("ab")
        assert taken(waiting) == []
        waiting.release("cd")
        assert taken(waiting) == ["ac"]
        waiting.release("ac")
        assert taken(waiting) == ["ad"]

    def test_no_bot_is_in_more_matches_than_it_may(self) -> None:
        assert taken(queue("ab", "ac", "ad", "bc", per_bot=2)) == ["ab", "ac", "bc"]

    def test_a_bot_in_two_seats_is_in_one_match(self) -> None:
        waiting = queue("aa", "ab", "ac", per_bot=2)
        assert taken(waiting) == ["aa", "ab"]
        waiting.release("aa")
        assert taken(waiting) == ["ac"]

    def test_no_more_are_handed_out_than_may_be_at_once(self) -> None:
        waiting = queue("ab", "cd", "ef", at_once=2)
        assert taken(waiting) == ["ab", "cd"]
        waiting.release("cd")
        assert taken(waiting) == ["ef"]

    def test_an_owner_is_in_no_more_matches_than_it_may_with_all_its_bots(self) -> None:
        ada = OwnerSettings(name=OwnerName("ada"), matches=2)
        waiting = MatchQueue(9, 9, quota=lambda bot: ada if bot in "ab" else None)
        waiting.add([match(each) for each in ("ac", "bc", "ad", "cd", "bd")])
        assert taken(waiting) == ["ac", "bc", "cd"]
        waiting.release("cd")
        assert taken(waiting) == []
        waiting.release("bc")
        assert taken(waiting) == ["ad"]
        waiting.release("ac")
        assert taken(waiting) == ["bd"]

    def test_those_that_are_looked_at_are_bounded(self) -> None:
        passed = ["ab"] * (match_queue._LOOK_AHEAD - 1)
        assert taken(queue("ab", *passed, "cd")) == ["ab", "cd"]
        assert taken(queue("ab", *passed, "ab", "cd")) == ["ab"]


class TestHold:
    """The matches of absent bots wait apart, and hold up no others."""

    def test_matches_of_a_held_bot_are_not_handed_out_until_it_is_held_no_more(self) -> None:
        waiting = queue("ab", "cd", "bc", per_bot=2)
        waiting.hold({"b"})
        assert taken(waiting) == ["cd"]
        assert len(waiting) == 2
        waiting.hold(set())
        assert taken(waiting) == ["ab", "bc"]

    def test_a_match_that_is_added_meanwhile_is_held_too(self) -> None:
        waiting = queue()
        waiting.hold({"a"})
        waiting.add([match("ab"), match("cd")])
        assert taken(waiting) == ["cd"]

    def test_many_held_matches_hide_no_other(self) -> None:
        waiting = queue(*["ab"] * (2 * match_queue._LOOK_AHEAD), "cd")
        waiting.hold({"a"})
        assert taken(waiting) == ["cd"]


class TestDrop:
    """Matches that are not to be played any more are not handed out."""

    def test_all_matches_are_dropped_also_held_ones(self) -> None:
        waiting = queue("ab", "cd")
        waiting.hold({"a"})
        assert sorted(one.pairing.match_id for one in waiting.drop_all()) == ["ab-1", "cd-1"]
        assert len(waiting) == 0
        assert waiting.drop_all() == []

    def test_one_match_is_dropped_held_or_not(self) -> None:
        waiting = queue("ab", "cd", "ef", "ag")
        waiting.drop(MatchId("cd-1"))
        waiting.hold({"a"})
        waiting.drop(MatchId("ag-1"))
        assert taken(waiting) == ["ef"]
        assert len(waiting) == 1
