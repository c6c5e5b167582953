"""Deal the cards that a seat cannot know: other hands and the draw pile.

Before the reshuffle a hidden card can be anywhere. After it, an unknown card of a hand comes from
the first pile or from the second one (see `trace`). The deal assumes that each unknown card of a
hand was equally likely to be played.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import factorial, perm
from typing import NamedTuple

from tianming_games.chance import Chance
from tianming_games.china.box import Colour
from tianming_games.china.trace import SeenTrace, Trace
from tianming_games.china.view import Observation

Counts = tuple[int, ...]
"""Numbers of cards by colour."""

Weights = dict[Counts, int]
"""Weights of numbers of cards, in proportion to their probabilities."""

_COLOURS = range(len(Colour))
_NONE: Counts = (0,) * len(Colour)

_KEPT = 32
"""Maximum results in each cache; a crafted position takes about 1 MiB in it."""


class Contradiction(ValueError):
    """No deal agrees with the observation; `field` is its wrong field."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class Deal(NamedTuple):
    """The hands and traces of the other seats, and the pile with its top card first."""

    hands: dict[int, tuple[int, ...]]
    traces: dict[int, Trace]
    pile: tuple[int, ...]


def deal(seen: Observation, chance: Chance) -> Deal:
    """Deal other hands, their traces and the pile, in agreement with an observation.

    Raises:
        Contradiction: if no deal agrees with the observation.
    """
    dealt = _deal_both_piles(seen, chance) if seen.recycled else _deal_first_pile(seen, chance)
    if len(dealt.pile) != seen.pile:
        raise Contradiction("pile", "The cards do not add up to the deck of the setup.")
    return dealt


def count(cards: Sequence[int]) -> Counts:
    """Return the numbers of cards by colour."""
    counts = [0] * len(_NONE)
    for card in cards:
        counts[card] += 1
    return tuple(counts)


@lru_cache(maxsize=_KEPT)
def _count_deck(deck: tuple[int, ...]) -> Counts:
    return count(deck)


def spread(counts: Sequence[int]) -> list[int]:
    """Return the sorted cards of these numbers by colour."""
    return [colour for colour, number in enumerate(counts) for _ in range(number)]


def hidden_cards(seen: Observation) -> Counts:
    """Return the cards in the pile and the unknown cards of other hands, by colour."""
    known = [card for seat in _others(seen) for card in seen.players[seat].known]
    open_ = count((*seen.hand, *seen.display, *known))
    return _minus(_count_deck(seen.deck), _plus(open_, seen.discards))


def _deal_first_pile(seen: Observation, chance: Chance) -> Deal:
    cards = chance.shuffle(_cards(hidden_cards(seen), "discards"))
    hands = {}
    for seat in _others(seen):
        player = seen.players[seat]
        unknown = _take(cards, player.cards - len(player.known))
        hands[seat] = tuple(sorted((*player.known, *unknown)))
    return Deal(hands, {}, tuple(cards))


def _deal_both_piles(seen: Observation, chance: Chance) -> Deal:
    others = _others(seen)
    seen_traces = tuple(seen.traces[seat] for seat in others)
    unclear = _unclear(*seen_traces)
    first = _minus(_plus(hidden_cards(seen), unclear), seen.recycled)
    if min(first) < 0 or sum(first) != sum(trace.first for trace in seen_traces):
        raise Contradiction("recycled", "Unknown cards of the first pile do not add up.")
    played = _split(first, seen.recycled, seen_traces, chance)
    gone = _sum(played)
    old = chance.shuffle(_cards(_minus(first, gone), "recycled"))
    new = chance.shuffle(_cards(_minus(seen.recycled, _minus(unclear, gone)), "recycled"))
    hands, traces = {}, {}
    for seat, trace, from_first in zip(others, seen_traces, played, strict=True):
        player = seen.players[seat]
        own_old = _take(old, trace.first - sum(from_first))
        own_new = _take(new, player.cards - len(player.known) - len(own_old))
        hands[seat] = tuple(sorted((*player.known, *own_old, *own_new)))
        own_old += spread(from_first)
        own_new += spread(_minus(_unclear(trace), from_first))
        traces[seat] = Trace(tuple(sorted(own_old)), tuple(sorted(own_new)), trace)
    return Deal(hands, traces, tuple(new))


def _unclear(*traces: SeenTrace) -> Counts:
    """Return the unclear plays of some seats, by colour."""
    return count([play.colour for trace in traces for play in trace.unclear])


def _others(seen: Observation) -> list[int]:
    return [seat for seat in range(len(seen.players)) if seat != seen.seat]


