"""Sentences for the events of China."""

from typing import Final

from tianming_games.action import Action
from tianming_games.china.box import COLOUR_WORDS
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb
from tianming_games.china.view import Observation
from tianming_games.presentation import Moment

_HEADINGS: Final[dict[int, str]] = {
    Verb.EXCHANGE: "Exchange a card",
    Verb.FORTIFICATION: "Fortifications",
    Verb.TAKE: "Draw cards",
    Verb.DRAW: "Draw cards",
}
"""The headings of the page of rules, by verb; those of all others place pieces."""


def moment(seen: Observation) -> Moment:
    """Return the round, and the turn in it."""
    if seen.decision == "shuffle":
        return Moment("Preparation", "Deal")
    if not seen.decision:
        return Moment("End", "Scoring")
    return Moment(f"Round {seen.turns // len(seen.players) + 1}", f"Turn {seen.turns + 1}")


def scored_for(drawn: Map, before: Observation, after: Observation) -> str:
    """Return what points were scored for: a full region, or the end of the game."""
    if not after.decision:
        return "the end"
    pairs = zip(drawn.names, before.regions, after.regions, strict=True)
    return next((name for name, then, now in pairs if now.scored and not then.scored), "")


def rule_heading(action: Action) -> str:
    """Return the heading of the rules about an action."""
    return _HEADINGS.get(action.verb, "Place pieces")


def draw_sentence(notation: str) -> str:
    """Return the sentence about a draw of the referee."""
    word, count, _ = notation.split(" ")
    if word == "shuffle":
        return f"{count} cards are shuffled and dealt."
    return f"The draw pile is exhausted: {count} discarded cards are shuffled."


def action_sentence(drawn: Map, name: str, action: Action) -> str:
    """Return the sentence about an action of a seat."""
    return f"{name} {_phrase(drawn, action)}."


def _phrase(drawn: Map, action: Action) -> str:
    verb, operands = Verb(action.verb), action.operands
    match verb:
        case Verb.PLAY:
            land, colour, count = operands
            cards = f"two {_card(colour)}s" if count > 1 else _one(colour)
            return f"plays {cards} for {drawn.names[land]}"
        case Verb.STOP:
            return "places no more pieces"
        case Verb.EXCHANGE:
            return f"discards {_one(operands[0])} for another card"
        case Verb.HOUSE:
            return f"places a house on space {operands[1]} of {drawn.names[operands[0]]}"
        case Verb.EMISSARY:
            return f"sends an emissary to {drawn.names[operands[0]]}"
        case Verb.FORTIFICATION:
            return f"builds the fortification on space {operands[1]} of {drawn.names[operands[0]]}"
        case Verb.TAKE:
            return f"takes {_one(operands[0])}"
        case Verb.DRAW:
            return "draws a card from the pile"


def _card(colour: int) -> str:
    return f"{COLOUR_WORDS[colour]} card"


def _one(colour: int) -> str:
    return f"{'an' if COLOUR_WORDS[colour][0] in 'aeiou' else 'a'} {_card(colour)}"
