"""The state of a play of In the Year of the Dragon: its phases, results and observations.

The year is a sequence of phases. A phase puts tasks on the agenda: decisions of seats, and draws.
When the agenda is empty, the next phase begins. Each phase has a module with its rules, in the rule
book's order: `preparation`, `action_phase`, `person_phase`, `event_phase`, `scoring`.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from tianming_games.agenda import AgendaState
from tianming_games.chance import Chance
from tianming_games.dragon import board_text, canonical
from tianming_games.dragon.box import display
from tianming_games.dragon.extra import Extra
from tianming_games.dragon.province import Province
from tianming_games.dragon.rules import Phase, Rules
from tianming_games.dragon.view import Observation
from tianming_games.state import PUBLIC
from tianming_games.text_board import BoardLine, plain


class DragonState(AgendaState):
    """The state of one play.

    `month` is 0 before the first. `groups` are the action cards of the month, and `dragons` the
    number of players who have chosen each group. `drafts` are the pairs taken so far. `unsupplied`
    are the palaces that have released a person in this drought. `removed` counts the person tiles
    that have left the game, `arrivals` the moves of markers. `extras` are the states of the
    expansions. `packed` is the cache of encoded provinces for `canonical_bytes`. `_order` is the
    turn order after `_ordered` moves of markers.
    """

    __slots__ = (
        "_order",
        "_ordered",
        "arrivals",
        "display",
        "drafts",
        "dragons",
        "events",
        "extras",
        "groups",
        "month",
        "packed",
        "provinces",
        "removed",
        "rules",
        "unsupplied",
    )

    def __init__(self, rules: Rules["DragonState"]) -> None:
        """Create an empty state; `set_up` or `clone` fills it."""
        self.rules = rules

    def set_up(self, players: int) -> Self:
        """Begin a game for a number of players; return this state."""
        self.provinces = [Province() for _ in range(players)]
        self.packed: list[tuple[Province | None, bytes]] = [(None, b"")] * players
        self.display = list(display(players))
        self.events: tuple[int, ...] = ()
        self.month = 0
        self.groups: tuple[tuple[int, ...], ...] = ()
        self.dragons: tuple[int, ...] = ()
        self.drafts: tuple[tuple[int, ...], ...] = ()
        self.unsupplied: tuple[int, ...] = ()
        self.removed = 0
        self.extras: Mapping[str, Extra] = {
            name: make(players) for name, make in self.rules.extras.items()
        }
        self.arrivals = 0
        self._order: tuple[int, ...] = ()
        self._ordered = -1
        self._begin()
        return self

    # -- seats

    @property
    def seats(self) -> int:
        return len(self.provinces)

    # -- results

    def returns(self) -> list[int]:
        return [province.score for province in self.provinces]

    def places(self) -> list[int]:
        """Return the places: most points, then farthest on the person track, then on top."""
        keys = [(p.score, p.track, p.arrival) for p in self.provinces]
        return [1 + sum(other > key for other in keys) for key in keys]

    # -- copies and views

    def clone(self) -> Self:
        other = type(self)(self.rules)
        other.provinces = self.provinces.copy()
        other.display = self.display.copy()
        other.events = self.events
        other.month = self.month
        other.groups = self.groups
        other.dragons = self.dragons
        other.drafts = self.drafts
        other.unsupplied = self.unsupplied
        other.removed = self.removed
        other.extras = self.extras
        other.packed = self.packed.copy()
        other.arrivals = self.arrivals
        other._order = self._order
        other._ordered = self._ordered
        self._copy_agenda(other)
        return other

    def resample(self, seat: int | None, chance: Chance) -> Self:
        """Return a copy: nothing is hidden, and the state does not contain future draws."""
        return self.clone()

    def observation(self, seat: int | None) -> Observation:
        task = self.task
        subjects, queue = self._to_come()
        return Observation(
            seat=PUBLIC if seat is None else seat,
            month=self.month,
            phase=self.rules.moments[self.phases - 1][1],
            decision="" if task is None else task.kind.name,
            subjects=subjects,
            queue=queue,
            events=self.events,
            display=tuple(self.display),
            groups=self.groups,
            dragons=self.dragons,
            provinces=tuple(self.provinces),
            turn_order=self.turn_order(),
            unsupplied=self.unsupplied,
            extras=self.extras,
        )

    def canonical_bytes(self) -> bytes:
        tasks = self.agenda if self.task is None else [*self.agenda, self.task]
        counts = (self.month, self.phases, self.removed, self.arrivals, len(tasks))
        extras = [canonical.pack(extra.numbers()) for extra in self.extras.values()]
        return b"".join(
            (
                canonical.pack((*counts, len(self.provinces), *self.display)),
                canonical.rows(self.events, self.drafts),
                *map(canonical.rows, self.groups),
                canonical.rows(self.dragons, self.unsupplied),
                *self._packed_provinces(),
                *[task.canonical_bytes() for task in tasks],
                *extras,
            )
        )

    def to_text(self, seat: int | None = None) -> str:
        return plain(self.board_lines(seat))

    def board_lines(self, seat: int | None = None, names: Sequence[str] = ()) -> list[BoardLine]:
        return board_text.draw(self.observation(0 if seat is None else seat), names)

    # -- methods for phases

    def turn_order(self) -> tuple[int, ...]:
        """Return the seats by the person track, farthest first, on a shared space from the top."""
        if self._ordered != self.arrivals:
            self._order = self._sorted_markers()
            self._ordered = self.arrivals
        return self._order

    def move_marker(self, seat: int, spaces: int) -> None:
        """Move a person marker forward, on top of any marker on its new space."""
        if spaces:
            self.arrivals += 1
            province = self.provinces[seat]
            self.provinces[seat] = province.but(
                track=province.track + spaces, arrival=self.arrivals
            )

    def in_hand(self) -> int:
        """Return the number of tiles that were taken and are not yet placed."""
        tasks = self.agenda if self.task is None else [*self.agenda, self.task]
        return sum(task.kind.name == "place" for task in tasks)

    # -- inside

    def _sorted_markers(self) -> tuple[int, ...]:
        order: list[int] = []
        for seat, province in enumerate(self.provinces):
            place = len(order)
            while place and province.is_ahead_of(self.provinces[order[place - 1]]):
                place -= 1
            order.insert(place, seat)
        return tuple(order)

    def _packed_provinces(self) -> list[bytes]:
        """Return the encoded provinces; unchanged ones come from the cache."""
        kept = self.packed
        for seat, province in enumerate(self.provinces):
            if kept[seat][0] is not province:
                kept[seat] = (province, canonical.province(province))
        return [packed for _, packed in kept]

    def _to_come(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the subjects of the seat's decisions of the pending kind, and the later seats."""
        task = self.task
        if task is None:
            return (), ()
        if not self.agenda:
            return (task.subject,), ()
        kind, seat, agenda = task.kind, task.seat, self.agenda
        subjects, queue = [task.subject], []
        for at in range(len(agenda) - 1, -1, -1):
            other = agenda[at]
            if other.kind is kind and other.seat == seat:
                subjects.append(other.subject)
            else:
                queue.append(other.seat)
        return tuple(subjects), tuple(queue)

    def _next_phase(self, begun: int) -> Phase["DragonState"] | None:
        """Return the next phase, and set its month."""
        phases = self.rules.phases
        if begun == len(phases):
            return None
        month, phase = phases[begun]
        if month:
            self.month = month
        return phase
