"""1st phase: action."""

from collections.abc import Sequence
from typing import Final

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.decision import Decision, Draw, Task
from tianming_games.dragon.box import REPLENISH, SMALL_PRICE, TOLL, Card, Person, Size, group_sizes
from tianming_games.dragon.notation import ACTION_WORDS, Verb
from tianming_games.dragon.province import Palace, distinct
from tianming_games.dragon.rules import ActionRule, Rules
from tianming_games.dragon.state import DragonState
from tianming_games.state import CHANCE

_PASS: Final = Action(Verb.PASS)
_PRIVILEGE: Final = int(Card.PRIVILEGE)
_BUY: Final = Verb.BUY


def _card_of(action: Action) -> int:
    return _PRIVILEGE if action.verb == _BUY else action.operands[0]


def group_of(groups: Sequence[Sequence[int]], action: Action) -> int:
    """Return the index of the group with the action card of a choice.

    Raises:
        ValueError: if the card is not dealt.
    """
    card = _card_of(action)
    for index, group in enumerate(groups):
        if card in group:
            return index
    raise ValueError(f"card {card} is not dealt")


def lay_out(cards: Sequence[int], players: int) -> tuple[tuple[int, ...], ...]:
    """Return the groups of the month, from the action cards in the order of the deal."""
    groups = []
    at = 0
    for size in group_sizes(players, len(cards)):
        groups.append(tuple(sorted(cards[at : at + size])))
        at += size
    return tuple(groups)


class _Deal(Draw[DragonState]):
    """The deal of the action cards, laid out in as many groups as there are players."""

    name = "deal"

    def sample(self, state: DragonState, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.shuffle(sorted(state.rules.actions)))

    def urn(self, state: DragonState) -> tuple[Sequence[int], int]:
        cards = sorted(state.rules.actions)
        return cards, len(cards)

    def violation(self, state: DragonState, values: tuple[int, ...]) -> str | None:
        if sorted(values) != sorted(state.rules.actions):
            return "Every action card is dealt once."
        return None

    def do(self, state: DragonState, values: tuple[int, ...]) -> None:
        state.groups = lay_out(values, state.seats)
        state.dragons = (0,) * len(state.groups)

    def notation(self, values: tuple[int, ...]) -> str:
        return "deal " + ",".join(ACTION_WORDS[card] for card in values)


