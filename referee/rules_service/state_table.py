"""The states of one stream, and the operations on them."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from referee.error import UsageError
from referee.rules_service.sentence import RulesSentence
from tianming_games.chance import RandomChance
from tianming_games.ground.text import did_you_mean
from tianming_games.registry import load
from tianming_games.rollout import StatePolicy, determinize, draw, rollout
from tianming_games.state import CHANCE
from tianming_proto.rules.v1 import rules_pb2 as pb

MAX_STATES: Final = 4096
"""Maximum states of a stream."""

MAX_OPERATIONS: Final = 4096
"""Maximum operations of a request."""

MAX_ROLLOUTS: Final = 20_000
"""Maximum rollouts of a request."""

RANDOM: Final = "random"
"""The name of the policy that takes each legal action equally often."""

Policies = Mapping[str, Mapping[str, StatePolicy]]
"""Other policies of rollouts: by their names, then by the games that they know."""


class _Kept(NamedTuple):
    """A state with its game and its random numbers."""

    game: Any
    state: Any
    random: Random


class StateTable:
    """The states of one stream, by the numbers that the caller gave them."""

    def __init__(self, policies: Policies) -> None:
        """Create an empty table; rollouts may use these policies."""
        self._policies = policies
        self._kept: list[_Kept | None] = [None] * MAX_STATES
        self._rollouts = 0
        self._operations: dict[str, Callable[[Any], pb.OperationResult]] = {
            "begin": self._begin,
            "read": self._read,
            "look": self._look,
            "apply": self._apply,
            "clone": self._clone,
            "release": self._release,
            "rollout": self._rollout,
        }

    def begin_request(self) -> None:
        """Count the rollouts of a new request."""
        self._rollouts = 0

    def carry_out(self, operation: pb.Operation) -> pb.OperationResult:
        """Return the result of an operation.

        Raises:
            TianmingError: when the operation is not possible; then nothing has changed.
        """
        kind = operation.WhichOneof("kind")
        if kind is None:
            raise UsageError(RulesSentence.NO_KIND)
        return self._operations[kind](getattr(operation, kind))

    # -- the operations

    def _begin(self, begin: pb.Begin) -> pb.OperationResult:
        self._check_number(begin.state)
        game = load(begin.game)
        kept = _Kept(game, game.begin(begin.seats, dict(begin.options)), Random(begin.seed))
        return self._keep(begin.state, kept)

    def _read(self, read: pb.Read) -> pb.OperationResult:
        self._check_number(read.state)
        game, random = load(read.game), Random(read.seed)
        options = {**game.defaults, **read.options}
        state = game.from_position(options, read.setup, read.position, RandomChance(random))
        return self._keep(read.state, _Kept(game, state, random))

    def _look(self, look: pb.Look) -> pb.OperationResult:
        game, state, _ = self._find(look.state)
        view = _view(state)
        for acting in view.acting:
            acting.options.extend(map(game.write, state.legal_actions(acting.seat)))
        return pb.OperationResult(view=view)

    def _apply(self, apply: pb.Apply) -> pb.OperationResult:
        kept = self._find(apply.state)
        options = self._options(apply.state, apply.seat)
        if apply.option >= len(options):
            raise UsageError(
                RulesSentence.OPTION_NOT_OFFERED,
                seat=apply.seat,
                option=apply.option,
                number=apply.state,
                count=len(options),
            )
        kept.state.apply_action(apply.seat, options[apply.option])
        return self._keep(apply.state, kept)

    def _clone(self, clone: pb.Clone) -> pb.OperationResult:
        kept = self._find(clone.state)
        self._check_number(clone.copy)
        return self._keep(clone.copy, _Kept(kept.game, kept.state.clone(), Random(clone.seed)))

    def _release(self, release: pb.Release) -> pb.OperationResult:
        self._find(release.state)
        self._kept[release.state] = None
        return pb.OperationResult(view=pb.View())

    def _rollout(self, asked: pb.Rollout) -> pb.OperationResult:
        game, state, random = self._find(asked.state)
        seat, options = asked.seat, self._options(asked.state, asked.seat)
        policy = self._policy(asked.policy or RANDOM, game.name)
        self._count(asked.count, len(options))
        values = []
        for action in options:
            sums = [0] * state.seats
            for _ in range(asked.count):
                copy = determinize(state, seat, random) if asked.deal else state.clone()
                copy.apply_action(seat, action)
                points = rollout(copy, random, policy, asked.limit or None)
                sums = [one + other for one, other in zip(sums, points, strict=True)]
            values.append(pb.MeanPoints(points=[one / asked.count for one in sums]))
        return pb.OperationResult(values=pb.Values(options=values))

    # -- inside

    def _check_number(self, number: int) -> None:
        if number >= MAX_STATES:
            raise UsageError(RulesSentence.NO_SUCH_NUMBER, number=number, last=MAX_STATES - 1)

    def _find(self, number: int) -> _Kept:
        self._check_number(number)
        kept = self._kept[number]
        if kept is None:
            raise UsageError(RulesSentence.NO_STATE, number=number)
        return kept

    def _options(self, number: int, seat: int) -> Any:
        state = self._find(number).state
        if seat not in state.to_act():
            raise UsageError(RulesSentence.NOT_TO_ACT, seat=seat, number=number)
        return state.legal_actions(seat)

    def _keep(self, number: int, kept: _Kept) -> pb.OperationResult:
        """Make the draws that are due, and keep the state."""
        while kept.state.current_player == CHANCE:
            draw(kept.state, kept.random)
        self._kept[number] = kept
        return pb.OperationResult(view=_view(kept.state))

    def _policy(self, name: str, game: str) -> StatePolicy | None:
        """Return the policy of a name for a game; None chooses at random."""
        if name == RANDOM:
            return None
        known = [other for other, games in self._policies.items() if game in games]
        if name not in known:
            hint = did_you_mean(name, [RANDOM, *known])
            raise UsageError(RulesSentence.NO_SUCH_POLICY, name=name, game=game, hint=hint)
        return self._policies[name][game]

    def _count(self, count: int, options: int) -> None:
        """Count the rollouts of an operation."""
        if not count:
            raise UsageError(RulesSentence.NO_ROLLOUTS)
        total = self._rollouts + count * options
        if total > MAX_ROLLOUTS:
            raise UsageError(RulesSentence.TOO_MANY_ROLLOUTS, count=total, most=MAX_ROLLOUTS)
        self._rollouts = total


def _view(state: Any) -> pb.View:
    acting = [
        pb.ActingSeat(seat=seat, option_count=len(state.legal_actions(seat)))
        for seat in state.to_act()
    ]
    return pb.View(acting=acting, points=state.returns(), places=state.places())
