"""4th phase: scoring; and the end of the game."""

from tianming_games.dragon.box import PERSON, SYMBOLS, Person
from tianming_games.dragon.province import Province
from tianming_games.dragon.state import DragonState


def month_points(province: Province) -> int:
    """Return 1 point for each palace, and for each dragon on court ladies and on privileges."""
    return len(province.palaces) + province.symbols(Person.COURT_LADY) + province.dragons


def person_points(province: Province) -> int:
    """Return 2 points for each person."""
    return 2 * province.persons()


def monk_points(province: Province) -> int:
    """Return the points for monks: for each, its Buddhas times the floors of its palace."""
    return sum(
        SYMBOLS[tile] * palace.floors
        for palace in province.palaces
        for tile in palace.persons
        if PERSON[tile] == Person.MONK
    )


def money_points(province: Province) -> int:
    """Return 1 point for 3 yuan; rice and fireworks are sold for 2 yuan each (ruling A31)."""
    return (province.yuan + 2 * province.rice + 2 * province.fireworks) // 3


def score_month(state: DragonState) -> None:
    """Score every player at the end of a month."""
    for seat, province in enumerate(state.provinces):
        gained = month_points(province)
        state.provinces[seat] = province.but(score=province.score + gained)


def score_end(state: DragonState) -> None:
    """Score persons, monks and money of every player, once, at the end of the game."""
    for seat, province in enumerate(state.provinces):
        gained = person_points(province) + monk_points(province) + money_points(province)
        state.provinces[seat] = province.but(score=province.score + gained)
