"""What a referee accepts, in numbers; each is published in `docs/guarantees.md`."""

from dataclasses import dataclass

from tianming_proto.v1 import play_pb2 as pb


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps on what one stream may cost. Times are in seconds."""

    max_frame_bytes: int = 1 << 16
    """Bytes of one frame from a bot."""
    max_message_bytes: int = 4096
    """Bytes of one message in it; the points of a `Hello` count each for itself."""
    max_resume_points: int = 256
    """Resume points of one `Hello`."""
    max_response_bytes: int = 1 << 20
    """Bytes of one frame to a bot."""
    messages_per_second: int = 20
    """Messages that answer no open question, over a longer time."""
    message_burst: int = 200
    """The same, at once after a pause."""
    max_note_characters: int = 200
    """Characters of a note to a choice."""
    max_queue: int = 4096
    """Messages that wait for a bot to read."""
    max_frame_messages: int = 256
    """Messages of one frame to a bot."""
    hello_timeout: float = 5.0
    """Time from a stream's start to its `Hello`."""
    write_timeout: float = 10.0
    """Time a bot may leave a frame unread."""
    penalty: float = 1.0
    """Delay of the next stream of a bot after a disconnection for its behaviour."""
    stream_burst: int = 60
    """Streams one bot may open at once after a pause."""
    streams_per_second: float = 2.0
    """The same, over a longer time."""
    refusal_burst: int = 50
    """Wrong tokens of all callers together that are answered without delay, at once."""
    refusals_per_second: float = 5.0
    """The same, over a longer time."""
    refusal_delay: float = 1.0
    """Time the answer to every other wrong token takes, and that to a stream too many."""
    max_held_refusals: int = 1024
    """Such answers that wait at once; more are given without delay."""
    max_unauthenticated_calls: int = 64
    """Calls at once that need no token and stay open: watching the health, reflection."""
    max_unauthenticated_requests: int = 64
    """Requests of calls that need no token, on their way at once; beyond, the oldest goes."""
    request_timeout: float = 5.0
    """Time for such a request to arrive."""
    lookahead_bytes: int = 8192
    """Bytes of a stream that a peer may send before anybody reads it."""
    log_burst: int = 20
    """Log lines about the streams of one bot, or of all unauthenticated callers, at once."""
    log_lines_per_second: float = 0.1
    """The same, over a longer time."""
    max_connections: int = 512
    """Connections at once, at each address."""
    max_streams: int = 4096
    """Streams and other calls at once, of all peers together."""
    max_local_connections: int = 512
    """Connections at once of a local bot, at the socket that it alone has."""
    max_local_streams: int = 64
    """Streams and other calls at once of a local bot."""
    max_connection_streams: int = 100
    """Streams at once on one connection; more wait at the peer."""
    handshake_timeout: float = 5.0
    """Time from a connection's start to the end of its HTTP/2 handshake."""
    idle_timeout: float = 60.0
    """Time a connection may have no stream."""
    ping_interval: float = 20.0
    """Time without data after which a peer is asked for a sign of life."""
    ping_timeout: float = 10.0
    """Time for the peer's answer."""
    least_ping_interval: float = 10.0
    """Time a peer has to leave between its own pings."""

    max_header_bytes: int = 1 << 14
    """Bytes of the headers of a call, as HTTP/2 packs them; beyond, its connection is closed."""
    max_header_fields: int = 64
    """Fields in the headers of a call; beyond, its connection is closed."""
    address_connection_burst: int = 1024
    """Connections that may come from one address at once after a pause; more are refused."""
    address_connections_per_second: float = 100.0
    """The same, over a longer time."""
    address_call_burst: int = 1024
    """Calls from one address at once after a pause; more wait."""
    address_calls_per_second: float = 100.0
    """The same, over a longer time."""
    frame_burst: int = 256
    """Frames of HTTP/2 that a connection may send at once after a pause, each of 256 bytes at
    most or counted as several; more wait."""
    address_frames_per_second: float = 40_000.0
    """The same from one address, over a longer time; its connections share them evenly."""

    def message(self) -> pb.Limits:
        """The limits in `Welcome`."""
        return pb.Limits(
            max_frame_bytes=self.max_frame_bytes,
            messages_per_second=self.messages_per_second,
            message_burst=self.message_burst,
            max_note_characters=self.max_note_characters,
            max_message_bytes=self.max_message_bytes,
            max_response_bytes=self.max_response_bytes,
            max_resume_points=self.max_resume_points,
        )
