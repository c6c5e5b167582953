"""Spoilers: each falsifies the toy record, and returns the number of the wrong entry."""

from collections.abc import Callable
from functools import partial

from referee.record import chain
from referee.record.replay import Replay
from tests.match.toy import TOY, ToyState
from tests.record.samples import rebuilt
from tianming_games.chance import Chance
from tianming_proto.record.v1 import record_pb2 as pb

Bodies = list[pb.RecordBody]


def first(changed: Bodies, kind: str) -> int:
    """Return the number of the first entry of a kind."""
    return next(n for n, body in enumerate(changed) if body.WhichOneof("kind") == kind)


def state_before(changed: Bodies, at: int) -> ToyState:
    """Return the state before an entry of the toy game."""
    *_, last = Replay(rebuilt(changed[:at])).steps()
    assert isinstance(last.state, ToyState)
    return last.state


def seeded(what: str, options: int) -> int:
    """Return a number below `options` from the seed of the samples."""
    return Chance(bytes(32), what).below(options)


def spoil_draw(changed: Bodies) -> int:
    at = first(changed, "drawn")
    changed[at].drawn.values[0] = changed[at].drawn.values[0] % 6 + 1
    return at


def spoil_draw_index(changed: Bodies) -> int:
    """The seed gives this draw, though not as the first one."""
    at = first(changed, "drawn")
    changed[at].drawn.index = 7
    changed[at].drawn.values[0] = seeded("draw 7", 6) + 1
    return at


