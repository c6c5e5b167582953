"""The toolchains of a host: what a build may use besides the system and the submission."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What the organiser prepared for one language. A build and a bot may read it, not change it.

    Attributes:
        variables: environment variables that make the tools work without network.
        readable: folders outside of the system that builds and bots may read.
    """

    variables: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()
