"""The rules over gRPC: real streams on a real socket."""

import queue
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from referee.error import UnavailableError, UsageError
from referee.rules_service.rules_server import MAX_REQUEST, MAX_STREAMS, serve_rules
from referee.rules_service.sentence import RulesSentence
from referee.rules_service.state_table import MAX_OPERATIONS, MAX_ROLLOUTS, MAX_STATES
from referee.server.sentence import ServerSentence
from tests.errors import raises
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen
from tests.sdk.test_question import recorded
from tianming_bots.greedy import POLICIES
from tianming_games.registry import load, names
from tianming_games.rollout import draw
from tianming_games.state import CHANCE, State
from tianming_proto.rules.v1 import rules_pb2 as pb
from tianming_proto.rules.v1 import rules_pb2_grpc

SEED = 7

Work = dict[str, Any]
"""An operation, as its keyword arguments."""


class Desk:
    """A stream to the service."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.insecure_channel(address)
        self.stub: Any = rules_pb2_grpc.RulesServiceStub(self._channel)

    def work(self, *operations: Work) -> list[pb.OperationResult]:
        """Return the results of one request on a new stream."""
        request = pb.WorkRequest(operations=[pb.Operation(**one) for one in operations])
        (response,) = self.stub.Work(iter([request]), timeout=PATIENCE)
        return list(response.results)

    def close(self) -> None:
        self._channel.close()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A client of a running service."""
    greedy = {game: policy.act for game, policy in POLICIES.items()}
    folder = tmp_path_factory.mktemp("rules")
    server, address = serve_rules(f"unix:{folder}/socket", {"greedy": greedy})
    client = Desk(address)
    yield client
    client.close()
    server.stop(None).wait()


def points(values: pb.Values) -> list[list[float]]:
    """The mean points of each option, by seat."""
    return [list(option.points) for option in values.options]


def begin(game: str = "dragon", seats: int = 3, number: int = 0) -> Work:
    return {"begin": {"state": number, "game": game, "seats": seats, "seed": SEED}}


def at_decision(game: str) -> State:
    """Return the state of `begin`, by the rules in this process."""
    state: State = load(game).begin(3)
    random = Random(SEED)
    while state.current_player == CHANCE:
        draw(state, random)
    return state


def failure(results: list[pb.OperationResult]) -> str:
    """Return the error of the last result; the others have none."""
    assert [one.error for one in results[:-1]] == [""] * (len(results) - 1)
    return results[-1].error


class TestStates:
    """States follow the rules."""

    def test_the_games_are_described_with_their_options(self, desk: Desk) -> None:
        told = desk.stub.Describe(pb.DescribeRequest(), timeout=PATIENCE)
        assert [game.name for game in told.games] == list(names())
        for game in told.games:
            rules = load(game.name)
            assert [option.name for option in game.options] == [one.name for one in rules.options]
        assert told.max_states == MAX_STATES

    @pytest.mark.parametrize("game", names())
    def test_a_play_of_many_steps_is_that_of_the_rules(self, game: str, desk: Desk) -> None:
        state, random = load(game).begin(3), Random(SEED)
        steps: list[Work] = [begin(game)]
        while not state.is_terminal():
            if state.current_player == CHANCE:
                draw(state, random)
                continue
            seat = state.to_act()[0]
            options = state.legal_actions(seat)
            apply = {"state": 0, "seat": seat, "option": len(options) - 1}
            steps.append({"apply": apply})
            state.apply_action(seat, options[-1])
        results = desk.work(*steps)
        assert failure(results) == ""
        assert not results[-1].view.acting
        assert list(results[-1].view.points) == state.returns()
        assert list(results[-1].view.places) == state.places()

    @pytest.mark.parametrize("game", names())
    def test_a_look_has_the_options_in_notation(self, game: str, desk: Desk) -> None:
        state = at_decision(game)
        (_, look) = desk.work(begin(game), {"look": {"state": 0}})
        for acting in look.view.acting:
            wanted = [load(game).write(one) for one in state.legal_actions(acting.seat)]
            assert list(acting.options) == wanted

    @pytest.mark.parametrize("game", names())
    def test_a_position_of_a_question_is_a_state(self, game: str, desk: Desk) -> None:
        question = recorded(game)
        assert question.match.serialized_setup is not None
        read = {
            "state": 5,
            "game": game,
            "options": question.match.options,
            "setup": question.match.serialized_setup.value,
            "position": question.message.position.value,
            "seed": SEED,
        }
        (result,) = desk.work({"read": read})
        counts = {one.seat: one.option_count for one in result.view.acting}
        assert counts[question.seat] == question.option_count

    def test_a_copy_is_independent(self, desk: Desk) -> None:
        apply = {"apply": {"state": 1, "seat": at_decision("dragon").to_act()[0], "option": 0}}
        look = {"look": {"state": 0}}
        results = desk.work(begin(), look, {"clone": {"state": 0, "copy": 1}}, apply, look)
        assert results[1] == results[4]
        assert results[3].view != results[1].view

    def test_a_stream_is_open_before_its_first_request(self, desk: Desk) -> None:
        requests: queue.Queue[pb.WorkRequest | None] = queue.Queue()
        stream = desk.stub.Work(iter(requests.get, None), timeout=PATIENCE)
        stream.initial_metadata()  # it waits for the server
        requests.put(None)
        assert list(stream) == []


