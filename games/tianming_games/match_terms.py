"""What a match adds to the rules of its game, wherever it is played: draws, bots and places.

The referee and `tianming.local` share these functions. So the same seed, bots and answers give the
same match in both.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from tianming_games.chance import Chance

SEED_BYTES: Final = 32
"""Bytes of a seed, of its nonce, and of a bot's seed."""


def seed_bytes(number: int) -> bytes:
    """Return the seed of a match for a number from a person, 32 bytes."""
    digest = blake2b(str(number).encode(), digest_size=SEED_BYTES, person=b"tianming.seed")
    return digest.digest()


def draw_chance(seed: bytes, index: int) -> Chance:
    """Return the random stream of a draw; `index` counts the draws of the match from 0."""
    return Chance(seed, f"draw {index}")


def substitute_option(seed: bytes, number: int, options: int) -> int:
    """Return the option that replaces the answer to a question.

    Args:
        seed: the seed of the match.
        number: the number of the question.
        options: the number of its options.
    """
    return Chance(seed, f"substitute {number}").below(options)


def seed_of_bot(seed: bytes, seat: int, bot: str) -> bytes:
    """Return the seed for a bot's random choices, 32 bytes; it reveals nothing of the draws.

    The bot's name is part of the label. So in matches that share a seed, no bot can derive the seed
    of another bot.
    """
    return Chance(seed, f"bot {seat} {bot}").take(SEED_BYTES)


def numbered_names(names: Sequence[str], given: Sequence[str] = ()) -> list[str]:
    """Return unique names: `random` and `random` become `random-1` and `random-2`.

    Args:
        names: the names of bots.
        given: names that other bots have, and keep.
    """
    counts = Counter([*names, *given])
    taken = {name for name, times in counts.items() if times == 1} | set(given)
    result = []
    for name in names:
        unique = name
        if counts[name] > 1:
            number = 1
            while (unique := f"{name}-{number}") in taken:
                number += 1
            taken.add(unique)
        result.append(unique)
    return result


def places_with_forfeits(places: Sequence[int], forfeited: Sequence[bool]) -> list[int]:
    """Return the places of a match, from 1, in which some seats were forfeited.

    Forfeited seats share the last place, whatever points a substitute made.

    Args:
        places: the places by the rules, by seat.
        forfeited: whether each seat was forfeited.
    """
    keys = [(is_out, place * (not is_out)) for place, is_out in zip(places, forfeited, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def place_rewards(places: Sequence[int]) -> list[float]:
    """Return the reward of each seat: the share of the others behind it, less those before it.

    The rewards are from -1 (last) to 1 (first), and their sum is 0. Tied seats get the same.
    """
    others = len(places) - 1
    return [sum((own < other) - (own > other) for other in places) / others for own in places]


def reason_of(bots: Sequence[str], places: Sequence[int], forfeited: Sequence[bool]) -> str:
    """Return the sentence on the end of a match that ended by its rules."""
    if all(forfeited):
        return "Every seat was forfeited."
    winners = [bot for bot, place in zip(bots, places, strict=True) if place == 1]
    losers = [bot for bot, is_out in zip(bots, forfeited, strict=True) if is_out]
    reason = f"{' and '.join(winners)} won."
    if losers:
        reason += f" A substitute played {' and '.join(losers)} to the end."
    return reason
