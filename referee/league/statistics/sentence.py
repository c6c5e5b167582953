"""What is wrong with the results that statistics are made of."""

from tianming_games.ground.error import Sentence


class StatisticsSentence(Sentence):
    """What is wrong with the results that statistics are made of."""

    TOO_MANY_BOTS = (
        "{bots:bot has|bots have} played, but the table can rate at most {most} at once: make "
        "tables of parts of the season, from their records."
    )
    RECORDS_DIFFER = (
        "{one} and {other} are both records of the match {match}, and they differ: name only the "
        "one that counts."
    )