class TestRollouts:
    """Rollouts measure the options of a seat."""

    @pytest.mark.parametrize("game", names())
    def test_each_option_has_means_that_follow_from_the_seed(self, game: str, desk: Desk) -> None:
        seat = at_decision(game).to_act()[0]
        rollout = {"rollout": {"state": 0, "seat": seat, "count": 2, "limit": 9, "deal": True}}
        one, other = (desk.work(begin(game), rollout)[1] for _ in range(2))
        assert one == other
        count = len(at_decision(game).legal_actions(seat))
        assert [len(option.points) for option in one.values.options] == [3] * count

    def test_another_policy_than_random_chooses_if_it_is_named(self, desk: Desk) -> None:
        assert list(desk.stub.Describe(pb.DescribeRequest()).policies) == ["random", "greedy"]
        seat = at_decision("dragon").to_act()[0]
        rollout = {"state": 0, "seat": seat, "count": 1, "deal": True}
        one, other = (
            desk.work(begin(), {"rollout": rollout | {"policy": name}})[1].values
            for name in ("random", "greedy")
        )
        assert sum(map(sum, points(other))) > sum(map(sum, points(one)))

    def test_the_state_of_rollouts_does_not_change(self, desk: Desk) -> None:
        seat, look = at_decision("dragon").to_act()[0], {"look": {"state": 0}}
        rollout = {"rollout": {"state": 0, "seat": seat, "count": 1}}
        results = desk.work(begin(), look, rollout, look)
        assert results[1] == results[3]


class TestBadInput:
    """An operation that fails is named, and the others are carried out."""

    def test_a_state_that_was_released_is_named(self, desk: Desk) -> None:
        results = desk.work(begin(number=3), {"release": {"state": 3}}, {"look": {"state": 3}})
        assert failure(results) == "there is no state 3: it was released or never made."

    @pytest.mark.parametrize(
        ("operation", "sentence"),
        [
            (begin(number=MAX_STATES), f"state {MAX_STATES} is beyond the limit"),
            (begin("dragn"), "did you mean dragon?"),
            (begin(seats=9), "dragon is for 2 to 5 seats, not 9."),
            ({"look": {"state": 9}}, "there is no state 9"),
            ({"clone": {"state": 0, "copy": MAX_STATES}}, "beyond the limit"),
            ({"apply": {"state": 0, "seat": 7}}, "seat 7 does not have to act in state 0."),
            ({"rollout": {"state": 0, "seat": 0, "count": 0}}, "the count of rollouts"),
            (
                {"rollout": {"state": 0, "seat": 0, "count": 1, "policy": "x"}},
                "no policy 'x' for dragon",
            ),
            ({"rollout": {"state": 0, "seat": 0, "count": MAX_ROLLOUTS}}, "several requests"),
            ({"read": {"game": "ming", "setup": b"x"}}, "setup: These bytes are not a"),
            ({}, "the operation has no kind"),
        ],
    )
    def test_an_operation_that_is_not_possible_says_why(
        self, operation: Work, sentence: str, desk: Desk
    ) -> None:
        results = desk.work(begin(), operation, {"look": {"state": 0}})
        assert sentence in results[1].error
        assert results[2].view.acting[0].option_count

    def test_an_option_that_is_not_on_offer_is_named(self, desk: Desk) -> None:
        seat = at_decision("dragon").to_act()[0]
        apply = {"apply": {"state": 0, "seat": seat, "option": 999}}
        assert "has no option 999 in state 0" in failure(desk.work(begin(), apply))

    def test_too_many_operations_are_refused_as_a_whole(self, desk: Desk) -> None:
        results = desk.work(*[{"look": {"state": 0}}] * (MAX_OPERATIONS + 1))
        assert len(results) == MAX_OPERATIONS + 1
        assert f"at most {MAX_OPERATIONS}" in results[0].error

    def test_a_request_that_is_too_large_ends_only_its_stream(self, desk: Desk) -> None:
        read = {"read": {"game": "dragon", "position": bytes(MAX_REQUEST)}}
        with pytest.raises(grpc.RpcError) as caught:
            desk.work(read)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert failure(desk.work(begin())) == ""

    def test_more_streams_than_the_limit_wait_for_an_end(self, desk: Desk) -> None:
        requests: list[queue.Queue[pb.WorkRequest | None]] = [
            queue.Queue() for _ in range(MAX_STREAMS)
        ]
        streams = [desk.stub.Work(iter(one.get, None), timeout=PATIENCE) for one in requests]
        for one, stream in zip(requests, streams, strict=True):
            one.put(pb.WorkRequest(operations=[pb.Operation(**begin())]))
            next(stream)
        waiting = desk.stub.Describe.future(pb.DescribeRequest(), timeout=PATIENCE)
        with pytest.raises(grpc.FutureTimeoutError):
            waiting.result(0.3)
        for one in requests:
            one.put(None)
        assert waiting.result().max_states == MAX_STATES

    def test_streams_do_not_share_states(self, desk: Desk) -> None:
        assert failure(desk.work(begin())) == ""
        assert "there is no state 0" in failure(desk.work({"look": {"state": 0}}))

    def test_an_address_beyond_this_machine_is_refused(self) -> None:
        with raises(UsageError, RulesSentence.NOT_LOCAL, address="0.0.0.0:0"):
            serve_rules("0.0.0.0:0", {})

    def test_an_address_that_is_taken_is_named(self) -> None:
        server, address = serve_rules("127.0.0.1:0", {})
        with raises(UnavailableError, ServerSentence.CANNOT_LISTEN, address=address):
            serve_rules(address, {})
        server.stop(None).wait()


class TestCommand:
    """`referee games serve` runs until it is stopped."""

    def test_it_serves_and_ends_at_a_signal(self, tmp_path: Path) -> None:
        address = f"unix:{tmp_path}/socket"
        words = [sys.executable, "-m", "referee.cli.main", "games", "serve", "--listen", address]
        with PreloadedPopen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == f"listening at {address}\n"
            client = Desk(address)
            assert failure(client.work(begin())) == ""
            client.close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