def spoil_option_count(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.option_count += 1
    return at


def spoil_seat(changed: Bodies) -> int:
    """A seat is asked out of turn, and offered what it has then: nothing."""
    at = first(changed, "asked")
    payload = TOY.wire().position(state_before(changed, at), 2, ())
    changed[at].asked.seat, changed[at].asked.option_count = 2, 0
    changed[at].asked.question_digest = chain.digest(payload)
    return at


def spoil_asked_twice(changed: Bodies) -> int:
    """The seat is asked again, with its whole time."""
    at = first(changed, "asked")
    changed.insert(at + 1, pb.RecordBody(asked=changed[at].asked))
    changed[at + 1].asked.number = 2
    return at + 1


def spoil_asked_without_a_choice(changed: Bodies) -> int:
    """A seat is asked that has one option."""
    at = first(changed, "chosen")
    state = state_before(changed, at)
    payload = TOY.wire().position(state, 0, state.legal_actions(0))
    asked = pb.RecordAsked(number=1, option_count=1, question_digest=chain.digest(payload))
    asked.budget_ns = changed[first(changed, "asked")].asked.budget_ns
    changed.insert(at, pb.RecordBody(asked=asked))
    return at


def spoil_asked_time(changed: Bodies) -> int:
    """The question was there before the answer that it follows from."""
    at = first(changed, "fault") + 5
    changed[at].asked.at_ns -= 1
    return at


def spoil_forced_of_many(changed: Bodies) -> int:
    """A seat that had a choice is not asked."""
    at = first(changed, "fault") + 2
    del changed[at]
    changed[at].chosen.number = changed[at].chosen.handed_at_ns = 0
    changed[at].chosen.origin = pb.RECORD_ORIGIN_FORCED
    return at


def spoil_house(changed: Bodies) -> int:
    """A substitute player plays for a seat that has answered."""
    at = first(changed, "fault") + 3
    changed[at].chosen.option = seeded(f"substitute {changed[at].chosen.number}", 3)
    changed[at].chosen.origin = pb.RECORD_ORIGIN_HOUSE
    return at


def spoil_substitute(changed: Bodies) -> int:
    at = first(changed, "fault") + 1
    changed[at].chosen.option = (changed[at].chosen.option + 1) % 3
    return at


def spoil_fault_gone(changed: Bodies) -> int:
    at = first(changed, "fault")
    del changed[at]
    return at


def spoil_lateness(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.at_ns += 10_000_000_000
    return at


def spoil_answer(changed: Bodies) -> int:
    """Another option than was chosen: the state is another one at the next question."""
    at = first(changed, "fault") + 3
    changed[at].chosen.option = (changed[at].chosen.option + 1) % 3
    return next(n for n in range(at, len(changed)) if changed[n].HasField("asked"))


def spoil_option(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.option = 7
    return at


def spoil_places(changed: Bodies) -> int:
    changed[-1].seal.results[0].place = 9
    return len(changed) - 1


def spoil_early_seal(changed: Bodies) -> int:
    """The match is sealed before its last choice, with the points as they are then."""
    del changed[-2]
    at = len(changed) - 1
    state = state_before(changed, at)
    changed[at].seal.state_digest = chain.digest(state.canonical_bytes())
    for result, score in zip(changed[at].seal.results, state.returns(), strict=True):
        result.score = score
    assert [result.place for result in changed[at].seal.results] == state.places()
    return at


def spoil_seal_time(changed: Bodies) -> int:
    changed[-1].seal.at_ns -= 1
    return len(changed) - 1


def spoil_after_seal(changed: Bodies) -> int:
    note = pb.RecordNote(at_ns=changed[-1].seal.at_ns, text="The match went on.")
    changed.append(pb.RecordBody(note=note))
    return len(changed) - 1


def spoil_second_header(changed: Bodies) -> int:
    changed.insert(3, changed[0])
    return 3


def spoil_note_time(changed: Bodies) -> int:
    note = pb.RecordNote(at_ns=0, text="The clock was set back.")
    changed.insert(len(changed) - 1, pb.RecordBody(note=note))
    return len(changed) - 2


def spoil_note_seat(changed: Bodies) -> int:
    """The note names the first seat that the match does not have."""
    note = pb.RecordNote(at_ns=changed[-1].seal.at_ns, seat=3, text="Seat 3 was here.")
    changed.insert(len(changed) - 1, pb.RecordBody(note=note))
    return len(changed) - 2


def spoil_note_length(changed: Bodies) -> int:
    note = pb.RecordNote(at_ns=changed[-1].seal.at_ns, text="x" * 1001)
    changed.insert(len(changed) - 1, pb.RecordBody(note=note))
    return len(changed) - 2


def spoil_note_count(changed: Bodies) -> int:
    """There are more notes than a referee takes."""
    at = len(changed) - 1
    note = pb.RecordNote(at_ns=changed[-1].seal.at_ns, text="Once more.")
    changed[at:at] = [pb.RecordBody(note=note)] * 5000
    return at + 100 - sum(body.HasField("note") for body in changed[:at])


def spoil_budget(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.budget_ns += 1
    return at


def spoil_bank(changed: Bodies) -> int:
    """The bank that the late seat had lost is given back to it."""
    late = changed[first(changed, "fault")].fault.seat
    at = [n for n, body in enumerate(changed) if body.asked.seat == late and body.asked.number][1]
    changed[at].asked.budget_ns += 3_000_000_000
    return at


def spoil_hand_over_before_asking(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.handed_at_ns -= 1
    return at


def spoil_hand_over_after_answering(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.handed_at_ns = changed[at].chosen.at_ns + 1
    return at


def spoil_lateness_that_was_none(changed: Bodies) -> int:
    """The answer had time left when its seat was struck."""
    at = first(changed, "fault")
    changed[at].fault.at_ns = changed[at + 1].chosen.at_ns = 1_000_000_000
    return at + 1


def spoil_fault_time(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed[at].fault.at_ns -= 1
    return at + 1


def spoil_fault_twice(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed.insert(at + 1, pb.RecordBody(fault=changed[at].fault))
    changed[at + 1].fault.strikes = 2
    return at + 1


def spoil_kind_of_fault(changed: Bodies) -> int:
    """The late answer is called an illegal one."""
    at = first(changed, "fault")
    changed[at].fault.fault = pb.RECORD_FAULT_KIND_ILLEGAL
    return at + 1


def spoil_fault_and_played(changed: Bodies) -> int:
    """The answer was booked as a fault and played all the same."""
    at = first(changed, "fault")
    changed[at].fault.fault = pb.RECORD_FAULT_KIND_ILLEGAL
    changed[at].fault.at_ns = changed[at + 1].chosen.at_ns = 1_000_000_000
    changed[at + 1].chosen.origin = pb.RECORD_ORIGIN_BOT
    return at + 1


def spoil_substitute_number(changed: Bodies) -> int:
    """The referee takes the number of an earlier fault, and so another draw."""
    at = first(changed, "fault") + 3
    changed[at].chosen.number = 1
    changed[at].chosen.origin = pb.RECORD_ORIGIN_SUBSTITUTE
    changed[at].chosen.option = changed[at - 2].chosen.option
    return at


def spoil_network(changed: Bodies) -> int:
    """The way took longer than the answer."""
    at = next(n for n, b in enumerate(changed) if b.chosen.origin == pb.RECORD_ORIGIN_BOT)
    changed[at].chosen.network_ns = changed[at].chosen.at_ns - changed[at].chosen.handed_at_ns + 1
    return at


def spoil_stall_order(changed: Bodies) -> int:
    at = len(changed) - 2
    changed.insert(at, pb.RecordBody(stall=pb.RecordStall(at_ns=1, span_ns=1)))
    return at


def spoil_stall_limit(changed: Bodies) -> int:
    """The match continued although the host had stalled for too long."""
    at = len(changed) - 1
    over = changed[0].header.clock.stall_ns + 1
    stall = pb.RecordStall(at_ns=changed[-1].seal.at_ns, span_ns=over)
    changed.insert(at, pb.RecordBody(stall=stall))
    return at + 1


FIELDS: dict[str, tuple[str, dict[str, object]]] = {
    "question": ("asked", {"question_digest": bytes(16)}),
    "state": ("asked", {"state_digest": bytes(16)}),
    "number": ("asked", {"number": 5}),
    "forced": ("chosen", {"origin": pb.RECORD_ORIGIN_HOUSE}),
    "strikes": ("fault", {"strikes": 0}),
    "forfeit": ("fault", {"forfeit": True}),
    "fault_number": ("fault", {"number": 2}),
    "hand_over_of_nothing": ("chosen", {"handed_at_ns": 1}),
    "fault_of_another": ("fault", {"seat": 2}),
    "fault_of_nobody": ("fault", {"fault": pb.RECORD_FAULT_KIND_FLOOD, "number": 0, "seat": 3}),
    "lateness_of_nothing": ("fault", {"number": 0}),
    "flood_of_a_question": ("fault", {"fault": pb.RECORD_FAULT_KIND_FLOOD}),
    "house_seat": ("chosen", {"seat": 99, "origin": pb.RECORD_ORIGIN_HOUSE}),
    "forced_number": ("chosen", {"number": 1}),
    "network_of_nobody": ("chosen", {"network_ns": 0}),
    "reason": ("seal", {"reason": "bot0 won by far."}),
    "last_state": ("seal", {"state_digest": bytes(16)}),
    "void_with_results": ("seal", {"termination": pb.RECORD_TERMINATION_VOID}),
}
"""Spoilers by name: other fields of the first entry of a kind."""


def set_fields(changed: Bodies, spoiler: str) -> int:
    """Falsify the fields that `FIELDS` has for this spoiler."""
    kind, fields = FIELDS[spoiler]
    at = first(changed, kind)
    for field, value in fields.items():
        setattr(getattr(changed[at], kind), field, value)
    return at


SPOILERS: dict[str, Callable[[Bodies], int]] = {
    **{name: partial(set_fields, spoiler=name) for name in FIELDS},
    **{
        name.removeprefix("spoil_"): value
        for name, value in globals().items()
        if name.startswith("spoil_")
    },
}
