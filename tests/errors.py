"""Expect an error by its sentence and fields, independent of the wording."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from referee.error import CodedError, Sentence

E = TypeVar("E", bound=CodedError)


@contextmanager
def raises(
    kind: type[E], sentence: Sentence, /, **fields: object
) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect an error of a type, with this sentence and at least these fields.

    If a field is itself an error, pass the sentence of that error.
    """
    with pytest.raises(kind) as caught:
        yield caught
    error = caught.value
    assert error.sentence is sentence, f"{error.sentence}: {error}"
    found = {name: _said(error.fields.get(name)) for name in fields}
    assert found == fields


def _said(field: object) -> object:
    """Return a field; if it is itself an error, return its sentence."""
    return field.sentence if isinstance(field, CodedError) else field
