"""The base class of all intended errors, and the errors of the rules.

An error carries data: a sentence and its fields. The sentences are members of enums, one enum for
each part of the project, so that their wording is in one place.
"""

from enum import Enum, unique
from string import Formatter
from typing import Any, Self


class _Counting(Formatter):
    """Inserts fields; `{bots:bot|bots}` is a number with its noun in singular or plural."""

    def format_field(self, value: Any, spec: str) -> str:
        one, is_counted, many = spec.partition("|")
        if not is_counted:
            return str(super().format_field(value, spec))
        return f"{value} {one if value == 1 else many}"


_FORMATTER = _Counting()


@unique
class Sentence(Enum):
    """The base class of the enums with the sentences of errors.

    The name of a member, in lower case, is the code of the error. Its value is the sentence: a
    format string with the names of the error's fields. It says what is wrong, where, why, and how
    to fix it. `{bots:bot|bots}` inserts a number with its noun.
    """

    @property
    def code(self) -> str:
        """The code of errors with this sentence: its name in lower case."""
        return str(self.name).lower()

    def words(self, **fields: object) -> str:
        """Return the sentence with these fields."""
        return _FORMATTER.vformat(str(self.value), (), fields)


class CodedError(Exception):
    """An error with a sentence and fields; its text is the sentence with the fields inserted."""

    def __init__(self, sentence: Sentence, /, **fields: object) -> None:
        """Create an error.

        Args:
            sentence: the sentence.
            fields: a value for each field of the sentence.
        """
        super().__init__(sentence, fields)
        self.sentence = sentence
        self.fields = fields

    @property
    def code(self) -> str:
        """The code of the sentence."""
        return self.sentence.code

    def __str__(self) -> str:
        return self.sentence.words(**self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the sentence and the fields: worker processes send errors to the referee."""
        return _unpickled, (type(self), self.sentence, self.fields)

    @classmethod
    def of(cls, sentence: Sentence, fields: dict[str, object]) -> Self:
        """Return an error from its sentence and a dictionary of its fields."""
        return cls(sentence, **fields)


def _unpickled(kind: type[CodedError], sentence: Sentence, fields: dict[str, object]) -> CodedError:
    return kind.of(sentence, fields)


class TianmingError(CodedError):
    """The base class of intended errors, which users can fix.

    `exit_code` is the exit status of a command: 2 for usage errors, else as in `sysexits.h`.
    """

    exit_code = 70


class UsageError(TianmingError):
    """A name, an option or a number on the command line or in a file is invalid."""

    exit_code = 2


class DataError(TianmingError):
    """A file is damaged, truncated, or has the wrong content."""

    exit_code = 65
