"""The sentences of the errors of the service of the rules."""

from tianming_games.ground.error import Sentence


class RulesSentence(Sentence):
    """Errors about operations, and about the address of the service."""

    NOT_LOCAL = (
        "the address {address!r} is not on this machine: give unix:PATH, or a port of localhost "
        "or 127.0.0.1."
    )
    NO_KIND = "the operation has no kind: set one of its fields."
    TOO_MANY_OPERATIONS = (
        "the request has {count:operation|operations}; at most {most} are allowed."
    )
    NO_SUCH_NUMBER = "state {number} is beyond the limit: numbers are from 0 to {last}."
    NO_STATE = "there is no state {number}: it was released or never made."
    NOT_TO_ACT = "seat {seat} does not have to act in state {number}."
    OPTION_NOT_OFFERED = "seat {seat} has no option {option} in state {number}: it has {count}."
    NO_SUCH_POLICY = "there is no policy {name!r} for {game}: {hint}"
    NO_ROLLOUTS = "the count of rollouts for each option is 0: give 1 or more."
    TOO_MANY_ROLLOUTS = (
        "the rollouts of the request come to {count}; at most {most} are allowed: make several "
        "requests."
    )
