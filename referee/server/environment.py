"""What gRPC is told in the environment of a process, before it is imported."""

import os
from typing import Final

EXPERIMENTS: Final = "-event_engine_client,-event_engine_listener"
"""What `GRPC_EXPERIMENTS` says unless somebody has set it: gRPC's older event loop, which needs
fewer threads for a message. A version that does not know the names ignores them. `tests/bench`
measures it."""

_SETTINGS: Final = {
    "GRPC_ENABLE_FORK_SUPPORT": "0",  # children are started with exec
    "GRPC_EXPERIMENTS": EXPERIMENTS,
    "GRPC_VERBOSITY": "NONE",  # strangers could fill its log
}


def prepare() -> None:
    """Tell gRPC what a referee wants of it, as far as nobody has said anything else."""
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
