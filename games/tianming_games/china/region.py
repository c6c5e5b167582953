"""The pieces of a region and of a player, as immutable values."""

from typing import NamedTuple

from tianming_games.china.box import EMISSARIES, EMPTY, FORTIFICATIONS, HAND, HOUSES


class Region(NamedTuple):
    """The pieces in a region.

    `owners` has the seat of the house on each space, or `EMPTY`. `forts` are the spaces with a
    fortification, from 0 and sorted. `emissaries` and `houses` are counts by seat. `limit` is the
    largest number of houses of any one player. It is also the maximum number of emissaries of all
    players together (ruling 1).
    """

    owners: tuple[int, ...]
    emissaries: tuple[int, ...]
    houses: tuple[int, ...]
    forts: tuple[int, ...] = ()
    limit: int = 0
    scored: bool = False

    def is_empty(self) -> bool:
        """Whether the region has no piece; a bare fortification is a piece (ruling 2)."""
        return not (self.limit or self.forts)

    def is_filled(self) -> bool:
        """Whether every space has a house; a bare fortification fills no space (ruling 7)."""
        return EMPTY not in self.owners

    def has_room_for_emissary(self) -> bool:
        """Whether the house majority allows another emissary."""
        return sum(self.emissaries) < self.limit

    def has_room_for_fort(self) -> bool:
        """Whether a space has neither house nor fortification."""
        return any(
            owner == EMPTY and space not in self.forts for space, owner in enumerate(self.owners)
        )

    def with_house(self, space: int, seat: int) -> "Region":
        """Return the region with one more house."""
        owners = (*self.owners[:space], seat, *self.owners[space + 1 :])
        houses = _one_more(self.houses, seat)
        return Region(owners, self.emissaries, houses, self.forts, max(houses), self.scored)

    def with_emissary(self, seat: int) -> "Region":
        """Return the region with one more emissary."""
        return self._replace(emissaries=_one_more(self.emissaries, seat))

    def with_fort(self, space: int) -> "Region":
        """Return the region with one more fortification."""
        return self._replace(forts=tuple(sorted((*self.forts, space))))

    def fort_owners(self) -> list[int]:
        """Return the seats whose houses stand on fortifications."""
        return [self.owners[space] for space in self.forts if self.owners[space] != EMPTY]


def empty_region(size: int, seats: int) -> Region:
    """Return a region before the game."""
    return Region((EMPTY,) * size, (0,) * seats, (0,) * seats)


class Player(NamedTuple):
    """The public part of a player.

    `houses`, `emissaries` and `fortifications` count the pieces left in the supply, `cards` the
    cards in hand. `known` are the cards of the hand that everybody saw the player take, and that
    the player cannot have played since, sorted.
    """

    houses: int = HOUSES
    emissaries: int = EMISSARIES
    fortifications: int = 0
    cards: int = 0
    known: tuple[int, ...] = ()
    score: int = 0

    def pieces(self) -> int:
        """Return the number of pieces left in the supply."""
        return self.houses + self.emissaries + self.fortifications

    def after_play(self, colour: int, count: int) -> "Player":
        """Return the player with fewer cards of a colour in hand.

        Cards of a colour look alike, so a known card counts as played first.
        """
        known = self.known
        for _ in range(count):
            known = without(known, colour) if colour in known else known
        return self._replace(cards=self.cards - count, known=known)

    def after_take(self, colour: int) -> "Player":
        """Return the player with one more card that everybody saw the player take."""
        return self._replace(cards=self.cards + 1, known=with_card(self.known, colour))


def new_player(with_forts: bool) -> Player:
    """Return a player before the cards are dealt."""
    return Player(fortifications=FORTIFICATIONS if with_forts else 0)


def full_hand(player: Player) -> bool:
    """Whether a player has as many cards as a hand may hold."""
    return player.cards >= HAND


def unknown_cards(hand: tuple[int, ...], player: Player) -> tuple[int, ...]:
    """Return the cards of a hand that the other seats cannot know, sorted."""
    for card in player.known:
        hand = without(hand, card)
    return hand


def with_card(cards: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """Return sorted cards with one more of a colour, still sorted."""
    return tuple(sorted((*cards, colour)))


def without(cards: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """Return sorted cards with one fewer of a colour."""
    at = cards.index(colour)
    return cards[:at] + cards[at + 1 :]


def _one_more(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
