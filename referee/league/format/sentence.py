"""What is wrong with the format of a league: its bots and its numbers."""

from tianming_games.ground.error import Sentence


class FormatSentence(Sentence):
    """What is wrong with the format of a league."""

    TOO_FEW_BOTS = "{bots:bot|bots} cannot fill {seats:seat|seats}: name more bots."
    CHALLENGER_DOES_NOT_PLAY = "the challenger {bot!r} is not a bot of the league: {hint}"
    BOT_DOES_NOT_PLAY = "{bot!r} is not a bot of the league: {hint}"
    COMPARED_WITH_ITSELF = "{bot} cannot be compared with itself: name two bots."
    WRONG_ELO = "elo0 ({elo0:g}) must be less than elo1 ({elo1:g})."
    NOBODY_GOES_OUT = "{advance} of {seats} bots cannot advance, because then no bot is eliminated."
    NOBODY_DROPS_OUT = "top ({top}) must be less than the number of bots ({bots})."
