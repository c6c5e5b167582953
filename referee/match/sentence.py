"""Why an entry cannot stand where a record has it: the sentences of a match and of `verify`."""

from tianming_games.ground.error import Sentence


class EntrySentence(Sentence):
    """What is wrong with an entry of a match."""

    # the order of entries
    STEP_CANNOT_FOLLOW = "seat {seat} is {standing}, and {step} cannot follow."
    KIND_CANNOT_COME = "{kind} cannot occur here."
    ENTRY_AFTER_SEAL = "there is an entry after the seal."
    ONLY_VOID_SEAL_AFTER_STALL = (
        "the host had stalled for longer than the limit, so only a void seal may follow."
    )
    ONLY_VOID_SEAL_AFTER_FAILURE = "the rules had failed, so only a void seal may follow."
    SEAL_TOO_EARLY = "the seal comes before the end of the game."
    SECOND_HEADER = "there is a second header."
    SIGNATURE_NOT_LAST = "a signature is not directly after the seal."
    UNKNOWN_VALUE = "{why}."

    # seats and draws
    NO_SUCH_SEAT = "there is no seat {seat}."
    SEAT_NOT_TO_ACT = "it is not the turn of seat {seat}."
    SEAT_NOT_NEXT = "seat {seat} is not next."
    NOTHING_TO_DRAW = "there is nothing to draw."
    WRONG_DRAW_NUMBER = "there is draw {index} in place of draw {due}."
    DRAW_NOT_FROM_SEED = "the draw does not follow from the seed."
    DRAW_AGAINST_RULES = "{why}"
    RULES_FAILED = "the rules failed here ({error}), and the match was void."

    # questions
    ASKED_NOT_TO_ACT = "seat {seat} is asked, but it is not its turn."
    ASKED_WITHOUT_DECISION = "seat {seat} is asked, but has nothing to decide."
    ASKED_TOO_EARLY = "seat {seat} is asked before seat {due}."
    WRONG_QUESTION_NUMBER = "there is question {number} in place of question {due}."
    WRONG_OPTION_COUNT = "{offered:option was|options were} offered, but the rules have {due}."
    WRONG_BUDGET = "the budget does not follow from the clock."
    OTHER_STATE_ASKED = "the state differs from the state at the time of the question."
    OTHER_QUESTION_SHOWN = "the question shown to the seat does not follow from the state."

    # choices
    QUESTION_NOT_OPEN = "it answers question {number}, which was not open."
    QUESTION_NOT_OPEN_TO_SEAT = "question {number} is not open to seat {seat}."
    OPTION_NOT_ON_OFFER = (
        "option {option} is not on offer: the question has {count:option|options}, from 0."
    )
    CHOICE_WITHOUT_QUESTION = "seat {seat} has a choice, but was not asked."
    HANDED_OVER_UNASKED = "a question was handed over but not asked."
    HANDED_OVER_OUT_OF_ORDER = "the question was not handed over between asking and answering."
    ROUND_TRIP_TOO_LONG = "the round-trip time is longer than the answer took."
    FAULT_WAS_PLAYED = "an answer was played although it was recorded as a fault."
    LATE_ANSWER_WAS_PLAYED = "the answer was played although it came after its deadline."
    WRONG_ORIGIN = "a choice of the kind {origin} cannot occur here."
    WRONG_CHOICE_NUMBER = "there is number {number} in place of number {due}."
    CHOICE_NOT_FROM_SEED = "the referee's choice does not follow from the seed."
    WRONG_CHOICE_COUNT = "the rules have {due:option|options}."
    FAULT_AT_OTHER_TIME = "the times of the fault and of its choice differ."

    # faults, notes and times
    FAULT_AGAINST_DEADLINE = "the fault does not follow from the deadline."
    FAULT_WITHOUT_QUESTION = "the fault needs a question, but names none."
    FAULT_WITH_QUESTION = "the fault needs no question, but names one."
    STRIKES_MISCOUNTED = "the number of strikes of seat {seat} is wrong."
    NOTE_TOO_LONG = "the note has more than {most} characters."
    TOO_MANY_NOTES = "a record has {most} notes at most."
    TIME_GOES_BACK = "the time is before that of an earlier entry."
    RESUMED_AT_OTHER_TIME = "the match was not resumed at the time at which it had stopped."

    # the seal
    VOID_WITH_RESULTS = "a void match has results."
    OTHER_LAST_STATE = "the last state differs from the sealed one."
    WRONG_VERDICT = "the verdict does not follow from the rules."
    WRONG_RESULT_COUNT = "the seal has {results:result|results} for {seats:seat|seats}"
    NO_FIRST_PLACE = "the seal has no first place"

    # the header
    WRONG_SEED_LENGTH = "the header's seed and nonce do not have 32 bytes each."
    NO_STRIKES = "the header's strikes are 0."
    OTHER_COMMITMENT = "the header's seed does not match its commitment."
