"""Channel arguments of the server, and of its channels to bots that listen.

gRPC silently ignores unknown ones and those without meaning for a server, so each has a test of its
effect in `tests/server/test_channel.py`.
"""

from referee.server.limits import Limits

_READ = 4
"""The referee reads frames of up to this multiple of the limit; they cost their bot a strike.

gRPC itself ends the stream of a larger frame without notice.
"""

FRAME_BYTES = 1 << 14
"""Maximum bytes of an HTTP/2 frame: gRPC announces no other limit to peers."""

_DIAL_PING_INTERVAL = 310.0
"""Seconds without data after which a bot that listens is asked for a sign of life."""

ChannelArguments = list[tuple[str, int]]


def server_arguments(limits: Limits) -> ChannelArguments:
    """The arguments a referee's server is made with."""
    return [
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", _READ * limits.max_frame_bytes),
        ("grpc.max_metadata_size", 4096),
        ("grpc.absolute_max_metadata_size", 8192),
        ("grpc.max_concurrent_streams", limits.max_connection_streams),
        ("grpc.max_allowed_incoming_connections", limits.max_connections),
        ("grpc.server_handshake_timeout_ms", _ms(limits.handshake_timeout)),
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http.tarpit", 0),
        ("grpc.http2.lookahead_bytes", limits.lookahead_bytes),
        ("grpc.max_connection_idle_ms", _ms(limits.idle_timeout)),
        ("grpc.keepalive_time_ms", _ms(limits.ping_interval)),
        ("grpc.http2.ping_timeout_ms", _ms(limits.ping_timeout)),
        ("grpc.http2.min_ping_interval_without_data_ms", _ms(limits.least_ping_interval)),
    ]


def dial_arguments(limits: Limits) -> ChannelArguments:
    """The arguments of a channel to a bot that listens: the same limits, and no detours.

    Servers of gRPC close a connection that is pinged more often than once in five minutes.
    """
    return [
        ("grpc.max_receive_message_length", _READ * limits.max_frame_bytes),
        ("grpc.max_metadata_size", 4096),
        ("grpc.absolute_max_metadata_size", 8192),
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", limits.lookahead_bytes),
        ("grpc.keepalive_time_ms", _ms(_DIAL_PING_INTERVAL)),
        ("grpc.http2.ping_timeout_ms", _ms(limits.ping_timeout)),
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_retries", 0),
        ("grpc.enable_http_proxy", 0),
        ("grpc.service_config_disable_resolution", 1),
    ]


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
