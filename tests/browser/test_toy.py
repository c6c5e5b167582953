"""A game of the tests is shown like the others: neither the server nor the pages name a game."""

from tests.browser.conftest import Visit


def test_its_match_is_shown_and_can_be_gone_through(visit: Visit) -> None:
    visitor = visit("/matches/toy")
    visitor.picture("toy")
    visitor.click("Next step")
    assert visitor.step == 1
    assert visitor.barriers() == []
