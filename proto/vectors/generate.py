"""Write the test vectors of the contract, for everybody who writes a client or a verifier.

    python proto/vectors/generate.py [--check]

Each file of `FILES` has one function that returns what the file holds. `--check` writes
nothing, and ends with 1 if a committed file differs.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from referee.entry.entry_message import INTERNAL, STATUSES
from referee.match.clock import ClockSettings, Instant, SeatClock, Span, seconds
from referee.record import chain
from referee.record.framing import pack
from tianming.channel import check_address, target_of
from tianming.fairness import commitment
from tianming_games.chance import Chance
from tianming_games.ming.state import MingState
from tianming_games.registry import load
from tianming_games.state import CHANCE, State
from tianming_proto.entry.v1 import entry_pb2 as entry
from tianming_proto.games.dragon.v1 import dragon_pb2
from tianming_proto.record.v1 import record_pb2 as pb
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as play

FOLDER = Path(__file__).parent

CLOCK = ("decision", "bank", "increment", "grace", "first")
"""The times of a clock."""

PLAYS: tuple[tuple[str, int, dict[str, str], bytes], ...] = (
    ("dragon", 2, {}, bytes(range(32))),
    ("dragon", 5, {"great_wall": "yes", "super_event": "random"}, bytes([12] * 32)),
    ("china", 3, {}, bytes(range(32))),
    ("china", 5, {"fortifications": "yes"}, bytes([12] * 32)),
    ("ming", 2, {}, bytes(range(32))),
    ("ming", 4, {}, bytes([12] * 32)),
)
"""Games, seats, options and seeds of which the draws are listed. The second seed puts two
equal events at the end of the year."""


def draws() -> list[dict[str, Any]]:
    """All draws of some matches. Decision `k`, from 0, takes option `k` modulo their number."""
    return [
        {
            "game": name,
            "options": options,
            "seats": seats,
            "seed": seed.hex(),
            "draws": _draws_of(load(name).begin(seats, options), seed),
        }
        for name, seats, options, seed in PLAYS
    ]


def _draws_of(state: State, seed: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    decisions = 0
    while not state.is_terminal():
        if state.current_player != CHANCE:
            seat = state.to_act()[0]
            options = state.legal_actions(seat)
            state.apply_action(seat, options[decisions % len(options)])
            decisions += 1
            continue
        index = len(found)
        values = state.sample_draw(Chance(seed, f"draw {index}"))
        notation = state.draw_notation(values)
        drawn = {"index": index, "notation": notation, "values": list(values)}
        found.append(drawn | _stack_of(state))
        state.apply_draw(values)
    return found


def _stack_of(state: State) -> dict[str, list[int]]:
    """Ming Dynasty: the supply stack before the draw, by card.

    It follows from the draws up to the moment when it is empty and the discards replace it.
    """
    return {"stack": list(state.stack)} if isinstance(state, MingState) else {}


SEEDS = (bytes(32), bytes(range(32)))


def chance() -> list[dict[str, Any]]:
    """Random streams: the first numbers below a limit, a shuffle, and a bot's seed."""
    labels = ("draw 0", "draw 1", "substitute 7", "bot 0 ann", "bot 1 天命")
    return [
        {
            "seed": seed.hex(),
            "label": label,
            "below": [
                {"limit": limit, "numbers": [stream.below(limit) for _ in range(12)]}
                for limit, stream in ((n, Chance(seed, label)) for n in (1, 2, 10, 1000, 3 << 62))
            ],
            "shuffle": Chance(seed, label).shuffle(range(10)),
            "take": Chance(seed, label).take(32).hex(),
        }
        for seed in SEEDS
        for label in labels
    ]


def chain_() -> list[dict[str, Any]]:
    """A chain of entries: each body, the digest up to it, and the entry with its length."""
    bodies = [
        pb.RecordBody(header=pb.RecordHeader(format=1, match_id="m1", game="toy")),
        pb.RecordBody(drawn=pb.RecordDrawn(values=[3, -1])),
        pb.RecordBody(note=pb.RecordNote(text="天" * 200)),
    ]
    digest, links = chain.START, [{"digest": chain.START.hex()}]
    for body in (body.SerializeToString() for body in bodies):
        entry, digest = pack(digest, body)
        links.append({"body": body.hex(), "digest": digest.hex(), "entry": entry.hex()})
    return links


def seeds() -> list[dict[str, Any]]:
    """Seeds with a nonce and the commitment to them."""
    return [
        {"seed": seed.hex(), "nonce": nonce.hex(), "commitment": commitment(seed, nonce).hex()}
        for seed in SEEDS
        for nonce in SEEDS
    ]


def clock() -> list[dict[str, Any]]:
    """Decisions under a clock, in nanoseconds: the budget, whether it was in time, the bank."""
    clocks = (
        ClockSettings(seconds(5), seconds(30), Span(0), seconds(0.1), seconds(5)),
        ClockSettings(seconds(1), seconds(2), seconds(0.5), Span(0), Span(0)),
    )
    spent = (seconds(0.5), seconds(10.1), seconds(7), seconds(40), seconds(1) + 1, seconds(1))
    return [
        {
            "clock": {name: getattr(settings, name) for name in CLOCK},
            "decisions": list(_decisions(settings, spent)),
        }
        for settings in clocks
    ]


