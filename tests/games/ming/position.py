"""Scenes: a position put together by hand, and the phases that are played from it."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from tianming_games.chance import Chance
from tianming_games.ming import GAME
from tianming_games.ming.box import NOBODY
from tianming_games.ming.family import Family
from tianming_games.ming.map import Map
from tianming_games.ming.map_file import load_map
from tianming_games.ming.move_phase import move_princes
from tianming_games.ming.notation import read
from tianming_games.ming.round_end import begin_round
from tianming_games.ming.state import MingState, Phase, Rules
from tianming_games.state import CHANCE

MAP = load_map("ming")
RIDER, JUNK, RICKSHAW, SEDAN, CAMEL, RAFT = range(1, 7)
"""The cards of the board `ming`; 0 is the dragon card."""

_NAMES = [f"{letter}{part}" for letter in "ABCDEF" for part in (1, 2, 3)]


def at(name: str) -> int:
    """The number of a district, `A1` to `F3`."""
    return _NAMES.index(name)


def space(name: str) -> int:
    """The number of a province, `A` to `F`."""
    return "ABCDEF".index(name)


def hand(*cards: int) -> tuple[int, ...]:
    """A hand of those cards."""
    return tuple(cards.count(card) for card in range(MAP.cards))


def family(
    *,
    prince: str = "",
    spaces: str = "",
    members: Mapping[str, int] | None = None,
    city: Mapping[str, int] | None = None,
    monks: Sequence[str] = (),
    cards: Sequence[int] = (),
    tiles: Sequence[int] = (0,) * 6,
    score: int = 0,
) -> Family:
    """A family of 30 whose members are where they are said to be, else in the supply."""
    built = Family(
        prince=at(prince) if prince else NOBODY,
        spaces=tuple(spaces.count(letter) for letter in "ABCDEF"),
        members=tuple((members or {}).get(name, 0) for name in _NAMES),
        city=tuple((city or {}).get(name, 0) for name in _NAMES),
        monks=tuple(sorted(map(at, monks))),
        hand=hand(*cards),
        tiles=tuple(tiles),
        score=score,
    )
    return built.but(supply=2 * built.supply - built.size())


def scene(
    families: Sequence[Family],
    *phases: Phase,
    neutral: Family | None = None,
    round_: int = 2,
    start: int = 0,
    map_: Map = MAP,
) -> MingState:
    """A state with those families of the players, in which those phases are played."""

    def put(state: MingState) -> None:
        for seat, built in enumerate(families):
            state.families[seat] = built
        if neutral is not None:
            state.families[-1] = neutral
        state.round = round_
        state.start = start

    return MingState(Rules(map_, (put, *phases)), len(families)).set_up()


def end_of_round(number: int, seats: int = 3) -> list[Phase]:
    """The phases of a real game after the princes' moves in a round, up to the next one."""
    phases = GAME.begin(seats).rules.phases
    moves = [at for at, phase in enumerate(phases) if phase is move_princes]
    rest = phases[moves[number - 1] + 1 :]
    return [*takewhile(lambda phase: phase is not begin_round, rest)]


def do(state: MingState, *steps: str) -> MingState:
    """Do steps, each `seat notation`, all of them legal."""
    for step in steps:
        seat, _, text = step.partition(" ")
        action = read(text)
        state.verify_action(int(seat), action)
        assert action in state.legal_actions(int(seat))
        state.apply_action(int(seat), action)
    return state


def refusal(state: MingState, seat: int, text: str) -> str:
    """The rule's sentence against an action."""
    sentence = state.violation(seat, read(text))
    assert sentence is not None
    assert read(text) not in state.legal_actions(seat)
    return sentence


def offered(state: MingState, seat: int) -> list[str]:
    """The notations of what a seat may do."""
    return [GAME.write(action) for action in state.legal_actions(seat)]


def draw(state: MingState, *values: int) -> MingState:
    """Carry out a draw with this result."""
    assert state.current_player == CHANCE
    assert state.draw_violation(values) is None
    state.apply_draw(values)
    return state


def draw_any(state: MingState, seed: int = 1) -> MingState:
    """Carry out pending draws, whatever they bring."""
    while state.current_player == CHANCE:
        state.apply_draw(state.sample_draw(Chance(seed.to_bytes(32, "little"), "any")))
    return state
