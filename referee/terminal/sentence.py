"""What is wrong with what somebody wants to see in a terminal."""

from tianming_games.ground.error import Sentence


class TerminalSentence(Sentence):
    """What is wrong with what somebody wants to see in a terminal."""

    NO_RULES_PAGE = "there is no page of rules for {game!r}: {hint}"
