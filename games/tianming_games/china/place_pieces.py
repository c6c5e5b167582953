"""A) Place playing pieces: up to 3 cards, up to 2 pieces, 1 region.

The player decides one piece at a time: first the cards and the region, then the piece and its
space. Then the player does the same once more, or stops.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from tianming_games.action import Action
from tianming_games.china.box import EMPTY, NOWHERE
from tianming_games.china.exchange_card import exchange, exchange_violation, exchanges
from tianming_games.china.map import Map
from tianming_games.china.notation import STOP, Verb
from tianming_games.china.region import A_FORTIFICATION, A_HOUSE, AN_EMISSARY, Region
from tianming_games.china.scoring import score_region
from tianming_games.china.state import ChinaState
from tianming_games.decision import Decision, Task

_KIND = {
    int(Verb.HOUSE): A_HOUSE,
    int(Verb.EMISSARY): AN_EMISSARY,
    int(Verb.FORTIFICATION): A_FORTIFICATION,
}
"""The kind of piece that a verb places."""

_KEPT = 1 << 14
"""Maximum results in a cache."""

_ONE_REGION = "A player may only place pieces in a single region on his turn."


@cache
def _plays(drawn: Map, hand: tuple[int, ...]) -> tuple[Action, ...]:
    """Return what a hand can pay: for each region a card of its colour, a pair of another."""
    return tuple(
        Action(Verb.PLAY, (land, colour, price))
        for land in range(len(drawn.colours))
        for colour in dict.fromkeys(hand)
        if hand.count(colour) >= (price := _price(drawn, land, colour))
    )


@cache
def _turns(drawn: Map, hand: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the actions with which a hand can begin a turn."""
    return (*_plays(drawn, hand), *exchanges(hand))


@lru_cache(_KEPT)
def _legal_turns(drawn: Map, hand: tuple[int, ...], lands: int) -> tuple[Action, ...]:
    """Return the turns of a hand, if a piece can be placed only in the regions of a set."""
    turns = _turns(drawn, hand)
    return tuple([t for t in turns if t.verb != Verb.PLAY or lands >> t.operands[0] & 1])


@cache
def _more(drawn: Map, hand: tuple[int, ...], land: int) -> tuple[Action, ...]:
    """Return the further plays of a hand in a region, and `stop`."""
    plays = (play for play in _plays(drawn, hand) if play.operands[0] == land)
    return (*plays, STOP)


@cache
def _pieces(land: int, size: int, *, with_forts: bool) -> tuple[Action, ...]:
    """Return every place for a piece in a region."""
    numbers = range(1, size + 1)
    houses = [Action(Verb.HOUSE, (land, number)) for number in numbers]
    forts = [Action(Verb.FORTIFICATION, (land, number)) for number in numbers]
    return (*houses, Action(Verb.EMISSARY, (land,)), *(forts if with_forts else ()))


def _price(drawn: Map, land: int, colour: int) -> int:
    """Return the number of cards of a colour that pay for one piece in a region."""
    return 1 if drawn.colours[land] == colour else 2


def can_place(state: ChinaState, seat: int, land: int) -> bool:
    """Whether a player could place any piece in a region with any cards."""
    return state.players[seat].kinds & state.regions[land].room != 0


def _play_violation(state: ChinaState, seat: int, action: Action) -> str | None:
    """Return the rule that forbids playing out these cards; None if it is legal."""
    land, colour, count = action.operands
    if state.hands[seat].count(colour) < count:
        return "Cards are played out from the hand."
    if count != _price(state.map, land, colour):
        return (
            "A piece costs one card of the region's colour, or two cards of one other colour "
            "as a 'joker'."
        )
    if state.region not in (NOWHERE, land):
        return _ONE_REGION
    if not can_place(state, seat, land):
        return "No piece of this player can be placed in that region."
    return None


def _play(state: ChinaState, seat: int, action: Action) -> None:
    """Put the cards on the discard pile, and ask for the piece that they pay for."""
    land, colour, count = action.operands
    state.discard(seat, colour, count)
    if state.region == NOWHERE:
        state.region = land
        state.left = 1 if state.regions[land].is_empty() else 2
    state.next_tasks([Task(PLACE, seat), Task(MORE, seat)])


