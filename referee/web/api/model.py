"""The base of all models of the API."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer


class Model(BaseModel):
    """An answer, or a part of one. A field that has its default may be absent in an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def _milliseconds(value: float) -> float:
    return round(value, 3)


Seconds = Annotated[float, PlainSerializer(_milliseconds), Field(ge=0)]
"""A time in seconds, sent with three decimals."""


class Problem(Model):
    """Why a request has no answer."""

    error: str
    """What is wrong, as a name for programs."""
    message: str
    """What is wrong and how to mend it, in words."""
