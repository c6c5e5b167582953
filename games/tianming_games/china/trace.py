"""Trace the unknown cards of a hand after the reshuffle.

The first draw pile contains the whole deck, the second one only the discards. So the cards that an
unknown card can be depend on its pile. A player may have held unknown cards of both piles; then the
other seats cannot know the pile of a played card.
"""

from typing import NamedTuple

from tianming_games.china.region import with_card, without


class UnclearPlay(NamedTuple):
    """A played card whose pile the other seats cannot know.

    `drawn` is the number of unknown cards that the player had drawn from the second pile before.
    """

    colour: int
    drawn: int


class SeenTrace(NamedTuple):
    """The public part of a trace; `first` is the number of cards of the first pile."""

    first: int = 0
    unclear: tuple[UnclearPlay, ...] = ()

    def may_hold_first(self) -> bool:
        """Whether an unknown card of the hand can come from the first pile.

        It cannot if the hand had no unknown card at any time since the reshuffle.
        """
        first = self.first
        for count, play in enumerate(self.unclear, 1):
            if first + play.drawn <= count:
                return False
        return first > 0


class Trace(NamedTuple):
    """The unknown cards of a player since the reshuffle.

    `first` are those of the first pile and `second` those of the second pile. A played card is
    removed if its pile is certain. If its pile is unclear, it remains in its list, and `seen` lists
    the play.
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
        """Return a trace of these cards."""
        return cls(first, second, SeenTrace(len(first), unclear))

    def after_draw(self, card: int) -> "Trace":
        """Return the trace after the player drew a card from the second pile."""
        return Trace(self.first, with_card(self.second, card), self.seen)

    def after_play(self, colour: int) -> "Trace":
        """Return the trace after the player played an unknown card."""
        first, second, seen = self.first, self.second, self.seen
        unclear = seen.unclear
        if not (second or unclear):
            return Trace.of(without(first, colour))
        if not seen.may_hold_first():
            return Trace(first, without(second, colour), seen)
        return Trace.of(first, second, (*unclear, UnclearPlay(colour, len(second))))
