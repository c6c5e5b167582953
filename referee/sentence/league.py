"""What is wrong with a league, its file, its ledger, or its bots."""

from tianming_games.ground.error import Sentence


class LeagueSentence(Sentence):
    """What is wrong with a league, its file, its ledger, or its bots."""

    # reruns
    NO_SUCH_ROUND = "there is no round {round} in {league}: rounds 1 to {last} are planned."
    NO_ROUND_PLANNED = "there is no round {round} in {league}: no round is planned yet."
