"""What is wrong with the results that statistics are made of."""

from tianming_games.ground.error import Sentence


class StatisticsSentence(Sentence):
    """What is wrong with the results that statistics are made of."""

    TOO_MANY_BOTS = (
        "{bots} bots have played, and at most {most} are rated at once, for each is held against "
        "each: make tables of parts of the season, by their records."
    )
    RECORDS_DIFFER = (
        "{one} and {other} are both records of the match {match}, and they differ: name only the "
        "one that counts."
    )
