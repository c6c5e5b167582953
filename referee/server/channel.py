"""Channel arguments of the server.

gRPC ignores unknown ones without a word, so each has a test of its effect in
`tests/server/test_channel.py`.
"""

from referee.server.limits import Limits

Arguments = list[tuple[str, int]]


def server_arguments(limits: Limits) -> Arguments:
    """The arguments a referee's server is made with."""
    return [
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", limits.max_frame_bytes),
        ("grpc.max_metadata_size", 4096),
        ("grpc.absolute_max_metadata_size", 8192),
        ("grpc.max_allowed_incoming_connections", limits.max_connections),
        ("grpc.server_handshake_timeout_ms", round(limits.handshake_timeout * 1000)),
        ("grpc.http2.bdp_probe", 0),
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.http2.ping_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ]
