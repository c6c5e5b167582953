"""The limits of a referee; `docs/guarantees.md` publishes each."""

from dataclasses import dataclass

from tianming_proto.v1 import play_pb2 as pb


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on bots, connections and calls. Times are in seconds."""

    max_frame_bytes: int = 1 << 16
    """Maximum bytes of one frame from a bot."""
    max_message_bytes: int = 4096
    """Maximum bytes of one message in a frame; each resume point of a `Hello` counts separately,
    and the reasoning of a thought does not count."""
    max_resume_points: int = 256
    """Maximum resume points of one `Hello`."""
    max_response_bytes: int = 1 << 20
    """Maximum bytes of one frame to a bot."""
    messages_per_second: int = 20
    """Sustained rate of messages from one stream that answer no open question."""
    message_burst: int = 200
    """Burst of such messages after a pause."""
    max_note_characters: int = 200
    """Maximum characters of a note to a choice."""
    max_reasoning_bytes: int = 1 << 14
    """Maximum bytes of the reasoning of a choice."""
    max_queue: int = 4096
    """Maximum messages that wait for a bot to read."""
    max_frame_messages: int = 256
    """Maximum messages of one frame to a bot."""
    hello_timeout: float = 5.0
    """Maximum time from a stream's start to its `Hello`."""
    write_timeout: float = 10.0
    """Maximum time for which a bot may leave a frame unread."""
    penalty: float = 1.0
    """Delay of a bot's next stream after the referee has ended one for a costly violation."""
    stream_burst: int = 60
    """Burst of streams that one bot may open after a pause."""
    streams_per_second: float = 2.0
    """Sustained rate of streams that one bot may open."""
    refusal_burst: int = 50
    """Burst of wrong tokens, of all callers together, that are refused without delay."""
    refusals_per_second: float = 5.0
    """Sustained rate of wrong tokens that are refused without delay."""
    refusal_delay: float = 1.0
    """Delay of every other refusal of a token, and of refusals by the stream rate."""
    max_held_refusals: int = 1024
    """Maximum delayed refusals at the same time; further ones are sent without delay."""
    max_unauthenticated_calls: int = 64
    """Maximum open calls that need no token: health watches and reflection."""
    max_unauthenticated_requests: int = 64
    """Maximum incomplete requests of calls without a token; beyond it, the oldest is dropped."""
    request_timeout: float = 5.0
    """Maximum time for such a request to arrive."""
    lookahead_bytes: int = 8192
    """Maximum bytes of a stream that a peer may send before the referee reads them."""
    log_burst: int = 20
    """Burst of log lines about one bot, or about all unauthenticated callers together."""
    log_lines_per_second: float = 0.1
    """Sustained rate of such log lines."""
    max_connections: int = 512
    """Maximum open connections at each address."""
    max_streams: int = 4096
    """Maximum open streams and other calls of all peers together."""
    max_local_connections: int = 512
    """Maximum open connections of a local bot, at its own socket."""
    max_local_streams: int = 64
    """Maximum open streams and other calls of a local bot."""
    max_connection_streams: int = 100
    """Maximum open streams on one connection; further ones wait at the peer."""
    handshake_timeout: float = 5.0
    """Maximum time from a connection's start to the end of its HTTP/2 handshake."""
    idle_timeout: float = 60.0
    """Maximum time for which a connection may have no stream."""
    ping_interval: float = 20.0
    """Time without data after which the referee sends a keepalive ping to a peer."""
    ping_timeout: float = 10.0
    """Maximum time for the peer's answer to that ping."""
    least_ping_interval: float = 10.0
    """Minimum time between two keepalive pings of a peer."""

    max_header_bytes: int = 1 << 14
    """Maximum bytes of a call's compressed headers; beyond it, the connection is closed."""
    max_header_fields: int = 64
    """Maximum fields in the headers of a call; beyond it, the connection is closed."""
    address_connection_burst: int = 1024
    """Burst of connections from one client address after a pause; further ones are refused."""
    address_connections_per_second: float = 100.0
    """Sustained rate of connections from one client address."""
    address_call_burst: int = 1024
    """Burst of calls from one client address after a pause; further ones wait."""
    address_calls_per_second: float = 100.0
    """Sustained rate of calls from one client address."""
    frame_burst: int = 256
    """Burst of HTTP/2 frames on one connection after a pause; further ones wait. A frame costs one
    token, and another one for each 256 bytes of its payload."""
    address_frames_per_second: float = 40_000.0
    """Sustained rate of such tokens for one client address; its connections share it evenly."""

    control_frame_burst: int = 2000
    """Burst of control frames of HTTP/2 (pings, settings, resets, empty data) of one bot that
    listens; further ones wait."""
    control_frames_per_second: float = 2000.0
    """Sustained rate of such frames."""
    dial_pause: float = 60.0
    """Time for which the referee does not dial a bot that has broken HTTP/2; it doubles each
    time."""
    max_dial_pause: float = 300.0
    """Maximum of that time."""

    def message(self) -> pb.Limits:
        """Return the limits that bots see, as the message in `Welcome`."""
        return pb.Limits(
            max_frame_bytes=self.max_frame_bytes,
            messages_per_second=self.messages_per_second,
            message_burst=self.message_burst,
            max_note_characters=self.max_note_characters,
            max_message_bytes=self.max_message_bytes,
            max_response_bytes=self.max_response_bytes,
            max_resume_points=self.max_resume_points,
            max_reasoning_bytes=self.max_reasoning_bytes,
        )
