"""What is wrong with what somebody wants to see in a terminal."""

from tianming_games.ground.error import Sentence


class TerminalSentence(Sentence):
    """What is wrong with what somebody wants to see in a terminal."""

    NO_RULES_PAGE = "there is no page of rules for {game!r}: {hint}"
    GAME_WITHOUT_PAGE = (
        "the distribution {distribution} has no page of rules for {game}: its authors can put the "
        "file {game}.md beside the module of the game."
    )
    PAGE_NOT_READ = (
        "the page of rules for {game} in the distribution {distribution} cannot be read ({why}): "
        "update it, or report it to its authors."
    )