class _TakeTurn(Decision[ChinaState]):
    """A player plays out cards for a first piece, or exchanges a card instead."""

    name = "turn"

    def candidates(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        return _turns(state.map, state.hands[task.seat])

    def legal(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        kinds, lands = state.players[task.seat].kinds, 0
        for land, region in enumerate(state.regions):
            if kinds & region.room:
                lands |= 1 << land
        return _legal_turns(state.map, state.hands[task.seat], lands)

    def violation(self, state: ChinaState, task: Task[ChinaState], action: Action) -> str | None:
        if action.verb == Verb.PLAY:
            return _play_violation(state, task.seat, action)
        if action.verb == Verb.EXCHANGE:
            return exchange_violation(state, task.seat, action)
        return "A turn begins with playing out cards, or with exchanging one."

    def do(self, state: ChinaState, task: Task[ChinaState], action: Action) -> None:
        if action.verb == Verb.PLAY:
            _play(state, task.seat, action)
        else:
            exchange(state, task.seat, action)


class _PlayMore(Decision[ChinaState]):
    """A player plays out cards for a second piece in the same region, or stops.

    Public information alone decides whether the player is asked. So the question does not reveal
    whether the hand would have allowed another piece.
    """

    name = "more"

    def is_due(self, state: ChinaState, task: Task[ChinaState]) -> bool:
        """Whether another piece is allowed; a region without a piece takes only 1 in a turn."""
        return (
            state.left > 0
            and state.players[task.seat].cards > 0
            and can_place(state, task.seat, state.region)
        )

    def candidates(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        return _more(state.map, state.hands[task.seat], state.region)

    def legal(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        return self.candidates(state, task)  # `is_due` has looked for a place

    def violation(self, state: ChinaState, task: Task[ChinaState], action: Action) -> str | None:
        if action.verb == Verb.STOP:
            return None
        if action.verb == Verb.PLAY:
            return _play_violation(state, task.seat, action)
        return "After a first piece a player plays out cards for a second one, or stops."

    def do(self, state: ChinaState, task: Task[ChinaState], action: Action) -> None:
        if action.verb == Verb.PLAY:
            _play(state, task.seat, action)


class _PlacePiece(Decision[ChinaState]):
    """A player places the piece that was paid for; a filled region is scored at once."""

    name = "place"

    def candidates(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        land = state.region
        return _pieces(land, state.map.sizes[land], with_forts=state.with_forts)

    def legal(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        region, pieces = state.regions[state.region], self.candidates(state, task)
        fit, size = state.players[task.seat].kinds & region.room, len(region.owners)
        found: list[Action] = []
        if fit & A_HOUSE:
            found += [pieces[at] for at in range(size) if region.owners[at] == EMPTY]
        if fit & AN_EMISSARY:
            found.append(pieces[size])
        if fit & A_FORTIFICATION:
            free = [at for at in range(size) if region.owners[at] == EMPTY]
            found += [pieces[size + 1 + at] for at in free if at not in region.forts]
        return found

    def violation(self, state: ChinaState, task: Task[ChinaState], action: Action) -> str | None:
        verb = action.verb
        if verb not in _KIND:
            return "The piece that was paid for is placed first."
        if action.operands[0] != state.region:
            return _ONE_REGION
        player, region = state.players[task.seat], state.regions[state.region]
        if not player.kinds & _KIND[verb]:
            return "A player without pieces of a type left may no longer place that type."
        if verb == Verb.EMISSARY:
            return _emissary_violation(region)
        return _space_violation(region, action)

    def do(self, state: ChinaState, task: Task[ChinaState], action: Action) -> None:
        seat, land = task.seat, state.region
        player, region = state.players[seat], state.regions[land]
        if action.verb == Verb.HOUSE:
            state.players[seat] = player.but(houses=player.houses - 1)
            region = region.with_house(action.operands[1] - 1, seat)
        elif action.verb == Verb.EMISSARY:
            state.players[seat] = player.but(emissaries=player.emissaries - 1)
            region = region.with_emissary(seat)
        else:
            state.players[seat] = player.but(fortifications=player.fortifications - 1)
            region = region.with_fort(action.operands[1] - 1)
        state.regions[land] = region
        state.left -= 1
        if action.verb == Verb.HOUSE and region.is_filled():
            score_region(state, land)


def _emissary_violation(region: Region) -> str | None:
    if not region.limit:
        return "No emissaries may be placed into a region without any houses."
    if not region.has_room_for_emissary():
        return "The house majority determines the maximum number of emissaries in a region."
    return None


def _space_violation(region: Region, action: Action) -> str | None:
    space = action.operands[1] - 1
    if space >= len(region.owners):
        return "That house space is not on the board."
    if region.owners[space] != EMPTY:
        return "A house space may not contain more than 1 house."
    if action.verb == Verb.FORTIFICATION and space in region.forts:
        return "A fortification is always placed onto an empty house space."
    return None


TAKE_TURN = _TakeTurn()
MORE = _PlayMore()
PLACE = _PlacePiece()


def take_turn(state: ChinaState) -> None:
    """The player whose turn it is places pieces, or exchanges a card."""
    state.region = NOWHERE
    state.left = 0
    state.next_tasks([Task(TAKE_TURN, state.turn)])
