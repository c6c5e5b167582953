"""What is wrong with a comparison of bots."""

from tianming_games.ground.error import Sentence


class BotComparisonSentence(Sentence):
    """What is wrong with a comparison of bots."""

    NAME_TWO_BOTS = "a comparison needs two bots or more, but you named {bots}: name another."
    TOO_FEW_BOTS = (
        "{bots:bot|bots} cannot fill {seats:seat|seats}: name more bots, name only two, which "
        "share the seats, or choose fewer with --seats."
    )
    SPRT_NEEDS_TWO = "--sprt compares two bots, but you named {bots}: name two."
    WRONG_ELO = "--elo0 is {elo0:g} and --elo1 is {elo1:g}: --elo0 must be the smaller one."
    NEEDS_SPRT = "{option} belongs to the test that ends the comparison early: add --sprt."
    BOT_IS_GAME = "{name!r} is a game, not a bot: choose it with --game {name}."
    DOES_NOT_PLAY = "no match has a result: {bot} {reason}."
