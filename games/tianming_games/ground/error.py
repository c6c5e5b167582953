"""The root of every error that is raised on purpose, and the errors of the rules.

An error carries data: the code of a sentence and its fields. The sentences stand in enums, one
for each part of the project, so that their language can be mended in one place.
"""

from enum import Enum, unique
from typing import Any, Self


@unique
class Sentence(Enum):
    """The sentences of errors. An enum of its own lists the sentences of each part.

    The name of a member is the code of the error. Its value is the sentence, a format string with
    the names of the error's fields. It says what is wrong, where, why, and how to fix it.
    """

    @property
    def code(self) -> str:
        """The code of the errors that say this, in lower case."""
        return str(self.name).lower()


class CodedError(Exception):
    """An error with a code and fields, whose text is made from both."""

    def __init__(self, sentence: Sentence, /, **fields: object) -> None:
        """Keep the sentence and its fields.

        Args:
            sentence: the sentence.
            fields: a value for each field that the sentence names.
        """
        super().__init__(sentence, fields)
        self.sentence = sentence
        self.fields = fields

    @property
    def code(self) -> str:
        """The code of the sentence."""
        return self.sentence.code

    def __str__(self) -> str:
        return str(self.sentence.value).format(**self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the sentence and the fields: a pool's workers send errors to the referee."""
        return _unpickled, (type(self), self.sentence, self.fields)

    @classmethod
    def of(cls, sentence: Sentence, fields: dict[str, object]) -> Self:
        """The error with the fields in one dictionary."""
        return cls(sentence, **fields)


def _unpickled(kind: type[CodedError], sentence: Sentence, fields: dict[str, object]) -> CodedError:
    return kind.of(sentence, fields)


class TianmingError(CodedError):
    """Somebody passed something that cannot be used.

    `exit_code` is what a command line exits with, as `sysexits.h` numbers them.
    """

    exit_code = 70


class UsageError(TianmingError):
    """A name, an option or a number on the command line or in a file is wrong."""

    exit_code = 2


class DataError(TianmingError):
    """A file is damaged, cut, or not what it should be."""

    exit_code = 65
