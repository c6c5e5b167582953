"""Why a stream ends: what a bot reads of it is what the documentation says."""

import re
from pathlib import Path

import pytest
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from referee.identifier import MatchId
from referee.server import refusal
from referee.server.refusal import StreamRefused
from tianming_proto.v1.reason_pb2 import StreamReason

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"

ENDS: tuple[tuple[StreamRefused, dict[str, str]], ...] = (
    (refusal.unauthenticated(), {}),
    (refusal.revoked(), {}),
    (refusal.too_many_streams(0.5), {"streams_per_second": "0.5"}),
    (refusal.revision_unsupported(2, 7), {"min": "2", "max": "7"}),
    (refusal.hello_missing(5), {}),
    (refusal.malformed("It is no frame."), {}),
    (refusal.frame_too_large(65536), {"max_frame_bytes": "65536"}),
    (refusal.message_too_large(4096), {"max_message_bytes": "4096"}),
    (refusal.unexpected("It may not come now."), {}),
    (refusal.not_your_match(MatchId("m" * 100)), {"match_id": "m" * 64}),
    (refusal.flood(20), {"messages_per_second": "20"}),
    (refusal.slow_consumer(), {}),
    (refusal.superseded(), {}),
    (refusal.draining(), {}),
    (refusal.bug("c0ffee"), {"incident": "c0ffee"}),
)
"""Every refusal, with the facts that it carries."""


class TestStatus:
    """A status has the code, the reason and the facts, for people and for programs."""

    @pytest.mark.parametrize(("end", "facts"), ENDS, ids=[end.reason for end, _ in ENDS])
    def test_all_of_it_is_in_the_trailers(self, end: StreamRefused, facts: dict[str, str]) -> None:
        reason, (name, data) = end.trailers()
        assert reason == ("tianming-reason", end.reason)
        assert name == "grpc-status-details-bin"
        assert isinstance(data, bytes)
        status, info = Status.FromString(data), ErrorInfo()
        assert (status.code, status.message) == (end.code.value[0], end.text)
        assert status.details[0].Unpack(info)
        assert (info.reason, info.domain) == (end.reason, "tianming")
        assert dict(info.metadata) == facts

    @pytest.mark.parametrize(("end", "facts"), ENDS, ids=[end.reason for end, _ in ENDS])
    def test_a_refusal_has_a_retry_delay_if_another_attempt_can_succeed(
        self, end: StreamRefused, facts: dict[str, str]
    ) -> None:
        data = end.trailers()[1][1]
        assert isinstance(data, bytes)
        delays = [RetryInfo() for _ in Status.FromString(data).details[1:]]
        for delay, detail in zip(delays, Status.FromString(data).details[1:], strict=True):
            assert detail.Unpack(delay)
        assert [delay.retry_delay.seconds for delay in delays] == (
            [] if end.retry_after is None else [int(end.retry_after)]
        )
        again = re.search(rf"^\| `{end.reason}` \|.*\| (\w+) \|$", PAGE.read_text(), re.M)
        assert again is not None
        assert (again[1] == "no") == (end.retry_after is None)

    def test_the_reasons_are_those_of_the_contract(self) -> None:
        names = {name.removeprefix("STREAM_REASON_") for name in StreamReason.keys()[1:]}
        assert names == {end.reason for end, _ in ENDS}

    def test_the_table_has_each_reason_with_its_code_and_its_facts(self) -> None:
        rows = re.findall(
            r"^\| `([A-Z_]+)` \| `([A-Z_]+)` \| [^|]+\|([^|]*)\| \w+ \|$", PAGE.read_text(), re.M
        )
        documented = {
            (reason, code, tuple(re.findall(r"`(\w+)`", facts))) for reason, code, facts in rows
        }
        assert documented == {(end.reason, end.code.name, tuple(facts)) for end, facts in ENDS}
