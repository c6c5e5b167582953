"""The contents of the box: figures, cards, tiles, and the numbers of the rule book.

Source: the rule book's contents and preparation. `map` has what depends on the map.
"""

ROUNDS = 6

PROVINCES = 6
DISTRICTS_PER_PROVINCE = 3
DISTRICTS = PROVINCES * DISTRICTS_PER_PROVINCE
HOUSES_PER_DISTRICT = 3
CLOISTERS_PER_DISTRICT = 1

FAMILY = 30
"""Family members in a player's supply; one more is on the scoring track."""

PLACED_PER_ROUND = 5
"""Family members that each player places on the province spaces in a round."""

DRAGON = 0
"""The number of the dragon card; the board's transports are numbered from 1."""

NO_CARD = 0
"""A place of the display without a card, until the next card is turned up."""

DRAGON_CARDS = 18
MOVEMENT_CARDS = 54
HAND_LIMIT = 5

TILES_PER_COLOUR = 18

DEPLOYED_AT_MOST = 3
"""Maximum family members that a player may deploy after a move of the prince."""

RETURN_CARDS = 4
MOST_IN_CITY = 6
"""Maximum family members of a player in a city: two in each of its three parts."""

NEUTRAL_FAMILY = 36
"""Neutral family members of a game for two (ruling 10; the box has 31)."""

NEUTRAL_PER_PLAYER = 3
"""Neutral family members that each of two players places at a time."""

NEUTRAL_LIMIT = 3
"""Maximum neutral family members in a district."""

FIGURE_POINTS = {2: 4, 4: 3, 6: 0}
"""Points for a family member left in a city, by the round of the scoring."""

SET_POINTS = {2: 28, 4: 24, 6: 20}
"""Points for a set of six province tiles, by the round of the scoring."""

BONUS_POINTS = 4
"""Points for the most family members left in a city."""

CLOISTER_POINTS = 4
"""Points for a family member in a cloister."""

FINAL_SET = 5
FINAL_SET_POINTS = 10
"""Points for a set of `FINAL_SET` tiles at the end of the game."""

MOST_POINTS = 600
"""Upper bound of the points of a player."""

NOBODY = -1
"""No seat, no district, no number of figures."""


def province_of(district: int) -> int:
    """Return the province of a district."""
    return district // DISTRICTS_PER_PROVINCE


def districts_of(province: int) -> range:
    """Return the districts of a province."""
    first = province * DISTRICTS_PER_PROVINCE
    return range(first, first + DISTRICTS_PER_PROVINCE)
