"""What gRPC is told before it begins, in the environment of a process."""

EXPERIMENTS = "-event_engine_client,-event_engine_listener"
"""What `GRPC_EXPERIMENTS` says unless somebody has set it: gRPC's older event loop, which needs
fewer threads for a message. It is read when gRPC is imported; a version that does not know
the names ignores them. `tests/bench` measures it."""
