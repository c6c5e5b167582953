"""Why an entry cannot stand where a record has it: the sentences of a match and of `verify`."""

from tianming_games.ground.error import Sentence


class EntrySentence(Sentence):
    """What is wrong with an entry of a match."""

    # the order of entries
    STEP_CANNOT_FOLLOW = "seat {seat} is {standing}, and {step} cannot follow."
    KIND_CANNOT_COME = "{kind} cannot come here."
    ENTRY_AFTER_SEAL = "there is an entry behind the seal."
    ONLY_VOID_SEAL_AFTER_STALL = (
        "the host had stood still for longer than the limit before it, "
        "and only a void seal may follow."
    )
    ONLY_VOID_SEAL_AFTER_FAILURE = "the rules failed before it, and only a void seal may follow."
    SEAL_TOO_EARLY = "the seal comes before the end of the game."
    SECOND_HEADER = "there is a second header."
    SIGNATURE_NOT_LAST = "a signature stands elsewhere than after the seal."
    UNKNOWN_VALUE = "{why}."

    # seats and draws
    NO_SUCH_SEAT = "there is no seat {seat}."
    SEAT_NOT_TO_ACT = "seat {seat} is not to act."
    SEAT_NOT_NEXT = "seat {seat} is not the next to act."
    NOTHING_TO_DRAW = "there is nothing to draw."
    WRONG_DRAW_NUMBER = "draw {index} stands where draw {due} belongs."
    DRAW_NOT_FROM_SEED = "the draw is not the one that the seed gives."
    DRAW_AGAINST_RULES = "{why}"
    RULES_FAILED = "the rules failed here ({error}), and the match was void."

    # questions
    ASKED_NOT_TO_ACT = "seat {seat} is asked and is not to act."
    ASKED_WITHOUT_DECISION = "seat {seat} is asked and has nothing to decide."
    ASKED_TOO_EARLY = "seat {seat} is asked before seat {due}."
    WRONG_QUESTION_NUMBER = "question {number} stands where question {due} belongs."
    WRONG_OPTION_COUNT = "{offered} options were offered, there are {due}."
    WRONG_BUDGET = "the budget is not the one that the clock gives."
    OTHER_STATE_ASKED = "the state is another one than when the question was asked."
    OTHER_QUESTION_SHOWN = "the seat was shown something else than the state gives."

    # choices
    QUESTION_NOT_OPEN = "the answer to question {number}, which was not open."
    QUESTION_NOT_OPEN_TO_SEAT = "question {number} is not open to seat {seat}."
    OPTION_NOT_ON_OFFER = "option {option} is not on offer: there are {count}, from 0."
    CHOICE_WITHOUT_QUESTION = "seat {seat} has a choice and was not asked."
    HANDED_OVER_UNASKED = "a question was handed over that was not asked."
    HANDED_OVER_OUT_OF_ORDER = "the question was not handed over between asking and answering."
    ROUND_TRIP_TOO_LONG = "the round-trip time is longer than the answer took."
    FAULT_WAS_PLAYED = "an answer was played that had been booked as a fault."
    LATE_ANSWER_WAS_PLAYED = "the answer came after its deadline and was played all the same."
    WRONG_ORIGIN = "a choice of the kind {origin} cannot come here."
    WRONG_CHOICE_NUMBER = "number {number} stands where number {due} belongs."
    CHOICE_NOT_FROM_SEED = "the referee's choice is not the one that the seed gives."
    WRONG_CHOICE_COUNT = "there are {due} options."
    FAULT_AT_OTHER_TIME = "the fault was booked at another time than the choice was made."

    # faults, notes and times
    FAULT_AGAINST_DEADLINE = "the fault is not the one that the deadline gives."
    FAULT_WITHOUT_QUESTION = "the fault is one against a question, and names none."
    FAULT_WITH_QUESTION = "the fault is one against no question, and names one."
    STRIKES_MISCOUNTED = "the strikes of seat {seat} are miscounted."
    NOTE_TOO_LONG = "the note has more than {most} characters."
    TOO_MANY_NOTES = "a record has {most} notes at most."
    TIME_GOES_BACK = "the time is before that of an earlier entry."
    RESUMED_AT_OTHER_TIME = "the match did not go on at the time at which it had stopped."

    # the seal
    VOID_WITH_RESULTS = "a void match has results."
    OTHER_LAST_STATE = "the last state is another one than the sealed one."
    WRONG_VERDICT = "the verdict is not the one that the rules give."
    WRONG_RESULT_COUNT = "the seal has {results} results for {seats} seats"
    NO_FIRST_PLACE = "the seal gives nobody the first place"

    # the header
    WRONG_SEED_LENGTH = "the header's seed and nonce have not 32 bytes each."
    NO_STRIKES = "the header's strikes are 0."
    OTHER_COMMITMENT = "the header's seed is not the one that it commits to."
