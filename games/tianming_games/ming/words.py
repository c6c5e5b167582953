"""Sentences for the events of Ming Dynasty."""

from collections.abc import Sequence
from typing import Final

from tianming_games.action import Action
from tianming_games.ming.box import DRAGON, districts_of
from tianming_games.ming.map import Map
from tianming_games.ming.notation import Verb, district_text, province_text
from tianming_games.ming.view import Observation
from tianming_games.presentation import Moment

_TURNS: Final = {
    "place": "Family members",
    "card": "Cards",
    "turn up": "Cards",
    "move": "Princes",
    "step": "Princes",
    "deploy": "Princes",
    "start": "Starting player",
}
"""The part of a round by its decisions, except the decisions of a scoring."""

_HEADINGS: Final = {
    "Family members": "Phase 1: place members",
    "Cards": "Phase 2: choose cards",
    "Princes": "Phase 3: move",
    "Starting player": "Phase 5: end of the round",
}
"""The headings of the page of rules, by the part of a round; all others are of a scoring."""


def card_name(board: Map, card: int) -> str:
    """Return the name of a card."""
    return f"{'dragon' if card == DRAGON else board.transports[card - 1].name} card"


def moment(seen: Observation) -> Moment:
    """Return the round, and the part of it."""
    if not seen.decision:
        return Moment("End", "Scoring")
    if not seen.round:
        return Moment("Preparation", "Cards" if seen.decision == "display" else "First figures")
    turn = _TURNS.get(seen.decision) or f"City of province {province_text(seen.subject)}"
    return Moment(f"Round {seen.round}", turn)


def rule_heading(seen: Observation) -> str:
    """Return the heading of the rules about the part of the round."""
    if not seen.round:
        return "Preparation"
    return _HEADINGS.get(moment(seen).turn, "Phase 4: scoring, in rounds 2, 4 and 6")


def draw_sentence(board: Map, notation: str) -> str:
    """Return the sentence about a draw of the referee."""
    cards = notation.rsplit(" ", maxsplit=1)[-1].split(",")
    names = [card_name(board, int(card)) for card in cards]
    if notation.startswith("display"):
        return f"The first open cards are: {', '.join(names)}."
    return f"A {names[0]} is turned up."


def action_sentence(seen: Observation, names: Sequence[str], seat: int, action: Action) -> str:
    """Return the sentence about an action, from the observation before it.

    It omits the number of members that return cards show, because the cards lie face down.
    """
    verb, operands = Verb(action.verb), action.operands
    match verb:
        case Verb.START:
            return f"{names[seat]} chooses {names[operands[0]]} as starting player."
        case Verb.WITHDRAW:
            return f"{names[seat]} {_withdrawal(seen, operands)}."
        case Verb.DEPLOY:
            district = district_text(seen.families[seat].prince)
            return f"{names[seat]} {_deployment(operands)} in {district}."
        case _:
            return f"{names[seat]} {_phrase(seen, seat, verb, operands)}."


def _phrase(seen: Observation, seat: int, verb: Verb, operands: tuple[int, ...]) -> str:
    match verb:
        case Verb.PRINCE:
            return f"places its prince in {district_text(operands[0])}"
        case Verb.NEUTRAL:
            return f"places a neutral family member in {district_text(operands[0])}"
        case Verb.PLACE:
            return f"places a family member on the space of province {province_text(operands[0])}"
        case Verb.TAKE:
            card = card_name(seen.map, seen.display[operands[0]])
            return f"takes the {card} of province {province_text(operands[0])}"
        case Verb.DRAGON:
            where = province_text(operands[0])
            return f"gives a family member of province {where} for a dragon card"
        case Verb.STAY:
            where = district_text(seen.families[seat].prince)
            return f"keeps its prince in {where} for a {card_name(seen.map, operands[0])}"
        case Verb.STEP:
            card = card_name(seen.map, operands[1])
            return f"moves its prince to {district_text(operands[0])} with a {card}"
        case Verb.HALT:
            return "ends the move of its prince"
        case Verb.RETURN:
            return "lays return cards face down"
        case _:
            return "passes"


def _deployment(operands: tuple[int, ...]) -> str:
    members, monk = operands
    people = f"{members} family member{'s' * (members != 1)}"
    if not monk:
        return f"deploys {people if members else 'nobody'}"
    return f"deploys {people} and a monk" if members else "deploys a monk"


def _withdrawal(seen: Observation, numbers: tuple[int, ...]) -> str:
    """Return the words for the family members that return from the houses of each district."""
    parts = [
        f"{number} to {district_text(district)}"
        for district, number in zip(districts_of(seen.subject), numbers, strict=True)
        if number
    ]
    of = "neutral family members" if seen.decision == "withdraw-neutral" else "family members"
    return f"returns {of} from the city: {', '.join(parts)}"
