"""Expect an error by its code and fields, whatever its sentence says today."""

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
    """Expect an error of a kind that says a sentence, with these fields among its own.

    Where a field is an error itself, its sentence is expected.
    """
    with pytest.raises(kind) as caught:
        yield caught
    error = caught.value
    assert error.sentence is sentence, f"{error.sentence}: {error}"
    found = {name: _said(error.fields.get(name)) for name in fields}
    assert found == fields


def _said(field: object) -> object:
    """A field, or the sentence of a field that is an error itself."""
    return field.sentence if isinstance(field, CodedError) else field
