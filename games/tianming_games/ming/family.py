"""A family: what one player owns, as immutable values."""

from dataclasses import dataclass, field

from tianming_games.ming.box import DISTRICTS, DRAGON, FAMILY, NOBODY, PROVINCES


def added(row: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """Return the tuple with `by` more at one index."""
    result = list(row)
    result[index] += by
    return tuple(result)


@dataclass(init=False, slots=True, unsafe_hash=True)
class Family:
    """What one player owns; also the neutral family of a game for two.

    `prince` is a district. `supply` is the number of members that are not yet placed, `spaces` the
    numbers on the province spaces, `members` those in the open area of each district, and `city`
    those in the houses of each district. `monks` are the districts in whose cloister the family has
    a member, sorted. `box` is the number of members out of the game. `hand` has the numbers of
    cards by kind, `tiles` those of province tiles by colour. `packed` is the cache of `canonical`.
    """

    prince: int
    supply: int
    spaces: tuple[int, ...]
    members: tuple[int, ...]
    city: tuple[int, ...]
    monks: tuple[int, ...]
    box: int
    hand: tuple[int, ...]
    tiles: tuple[int, ...]
    score: int
    packed: bytes = field(compare=False, repr=False)

    def __init__(
        self,
        prince: int = NOBODY,
        supply: int = FAMILY,
        spaces: tuple[int, ...] = (0,) * PROVINCES,
        members: tuple[int, ...] = (0,) * DISTRICTS,
        city: tuple[int, ...] = (0,) * DISTRICTS,
        monks: tuple[int, ...] = (),
        box: int = 0,
        hand: tuple[int, ...] = (),
        tiles: tuple[int, ...] = (0,) * PROVINCES,
        score: int = 0,
    ) -> None:
        self.prince = prince
        self.supply = supply
        self.spaces = spaces
        self.members = members
        self.city = city
        self.monks = monks
        self.box = box
        self.hand = hand
        self.tiles = tiles
        self.score = score
        self.packed = b""

    def but(
        self,
        prince: int | None = None,
        supply: int | None = None,
        spaces: tuple[int, ...] | None = None,
        members: tuple[int, ...] | None = None,
        city: tuple[int, ...] | None = None,
        monks: tuple[int, ...] | None = None,
        box: int | None = None,
        hand: tuple[int, ...] | None = None,
        tiles: tuple[int, ...] | None = None,
        score: int | None = None,
    ) -> "Family":
        """Return the family with some values changed."""
        return Family(
            self.prince if prince is None else prince,
            self.supply if supply is None else supply,
            self.spaces if spaces is None else spaces,
            self.members if members is None else members,
            self.city if city is None else city,
            self.monks if monks is None else monks,
            box=self.box if box is None else box,
            hand=self.hand if hand is None else hand,
            tiles=self.tiles if tiles is None else tiles,
            score=self.score if score is None else score,
        )

    def size(self) -> int:
        """Return the number of all family members, wherever they are."""
        placed = sum(self.spaces) + sum(self.members) + sum(self.city) + len(self.monks)
        return self.supply + placed + self.box

    def in_city(self, province: int) -> tuple[int, ...]:
        """Return the numbers of family members in the three parts of a city."""
        return self.city[3 * province : 3 * province + 3]

    def with_prince(self, district: int) -> "Family":
        """Return the family with its prince in that district."""
        return self.but(prince=district)

    def on_space(self, province: int) -> "Family":
        """Return the family after one member moves from the supply to a province space."""
        return self.but(supply=self.supply - 1, spaces=added(self.spaces, province, 1))

    def with_card(self, card: int) -> "Family":
        """Return the family with one more card in hand."""
        return self.but(hand=added(self.hand, card, 1))

    def with_dragon(self, province: int) -> "Family":
        """Return the family with one more dragon card, paid with a member on a province space."""
        return self.but(
            hand=added(self.hand, DRAGON, 1),
            spaces=added(self.spaces, province, -1),
            box=self.box + 1,
        )

    def without_card(self, card: int) -> "Family":
        """Return the family with one card fewer in hand."""
        return self.but(hand=added(self.hand, card, -1))

    def deployed(self, district: int, members: int, monk: int) -> "Family":
        """Return the family after members move from the space to the district and its cloister."""
        return self.but(
            spaces=added(self.spaces, district // 3, -members - monk),
            members=added(self.members, district, members),
            monks=tuple(sorted((*self.monks, district))) if monk else self.monks,
        )

    def ousted(self, district: int) -> "Family":
        """Return the family after its member in a cloister returns to the open area."""
        return self.but(
            members=added(self.members, district, 1),
            monks=tuple(other for other in self.monks if other != district),
        )

    def to_city(self, district: int, number: int) -> "Family":
        """Return the family after members move to the houses, or back if `number` is negative."""
        return self.but(
            members=added(self.members, district, -number),
            city=added(self.city, district, number),
        )

    def boxed(self, province: int) -> "Family":
        """Return the family after all its members in a city leave the game."""
        first = 3 * province
        return self.but(
            city=(*self.city[:first], 0, 0, 0, *self.city[first + 3 :]),
            box=self.box + sum(self.city[first : first + 3]),
        )

    def scored(self, points: int) -> "Family":
        """Return the family with more points."""
        return self.but(score=self.score + points)
