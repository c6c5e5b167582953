"""Adapters: steps a second on one core, and self-play compared with the bare rules."""

from collections.abc import Iterator
from functools import partial

from tests.bench.core import FIRST
from tests.bench.figure import Figure, at_least
from tests.bench.sample import Scale, in_turn, take
from tests.bench.worker.learning import Learning

GAMES = ("china", "dragon", "ming")
SEATS = 3
MATCHES = 512

_RATIO = at_least(0.7)
_AEC = at_least(25_000)
_OPENSPIEL = at_least(40_000)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield figures of every game; the bare rules and the adapters are sampled in turn."""
    for game in GAMES:
        job = Learning(game, SEATS, MATCHES, scale.seconds, FIRST)
        series = in_turn({"all": partial(take, "learning", job, {})}, scale.rounds)["all"]
        subject = f"{game}, {SEATS} seats"
        yield Figure(
            f"{subject}: self-play, {MATCHES} matches at once",
            "decisions/CPU-s",
            series["self_play"],
            "bare rules",
            series["bare"],
            _RATIO,
        )
        for name, what, target in (
            ("aec", "PettingZoo", _AEC),
            ("openspiel", "OpenSpiel", _OPENSPIEL),
        ):
            yield Figure(f"{subject}: {what}", "steps/s", series[name], target=target)
