"""Trace the unknown cards of a hand after the reshuffle.

The first draw pile holds the whole deck, the second one the discards, so it matters to everybody
from which pile an unknown card came. A player may have held unknown cards of both piles; then the
other seats cannot know the pile of a played card.
"""

from typing import NamedTuple

from tianming_games.china.region import with_card, without


class UnclearPlay(NamedTuple):
    """A card that came from a hand with unknown cards of both piles, perhaps.

    `drawn` is the number of cards that the player had drawn from the second pile before.
    """

    colour: int
    drawn: int


class SeenTrace(NamedTuple):
    """What everybody knows of a trace: `first` is only a number here."""

    first: int = 0
    unclear: tuple[UnclearPlay, ...] = ()

    def may_hold_first(self) -> bool:
        """Whether an unknown card of the hand can come from the first pile.

        It cannot once the hand had no unknown card left.
        """
        first = self.first
        for count, play in enumerate(self.unclear, 1):
            if first + play.drawn <= count:
                return False
        return first > 0


class Trace(NamedTuple):
    """Unknown cards of a player since the reshuffle.

    `first` are those of the first pile and `second` those of the second pile. A played card is in
    neither if its pile is certain. If that is unclear, it is still in one of them, and `seen` lists
    it.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    seen: SeenTrace

    @classmethod
    def of(
        cls,
        first: tuple[int, ...] = (),
        second: tuple[int, ...] = (),
        unclear: tuple[UnclearPlay, ...] = (),
    ) -> "Trace":
        """A trace of these cards."""
        return cls(first, second, SeenTrace(len(first), unclear))

    def after_draw(self, card: int) -> "Trace":
        """The trace after the player drew a card from the second pile."""
        return Trace(self.first, with_card(self.second, card), self.seen)

    def after_play(self, colour: int) -> "Trace":
        """The trace after the player played an unknown card."""
        first, second, seen = self.first, self.second, self.seen
        unclear = seen.unclear
        if not (second or unclear):
            return Trace.of(without(first, colour))
        if not seen.may_hold_first():
            return Trace(first, without(second, colour), seen)
        return Trace.of(first, second, (*unclear, UnclearPlay(colour, len(second))))
