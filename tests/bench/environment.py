"""The environment of a benchmark, on which its figures depend."""

import os
import platform
from importlib.metadata import version

from referee.cli.version import build


def environment() -> dict[str, str]:
    """Return the machine and the relevant versions, by name."""
    return {
        "python": platform.python_version(),
        "grpcio": version("grpcio"),
        "protobuf": version("protobuf"),
        "uvloop": version("uvloop"),
        "build": build(),
        "cores": str(os.cpu_count()),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "load": f"{os.getloadavg()[0]:.2f}",
    }
