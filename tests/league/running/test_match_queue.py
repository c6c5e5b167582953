"""The queue: the order of the plan, and room for every bot."""

from referee.league.ledger.ledger import OpenMatch
from referee.league.pairing import Pairing
from referee.league.running import match_queue
from referee.league.running.match_queue import MatchQueue


def match(bots: str, turn: int = 1) -> OpenMatch:
    """A match between bots of one letter each, by whose names it is called."""
    pairing = Pairing(f"{bots}-{turn}", 1, 1, tuple(bots), bytes(32))
    return OpenMatch(pairing, from_attempt=1, begun=0, is_settled=False)


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

    def test_a_match_waits_until_all_its_bots_have_room(self) -> None:
        waiting = queue("ab", "ac", "cd", "ad", "ef")
        assert taken(waiting) == ["ab", "cd", "ef"]
        assert len(waiting) == 2
        waiting.back(match("ab"))
        assert taken(waiting) == []
        waiting.back(match("cd"))
        assert taken(waiting) == ["ac"]
        waiting.back(match("ac"))
        assert taken(waiting) == ["ad"]

    def test_no_bot_is_in_more_matches_than_it_may(self) -> None:
        assert taken(queue("ab", "ac", "ad", "bc", per_bot=2)) == ["ab", "ac", "bc"]

    def test_a_bot_in_two_seats_is_in_one_match(self) -> None:
        waiting = queue("aa", "ab", "ac", per_bot=2)
        assert taken(waiting) == ["aa", "ab"]
        waiting.back(match("aa"))
        assert taken(waiting) == ["ac"]

    def test_no_more_are_handed_out_than_may_be_at_once(self) -> None:
        waiting = queue("ab", "cd", "ef", at_once=2)
        assert taken(waiting) == ["ab", "cd"]
        waiting.back(match("cd"))
        assert taken(waiting) == ["ef"]

    def test_those_that_are_looked_at_are_bounded(self) -> None:
        passed = ["ab"] * (match_queue._LOOK_AHEAD - 1)
        assert taken(queue("ab", *passed, "cd")) == ["ab", "cd"]
        assert taken(queue("ab", *passed, "ab", "cd")) == ["ab"]


class TestTakeOut:
    """What is not to be played any more is handed out no more."""

    def test_the_matches_of_some_bots_are_dropped(self) -> None:
        waiting = queue("ab", "cd", "bc", "ef")
        assert [one.pairing.match_id for one in waiting.drop({"b"})] == ["ab-1", "bc-1"]
        assert waiting.drop({"b"}) == []
        assert taken(waiting) == ["cd", "ef"]

    def test_one_match_is_forgotten(self) -> None:
        waiting = queue("ab", "cd", "ef")
        waiting.forget("cd-1")
        assert taken(waiting) == ["ab", "ef"]
