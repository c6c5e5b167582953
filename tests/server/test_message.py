"""What a bot is told of a match, to the last field."""

from dataclasses import replace
from hashlib import sha256

import pytest

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, Span
from referee.match.fault import Fault
from referee.match.match import Refusal
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.question import Event
from referee.match.settings import MatchSettings
from referee.server.message import QuestionEncoder, encoded, ended, events, refused, started
from tianming_games.registry import load
from tianming_proto.v1 import match_pb2, play_pb2

CLOCK = ClockSettings(
    decision=Span(5_000_000_001),
    bank=Span(30_250_000_000),
    increment=Span(1_500_000_000),
    grace=Span(100_000_000),
    first=Span(7_000_000_000),
)


def settings(options: dict[str, str] | None = None) -> MatchSettings:
    """A match of the toy game in which no two fields are alike."""
    given = options or {"together": "yes", "broken": "no"}
    return MatchSettings(
        MatchId("m7"), "toy", given, (BotName("ann"), BotName("bob")), b"s" * 32, b"n" * 32, CLOCK
    )


def parsed(message: bytes) -> play_pb2.RefereeMessage:
    """What a bot reads."""
    return play_pb2.RefereeMessage.FromString(message)


class TestStarted:
    """A bot is told what was agreed."""

    def test_match_started_has_all_settings(self) -> None:
        decoded = parsed(started(settings(), load("toy"), b"2", 1, 2, Span(7), 5)).match_started
        assert decoded.match_id == "m7"
        assert decoded.game == "toy"
        assert decoded.rules_version == 1
        assert dict(decoded.options) == {"together": "yes", "broken": "no"}
        assert [(seat.index, seat.bot) for seat in decoded.seats] == [(0, "ann"), (1, "bob")]
        assert decoded.seat == 1
        assert decoded.setup.type_url == "type.googleapis.com/toy.Setup"
        assert decoded.setup.value == b"2"
        assert (
            decoded.seed_commitment == sha256(b"tianming.v1.seed" + b"n" * 32 + b"s" * 32).digest()
        )
        assert (decoded.strikes, decoded.strikes_left, decoded.event_count) == (3, 2, 5)
        assert decoded.bank.ToNanoseconds() == 7

    def test_each_seat_has_a_seed_of_its_own_that_others_cannot_know(self) -> None:
        seeds = {
            parsed(
                started(settings(), load("toy"), b"", seat, 3, Span(0), 0)
            ).match_started.bot_seed
            for seat in (0, 1)
        }
        assert {len(seed) for seed in seeds} == {32}
        assert len(seeds) == 2
        assert b"s" * 32 not in seeds
        turned = replace(settings(), bots=(BotName("bob"), BotName("ann")))
        assert turned.bot_seed(0) not in seeds
        assert turned.bot_seed(1) not in seeds

    @pytest.mark.parametrize("name", ["decision", "bank", "increment", "grace", "first"])
    def test_match_started_has_each_time_of_the_clock_to_the_nanosecond(self, name: str) -> None:
        decoded = parsed(started(settings(), load("toy"), b"", 0, 3, Span(0), 0)).match_started
        assert getattr(decoded.clock, name).ToNanoseconds() == getattr(CLOCK, name)

    def test_options_go_in_one_order_however_they_were_given(self) -> None:
        options = {str(number): "no" for number in range(20)}
        backwards = dict(reversed(options.items()))
        one, other = (
            started(settings(given), load("toy"), b"", 0, 3, Span(0), 0)
            for given in (options, backwards)
        )
        assert one == other


class TestRefusing:
    """A bot is told what was wrong with its answer."""

    @pytest.mark.parametrize("fault", Fault)
    def test_each_fault_has_its_name_and_number(self, fault: Fault) -> None:
        refusal = Refusal(seat=1, number=17, fault=fault, strikes_left=2, reason="No.")
        decoded = parsed(refused(MatchId("m7"), refusal)).fault_notice
        assert (decoded.match_id, decoded.seat, decoded.number) == ("m7", 1, 17)
        assert (decoded.substituted, decoded.strikes_left) == (True, 2)
        assert decoded.reason == "No."
        assert int(decoded.fault) == fault.value
        assert match_pb2.Fault.Name(decoded.fault) == f"FAULT_{fault.name}"

    def test_a_fault_that_concerns_no_question_names_none(self) -> None:
        refusal = Refusal(seat=1, number=0, fault=Fault.FLOOD, strikes_left=2, reason="No.")
        decoded = parsed(refused(MatchId("m7"), refusal)).fault_notice
        assert not decoded.HasField("number")
        assert not decoded.substituted


class TestEvents:
    """A bot is told what happened, with its index, as text and as the game's message."""

    def test_every_message_has_the_same_events(self) -> None:
        one, other = Event(4, None, "die 3", b"three"), Event(5, 1, "take 2", b"two")
        want = [
            match_pb2.Event(index=4, notation="die 3", detail=b"three"),
            match_pb2.Event(index=5, seat=1, notation="take 2", detail=b"two"),
        ]
        encoder = QuestionEncoder(MatchId("m7"), "toy")
        asked = parsed(encoder.question(1, 3, 2, Span(9), [one, other], b"position"))
        assert list(asked.question.since) == want
        assert list(parsed(events(MatchId("m7"), [one, other])).match_events.events) == want
        outcome = Outcome(Termination.VOID, (), "No.")
        end = ended(settings(), outcome, b"", encoded([one, other]))
        assert list(parsed(end).match_ended.since) == want


class TestEnded:
    """A bot is told how its match ended, and what it was played with."""

    @pytest.mark.parametrize("termination", Termination)
    def test_match_ended_has_the_whole_verdict(self, termination: Termination) -> None:
        results = (SeatResult(2, -3, 3, True), SeatResult(1, 40, 1, False))
        outcome = Outcome(termination, results, "bob won.")
        decoded = parsed(ended(settings(), outcome, b"d" * 32, ())).match_ended
        verdict = decoded.outcome
        assert int(verdict.termination) == termination.value
        assert match_pb2.Termination.Name(verdict.termination) == f"TERMINATION_{termination.name}"
        assert [(one.seat, one.place, one.score) for one in verdict.results] == [
            (0, 2, -3),
            (1, 1, 40),
        ]
        assert [(one.strikes, one.forfeited) for one in verdict.results] == [(3, True), (1, False)]
        assert verdict.reason == "bob won."
        assert decoded.match_id == "m7"
        assert (decoded.seed, decoded.seed_nonce) == (b"s" * 32, b"n" * 32)
        assert decoded.record_digest == b"d" * 32