class _ChooseAction(Decision[DragonState]):
    """A player takes an action of a group, or passes and fills up the money to 3 yuan."""

    name = "action"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return (_PASS, *[action for action, _, _, _ in state.rules.offers])

    def legal(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        seat, offers, legal = task.seat, state.rules.offers, [_PASS]
        yuan = state.provinces[seat].yuan
        left = [yuan] * len(offers)
        for index, group in enumerate(state.groups):
            if state.dragons[index]:
                for card in group:
                    left[card] = yuan - TOLL
        for action, card, price, violation in offers:
            if left[card] >= price and (violation is None or violation(state, seat) is None):
                legal.append(action)
        return legal

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        if action == _PASS:
            return None
        card = _card_of(action)
        rule = state.rules.actions[card]
        toll = TOLL if state.dragons[group_of(state.groups, action)] else 0
        yuan = state.provinces[task.seat].yuan
        if yuan < toll:
            return "A group that was already chosen costs 3 yuan, or no action of it is taken."
        if yuan - toll < rule.price_of(state.rules, action):
            return "A privilege is paid for when it is taken, after the 3 yuan for the group."
        return None if rule.violation is None else rule.violation(state, task.seat)

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        seat = task.seat
        province = state.provinces[seat]
        if action == _PASS:
            state.provinces[seat] = province.but(yuan=max(province.yuan, REPLENISH))
            return
        card = _card_of(action)
        rule = state.rules.actions[card]
        group = group_of(state.groups, action)
        cost = rule.price_of(state.rules, action) + (TOLL if state.dragons[group] else 0)
        if cost:
            state.provinces[seat] = province.but(yuan=province.yuan - cost)
        dragons = list(state.dragons)
        dragons[group] += 1
        state.dragons = tuple(dragons)
        rule.effect(state, seat, action)


class _Build(Decision[DragonState]):
    """A player puts one new floor on a palace, or begins a new palace."""

    name = "build"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        palaces = state.provinces[task.seat].palaces
        floors = [Action(Verb.FLOOR, (index,)) for index, _ in distinct(palaces)]
        return [*floors, Action(Verb.FLOOR, (len(palaces),))]

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        palaces = state.provinces[task.seat].palaces
        index = action.operands[0]
        if index < len(palaces) and palaces[index].floors == 3:
            return "No palace can have more than 3 floors."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        province = state.provinces[task.seat]
        index = action.operands[0]
        old = province.palaces[index] if index < len(province.palaces) else Palace(0)
        state.provinces[task.seat] = province.with_palace(
            index, Palace(old.floors + 1, old.persons)
        )


DEAL: Final = _Deal()
CHOOSE_ACTION: Final = _ChooseAction()
BUILD: Final = _Build()


def _taxes(state: DragonState, seat: int, action: Action) -> None:
    """Gain 1 yuan for each of the 2 coins on the card, and for each coin on tax collectors."""
    province = state.provinces[seat]
    coins = 2 + province.symbols(Person.TAX_COLLECTOR)
    state.provinces[seat] = province.but(yuan=province.yuan + coins)


def _build(state: DragonState, seat: int, action: Action) -> None:
    """Build 1 floor for the hammer on the card, and for each hammer on craftsmen."""
    floors = 1 + state.provinces[seat].symbols(Person.CRAFTSMAN)
    state.next_tasks([Task(BUILD, seat)] * floors)


def _harvest(state: DragonState, seat: int, action: Action) -> None:
    """Gain 1 rice for the sack on the card, and for each sack on farmers."""
    province = state.provinces[seat]
    sacks = 1 + province.symbols(Person.FARMER)
    state.provinces[seat] = province.but(rice=province.rice + sacks)


def _fireworks_display(state: DragonState, seat: int, action: Action) -> None:
    """Gain 1 fireworks tile for the rocket on the card, and for each rocket on pyrotechnists."""
    province = state.provinces[seat]
    rockets = 1 + province.symbols(Person.PYROTECHNIST)
    state.provinces[seat] = province.but(fireworks=province.fireworks + rockets)


def _military_parade(state: DragonState, seat: int, action: Action) -> None:
    """Move 1 space for the helmet on the card, and for each helmet on warriors."""
    state.move_marker(seat, 1 + state.provinces[seat].symbols(Person.WARRIOR))


def _research(state: DragonState, seat: int, action: Action) -> None:
    """Score 1 point for the book on the card, and for each book on scholars."""
    province = state.provinces[seat]
    books = 1 + province.symbols(Person.SCHOLAR)
    state.provinces[seat] = province.but(score=province.score + books)


def _privilege(state: DragonState, seat: int, action: Action) -> None:
    """Gain 1 privilege, small or large."""
    province = state.provinces[seat]
    state.provinces[seat] = province.but(dragons=province.dragons + action.operands[0])


def _privilege_price(rules: Rules[DragonState], action: Action) -> int:
    return SMALL_PRICE if action.operands[0] == Size.SMALL else rules.large_price


_EFFECTS: Final = {
    Card.TAXES: _taxes,
    Card.BUILD: _build,
    Card.HARVEST: _harvest,
    Card.FIREWORKS_DISPLAY: _fireworks_display,
    Card.MILITARY_PARADE: _military_parade,
    Card.RESEARCH: _research,
}

ACTIONS: Final = {
    **{
        int(card): ActionRule((Action(Verb.TAKE, (int(card),)),), effect)
        for card, effect in _EFFECTS.items()
    },
    _PRIVILEGE: ActionRule(
        tuple(Action(Verb.BUY, (int(size),)) for size in Size), _privilege, _privilege_price
    ),
}
"""The seven action cards of the base game."""


def deal_actions(state: DragonState) -> None:
    """Shuffle the action cards, and lay them out in groups."""
    state.next_tasks([Task(DEAL, CHANCE)])


def take_actions(state: DragonState) -> None:
    """Let each player take an action or pass, in the order of the person track."""
    state.next_tasks([Task(CHOOSE_ACTION, seat) for seat in state.turn_order()])