def _decisions(settings: ClockSettings, spent: Sequence[int]) -> Iterator[dict[str, Any]]:
    seat = SeatClock(settings)
    for time in spent:
        now = Instant(0)
        budget = seat.start(now)
        in_time = time <= seat.deadline
        seat.stop(Instant(min(time, seat.deadline + 1)))
        yield {"spent": time, "budget": budget, "in_time": in_time, "bank": seat.bank}


def addresses() -> list[dict[str, Any]]:
    """Addresses of a referee: the target and whether TLS is used, or that it is none."""
    texts = (
        *("127.0.0.1:50051", "localhost:50051", "[::1]:50051", "unix:/run/referee.sock"),
        *("referee.example:443", "10.0.0.7:50051", "[2001:db8::1]:50051"),
        *("https://referee.example:443", "https://127.0.0.1:50051", "http://10.0.0.7:50051/"),
        *("referee.example", "127.0.0.1:0x50", "127.0.0.1:65536", "::1:50051", "unix:", ""),
        *("http://referee.example", "localhost.example:1", "127.0.0.1.example:1"),
    )
    return [{"address": text} | _target(text) for text in texts]


def _target(text: str) -> dict[str, Any]:
    try:
        check_address(text)
    except ValueError:
        return {"valid": False}
    target, uses_tls = target_of(text)
    return {"valid": True, "target": target, "tls": uses_tls}


def frames() -> list[dict[str, Any]]:
    """Frames of both sides, as bytes and as JSON."""
    choose = play.Choose(match_id="m1", number=7, option=0, note="so it is")
    thought = play.Choose(match_id="m1", number=8, option=2)
    thought.thought.MergeFrom(play.Thought(value=0.25, nodes=1000, principal_line=["pass"]))
    reasoned = play.Choose(match_id="m1", number=9, option=1)
    reasoned.thought.MergeFrom(
        play.Thought(reasoning="é\n[cut]", tokens_in=1200, tokens_out=80, cost_micros=3100)
    )
    event = match_pb2.Event(index=4, seat=0, notation="take 0", detail=b"\x08\x01")
    question = play.Question(match_id="m1", number=7, seat=1, since=[event], option_count=3)
    question.budget.FromMilliseconds(1500)
    question.position.Pack(dragon_pb2.Position(observation=dragon_pb2.Observation(month=3)))
    notice = play.FaultNotice(
        match_id="m1", seat=1, number=7, fault="FAULT_LATE", substituted=True, strikes_left=2
    )
    hello = play.Hello(revision_min=1, revision_max=1, bot_name="ann")
    hello.resume.add(match_id="m1", next_event=5)
    of_bot = {
        "hello": [play.BotMessage(hello=hello)],
        "two answers and a pong": [
            play.BotMessage(choose=choose),
            play.BotMessage(choose=thought),
            play.BotMessage(pong=play.Pong(id=2**32 - 1)),
        ],
        "an answer with reasoning": [play.BotMessage(choose=reasoned)],
        "goodbye": [play.BotMessage(goodbye=play.Goodbye(reason="enough"))],
    }
    of_referee = {
        "welcome": [play.RefereeMessage(welcome=play.Welcome(revision=1, bot="ann"))],
        "a question behind a ping": [
            play.RefereeMessage(ping=play.Ping(id=1)),
            play.RefereeMessage(question=question),
        ],
        "a fault": [play.RefereeMessage(fault_notice=notice)],
        "a kind that no client knows yet": [play.RefereeMessage.FromString(b"\x9a\x06\x00")],
    }
    return [
        *(_frame("bot", name, play.PlayRequest(messages=each)) for name, each in of_bot.items()),
        *(
            _frame("referee", name, play.PlayResponse(messages=each))
            for name, each in of_referee.items()
        ),
    ]


def _frame(sender: str, name: str, frame: Message) -> dict[str, Any]:
    data = frame.SerializeToString(deterministic=True)
    return {"from": sender, "name": name, "bytes": data.hex(), "json": MessageToDict(frame)}


_HEADER = entry.SubmissionHeader(bot="deep red", archive_bytes=3, archive_digest=bytes(range(32)))
_QUEUED, _BUILDING = entry.SUBMISSION_STATE_QUEUED, entry.SUBMISSION_STAGE_BUILDING
_TAKEN = entry.Submission(number=7, bot="deep red", state=_QUEUED, archive_bytes=3)
_SHOWN = {"token": "the token"}
_ENTRY = entry.EnteredBot(bot="deep red", playing=7, friendlies=True, matches=12, place=1)
_MINE = entry.OwnedSeat(
    bot="deep red", version="7", yours=True, place=2, points=-3, faults=1, longest_answer=0.25
)
_OTHER = entry.OwnedSeat(bot="blue", place=1, points=11)
_MATCH = entry.OwnedMatch(number=40, match_id="spring-r001-s00002-1", seats=[_MINE, _OTHER])

