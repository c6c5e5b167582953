"""What a benchmark ran on: figures of other machines are other figures."""

import os
import platform
from importlib.metadata import version

from referee.cli.version import build


def environment() -> dict[str, str]:
    """The machine and the versions that matter, by name."""
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
