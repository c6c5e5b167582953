"""What a match came to, by its type."""

from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch


def finished(played: PlayedMatch) -> FinishedMatch:
    """A match that must have a verdict."""
    assert isinstance(played, FinishedMatch), played
    return played


def failed(played: PlayedMatch) -> FailedMatch:
    """A match that must have none."""
    assert isinstance(played, FailedMatch), played
    return played