_MESSAGES: Mapping[str, tuple[Message, ...]] = {
    "Describe": (
        entry.DescribeRequest(),
        entry.DescribeResponse(league="spring", game="ming", toolchains=["go"], frozen=True),
    ),
    "Join": (
        entry.JoinRequest(invitation="CODE", owner="ada"),
        entry.JoinResponse(owner="ada", **_SHOWN),
    ),
    "Submit": (
        entry.SubmitRequest(header=_HEADER),
        entry.SubmitRequest(piece=b"abc"),
        entry.SubmitResponse(submission=_TAKEN),
    ),
    "Follow": (
        entry.FollowRequest(number=7),
        entry.FollowResponse(submission=_TAKEN, stage=_BUILDING, output="ok\n"),
    ),
    "ListEntries": (
        entry.ListEntriesRequest(),
        entry.ListEntriesResponse(entries=[_ENTRY], owner="ada"),
    ),
    "ListSubmissions": (
        entry.ListSubmissionsRequest(before=8, limit=1),
        entry.ListSubmissionsResponse(submissions=[_TAKEN]),
    ),
    "ChooseVersion": (
        entry.ChooseVersionRequest(bot="deep red", number=7),
        entry.ChooseVersionResponse(entry=_ENTRY),
    ),
    "Withdraw": (entry.WithdrawRequest(bot="deep red"), entry.WithdrawResponse(entry=_ENTRY)),
    "ListMatches": (
        entry.ListMatchesRequest(bot="deep red", before=41, limit=1),
        entry.ListMatchesResponse(matches=[_MATCH]),
    ),
    "ReadOutput": (
        entry.ReadOutputRequest(match_id=_MATCH.match_id, bot="deep red"),
        entry.ReadOutputResponse(piece=b"hello\n"),
    ),
    "ReadRecord": (
        entry.ReadRecordRequest(match_id=_MATCH.match_id),
        entry.ReadRecordResponse(piece=b"\x08\x01"),
    ),
    "MakeBotToken": (
        entry.MakeBotTokenRequest(bot="deep red"),
        entry.MakeBotTokenResponse(**_SHOWN, address="https://play.example:443", entry=_ENTRY),
    ),
    "AllowFriendlies": (
        entry.AllowFriendliesRequest(bot="deep red", allowed=True),
        entry.AllowFriendliesResponse(entry=_ENTRY),
    ),
    "Challenge": (
        entry.ChallengeRequest(bot="deep red", opponents=["blue", "green"]),
        entry.ChallengeResponse(match_id="spring-f00003"),
    ),
}


def entry_calls() -> list[dict[str, Any]]:
    """Messages of every call, then the reasons with their codes."""
    return [*_entry_messages(), *_entry_reasons()]


def _entry_messages() -> Iterator[dict[str, Any]]:
    for call, messages in _MESSAGES.items():
        for message in messages:
            yield {
                "call": call,
                "message": message.DESCRIPTOR.name,
                "bytes": message.SerializeToString(deterministic=True).hex(),
                "json": MessageToDict(message),
            }


def _entry_reasons() -> Iterator[dict[str, Any]]:
    codes = {reason: code.name for code, reason in (*STATUSES.values(), INTERNAL)}
    for reason, code in sorted(codes.items()):
        yield {"reason": entry.EntryReason.Name(reason), "code": code}


FILES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "addresses.json": addresses,
    "chain.json": chain_,
    "chance.json": chance,
    "clock.json": clock,
    "draws.json": draws,
    "entry.json": entry_calls,
    "frames.json": frames,
    "seeds.json": seeds,
}


def text(vectors: list[dict[str, Any]]) -> str:
    """The vectors as JSON, with a line for each innermost list and object."""
    return _json(vectors, "") + "\n"


def _json(value: Any, indent: str) -> str:
    """JSON that fits a line stays on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= 160 or not isinstance(value, list | dict):
        return line
    more = indent + "  "
    if isinstance(value, list):
        items = [_json(item, more) for item in value]
        opening, closing = "[]"
    else:
        items = [f"{json.dumps(key)}: {_json(item, more)}" for key, item in value.items()]
        opening, closing = "{}"
    return f"{opening}\n{more}" + f",\n{more}".join(items) + f"\n{indent}{closing}"


def main(arguments: list[str]) -> int:
    """Write the files, or check those that are committed."""
    made = {name: text(vectors()) for name, vectors in FILES.items()}
    if "--check" not in arguments:
        for name, content in made.items():
            (FOLDER / name).write_text(content, encoding="utf-8")
        return 0
    stale = [name for name, content in made.items() if _committed(name) != content]
    for name in stale:
        print(f"proto/vectors/{name} is stale: run `python proto/vectors/generate.py`")
    return 1 if stale else 0


def _committed(name: str) -> str:
    path = FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