# -- the pile of each unclear play


def _split(
    first: Counts, second: Counts, traces: tuple[SeenTrace, ...], chance: Chance
) -> list[Counts]:
    """Return, for each of these traces, its unclear plays that came from the first pile.

    A way is one such choice of plays, as numbers by colour. Its weight is a product of two
    probabilities for each play: that the player's unknown card of that pile is the one played, and
    that it has the colour.
    """
    totals, sums = _totals(first, second, traces)
    total = _pick(totals, chance)
    result = []
    for trace, before in zip(reversed(traces), reversed(sums[:-1]), strict=True):
        ways = _ways(trace).items()
        way = _pick({way: n * before.get(_minus(total, way), 0) for way, n in ways}, chance)
        result.append(way)
        total = _minus(total, way)
    return result[::-1]


@lru_cache(maxsize=_KEPT)
def _totals(
    first: Counts, second: Counts, traces: tuple[SeenTrace, ...]
) -> tuple[Weights, list[Weights]]:
    """Return the weights of all first-pile plays together, and those of the first traces together.

    The last results are cached, because a search deals from one position many times.
    """
    sums: list[Weights] = [{_NONE: 1}]
    for trace in traces:
        sums.append(_join(sums[-1], _ways(trace)))
    unclear = _unclear(*traces)
    totals = {
        way: weight * _likelihood(first, way) * _likelihood(second, _minus(unclear, way))
        for way, weight in sums[-1].items()
    }
    return {way: weight for way, weight in totals.items() if weight}, sums


@lru_cache(maxsize=_KEPT)
def _ways(trace: SeenTrace) -> Weights:
    """Return the ways for a player's unclear plays, with their weights."""
    ways: Weights = {_NONE: 1}
    for number, play in enumerate(trace.unclear):
        longer: Weights = {}
        for way, weight in ways.items():
            gone = sum(way)
            old, new = trace.first - gone, play.drawn - (number - gone)
            if old > 0:
                more = (*way[: play.colour], way[play.colour] + 1, *way[play.colour + 1 :])
                longer[more] = longer.get(more, 0) + weight * old
            if new > 0:
                longer[way] = longer.get(way, 0) + weight * new
        ways = longer
    return ways


def _join(one: Weights, other: Weights) -> Weights:
    """Return the sums of a way of each, with the products of their weights."""
    joined: Weights = {}
    for way, weight in one.items():
        for more, factor in other.items():
            both = _plus(way, more)
            joined[both] = joined.get(both, 0) + weight * factor
    return joined


def _likelihood(pile: Counts, drawn: Counts) -> int:
    """Return how likely cards of a pile have these colours, up to a constant factor."""
    if min(drawn) < 0 or sum(drawn) > sum(pile):
        return 0
    result = factorial(sum(pile) - sum(drawn))
    for there, number in zip(pile, drawn, strict=True):
        result *= perm(there, number)
    return result


def _pick(weights: Weights, chance: Chance) -> Counts:
    """Return one of the ways, at random by its weight."""
    if len(weights) == 1:
        return next(iter(weights))
    total = sum(weights.values())
    at = _below(total, chance)
    for way, weight in weights.items():
        at -= weight
        if at < 0:
            return way
    raise Contradiction("players", "No two piles of these cards allow the unclear plays.")


def _below(limit: int, chance: Chance) -> int:
    """Return a random number below a limit of any size, with a bias of less than 2^-64."""
    value, bits = 0, 0
    while bits < limit.bit_length() + 64:
        value, bits = value << 32 | chance.below(1 << 32), bits + 32
    return value * limit >> bits


# -- numbers by colour


def _plus(one: Counts, other: Counts) -> Counts:
    return tuple([one[colour] + other[colour] for colour in range(len(one))])


def _minus(one: Counts, other: Counts) -> Counts:
    return tuple([one[colour] - other[colour] for colour in range(len(one))])


def _sum(each: Iterable[Counts]) -> Counts:
    total = _NONE
    for counts in each:
        total = _plus(total, counts)
    return total


def _cards(counts: Counts, field: str) -> list[int]:
    if min(counts) < 0:
        raise Contradiction(field, "There are more cards of a colour than the deck has.")
    return spread(counts)


def _take(cards: list[int], number: int) -> list[int]:
    """Remove the last cards of a list, and return them."""
    if not 0 <= number <= len(cards):
        raise Contradiction("players", "A hand has another number of unknown cards.")
    taken = cards[len(cards) - number :]
    del cards[len(cards) - number :]
    return taken
