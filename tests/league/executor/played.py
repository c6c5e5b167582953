"""Narrow the type of a played match."""

from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch


def finished(played: PlayedMatch) -> FinishedMatch:
    """Return a match that must have a result."""
    assert isinstance(played, FinishedMatch), played
    return played


def failed(played: PlayedMatch) -> FailedMatch:
    """Return a match that must have no result."""
    assert isinstance(played, FailedMatch), played
    return played
