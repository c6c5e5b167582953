"""The pieces of a region and of a player, as immutable values."""

from dataclasses import dataclass, field
from typing import Final

from tianming_games.china.box import EMISSARIES, EMPTY, FORTIFICATIONS, HAND, HOUSES

A_HOUSE: Final = 1
AN_EMISSARY: Final = 2
A_FORTIFICATION: Final = 4
"""The kinds of pieces, as bits of a set."""


@dataclass(init=False, slots=True, unsafe_hash=True)
class Region:
    """The pieces in a region.

    `owners` has the seat of the house on each space, or `EMPTY`. `forts` are the spaces with a
    fortification, from 0 and sorted. `emissaries` and `houses` are counts by seat. `limit` is the
    largest number of houses of any one player. It is also the maximum number of emissaries of all
    players together (ruling 1). `room` is the set of the kinds of pieces that still fit, as bits.
    `packed` is the cache of `canonical`.
    """

    owners: tuple[int, ...]
    emissaries: tuple[int, ...]
    houses: tuple[int, ...]
    forts: tuple[int, ...]
    limit: int
    scored: bool
    room: int = field(compare=False)
    packed: bytes = field(compare=False, repr=False)

    def __init__(
        self,
        owners: tuple[int, ...],
        emissaries: tuple[int, ...],
        houses: tuple[int, ...],
        forts: tuple[int, ...] = (),
        limit: int = 0,
        scored: bool = False,
    ) -> None:
        self.owners = owners
        self.emissaries = emissaries
        self.houses = houses
        self.forts = forts
        self.limit = limit
        self.scored = scored
        self.room = _room(owners, emissaries, forts, limit)
        self.packed = b""

    def is_empty(self) -> bool:
        """Whether the region has no piece; a bare fortification is a piece (ruling 2)."""
        return not (self.limit or self.forts)

    def is_filled(self) -> bool:
        """Whether every space has a house; a bare fortification fills no space (ruling 7)."""
        return not self.room & A_HOUSE

    def has_room_for_emissary(self) -> bool:
        """Whether the house majority allows another emissary."""
        return self.room & AN_EMISSARY != 0

    def with_house(self, space: int, seat: int) -> "Region":
        """Return the region with one more house."""
        owners = list(self.owners)
        owners[space] = seat
        houses = _one_more(self.houses, seat)
        limit = max(self.limit, houses[seat])
        return Region(tuple(owners), self.emissaries, houses, self.forts, limit, self.scored)

    def with_emissary(self, seat: int) -> "Region":
        """Return the region with one more emissary."""
        emissaries = _one_more(self.emissaries, seat)
        return Region(self.owners, emissaries, self.houses, self.forts, self.limit, self.scored)

    def with_fort(self, space: int) -> "Region":
        """Return the region with one more fortification."""
        forts = with_card(self.forts, space)
        return Region(self.owners, self.emissaries, self.houses, forts, self.limit, self.scored)

    def with_marker(self) -> "Region":
        """Return the region with a scoring marker."""
        return Region(
            self.owners, self.emissaries, self.houses, self.forts, self.limit, scored=True
        )

    def fort_owners(self) -> list[int]:
        """Return the seats whose houses stand on fortifications."""
        return [self.owners[space] for space in self.forts if self.owners[space] != EMPTY]


def _room(
    owners: tuple[int, ...], emissaries: tuple[int, ...], forts: tuple[int, ...], limit: int
) -> int:
    """Return the set of the kinds of pieces that fit into a region."""
    room = 0
    free = owners.count(EMPTY)
    if free:
        room |= A_HOUSE
    if limit and sum(emissaries) < limit:
        room |= AN_EMISSARY
    for space in forts:
        free -= owners[space] == EMPTY
    if free:
        room |= A_FORTIFICATION
    return room


def empty_region(size: int, seats: int) -> Region:
    """Return a region before the game."""
    return Region((EMPTY,) * size, (0,) * seats, (0,) * seats)


@dataclass(init=False, slots=True, unsafe_hash=True)
class Player:
    """The public part of a player.

    `houses`, `emissaries` and `fortifications` count the pieces left in the supply, `cards` the
    cards in hand. `known` are the cards of the hand that everybody saw the player take, and that
    the player cannot have played since, sorted. `kinds` is the set of the kinds of pieces left, as
    bits.
    """

    houses: int
    emissaries: int
    fortifications: int
    cards: int
    known: tuple[int, ...]
    score: int
    kinds: int = field(compare=False)

    def __init__(
        self,
        houses: int = HOUSES,
        emissaries: int = EMISSARIES,
        fortifications: int = 0,
        cards: int = 0,
        known: tuple[int, ...] = (),
        score: int = 0,
    ) -> None:
        self.houses = houses
        self.emissaries = emissaries
        self.fortifications = fortifications
        self.cards = cards
        self.known = known
        self.score = score
        self.kinds = (
            (A_HOUSE if houses else 0)
            | (AN_EMISSARY if emissaries else 0)
            | (A_FORTIFICATION if fortifications else 0)
        )

    def but(
        self,
        houses: int | None = None,
        emissaries: int | None = None,
        fortifications: int | None = None,
        cards: int | None = None,
        known: tuple[int, ...] | None = None,
        score: int | None = None,
    ) -> "Player":
        """Return the player with some values changed."""
        return Player(
            self.houses if houses is None else houses,
            self.emissaries if emissaries is None else emissaries,
            self.fortifications if fortifications is None else fortifications,
            self.cards if cards is None else cards,
            self.known if known is None else known,
            score=self.score if score is None else score,
        )

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
        return self.but(cards=self.cards - count, known=known)

    def after_take(self, colour: int) -> "Player":
        """Return the player with one more card that everybody saw the player take."""
        return self.but(cards=self.cards + 1, known=with_card(self.known, colour))

    def scored(self, points: int) -> "Player":
        """Return the player with more points."""
        return self.but(score=self.score + points)


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
    more = [*cards, colour]
    more.sort()
    return tuple(more)


def without(cards: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """Return sorted cards with one fewer of a colour."""
    fewer = list(cards)
    fewer.remove(colour)
    return tuple(fewer)


def _one_more(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    more = list(counts)
    more[seat] += 1
    return tuple(more)
