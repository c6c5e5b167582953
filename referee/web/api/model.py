"""The base of all models of the API."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer
from pydantic_core import CoreSchema, core_schema


class Model(BaseModel):
    """An answer, or a part of one. A field that has its default may be absent in an answer.

    A validator is built when it is first needed. Most parts of answers never need their own.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, defer_build=True
    )


def _milliseconds(value: float) -> float:
    return round(value, 3)


Seconds = Annotated[float, PlainSerializer(_milliseconds), Field(ge=0)]
"""A time in seconds, sent with three decimals."""


@dataclass(frozen=True)
class OneOf:
    """The words that a text may be, as metadata of its type."""

    words: tuple[str, ...]

    @classmethod
    def named(cls, members: Iterable[Enum]) -> "OneOf":
        """Return the names of members of an enum, in lower case."""
        return cls(tuple(member.name.lower() for member in members))

    def __get_pydantic_core_schema__(self, *_: object) -> CoreSchema:
        """Return the schema of `Literal` with these words."""
        return core_schema.literal_schema(list(self.words))


class Problem(Model):
    """Why a request has no answer."""

    error: str
    """What is wrong, as a name for programs."""
    message: str
    """What is wrong and how to mend it, in words."""
