"""What is wrong with the settings of a check of a bot."""

from tianming_games.ground.error import Sentence


class BotCheckSentence(Sentence):
    """What is wrong with the settings of a check of a bot."""

    WRONG_MATCHES_AT_ONCE = "--matches is {matches}: give a number from 1 to {most}."
    LEAGUE_AND_FLAGS = (
        "--league takes game, clock and sandbox from {file}: leave out {flags}, or --league."
    )
