"""gRPC channel arguments of the server, and of its channels to listening bots.

gRPC silently ignores arguments that it does not know or that do not apply to a server. So
`tests/server/test_channel.py` tests the effect of each.
"""

from referee.server.limits import Limits

_READ = 4
"""gRPC accepts frames of up to this multiple of the limit, so that the referee can refuse them.

A frame above the limit costs its bot a strike. For a frame above the multiple, gRPC ends the stream
without a reason.
"""

FRAME_BYTES = 1 << 14
"""Maximum payload bytes of an HTTP/2 frame, the default that gRPC announces to peers."""

_DIAL_PING_INTERVAL = 310.0
"""Seconds without data after which the referee sends a keepalive ping to a listening bot."""

ChannelArguments = list[tuple[str, int]]


def server_arguments(limits: Limits) -> ChannelArguments:
    """Return the channel arguments of a referee's server."""
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
    """Return the arguments of a channel to a listening bot.

    It has the limits of the server, and neither proxy, retries nor shared connections. It reaches
    the bot through the front, which accepts one connection. The ping interval is long: gRPC servers
    close a connection with more than one ping in five minutes.
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
