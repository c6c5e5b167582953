"""The sentences of the learner's errors."""

from tianming_games.ground.error import Sentence


class LearnSentence(Sentence):
    """Errors about policy files, functions that choose, and training."""

    NO_POLICY = "{path} is no policy: {why}; `python -m tianming_learn.train` makes one."
    POLICY_NOT_READ = "{path} cannot be read: {why}."
    POLICY_NOT_WRITTEN = "{path} cannot be written: {why}; name a file in a folder that exists."
    OTHER_RULES = (
        "{path} is for other rules, with the {what} {found!r} in place of {wanted!r}: train it "
        "again, or install the tianming-games that it was trained with."
    )
    OTHER_MATCH = (
        "the policy {path} is for {found}, and the training is for {wanted}: name another file, "
        "or train with the same seats and options."
    )
    OTHER_QUESTION = "the policy is for {found}, and the match is {wanted}."
    NO_FUNCTION = "{name} is no function that chooses: {why}; name it as module:function."
    WRONG_IDS = (
        "{name} returned {found} for {rows} questions: let it return an array with an id for each."
    )
    NO_TORCH = "training needs PyTorch: run `pip install 'tianming-bots[torch]'`."
