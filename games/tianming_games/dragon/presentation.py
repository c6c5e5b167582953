"""How a match of In the Year of the Dragon looks and reads."""

from collections.abc import Iterator, Sequence

from tianming_games.action import Action
from tianming_games.dragon import board, notation
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.view import EVENT_WORDS, Observation
from tianming_games.presentation import Moment, Presentation
from tianming_games.scene import SEAT_TONES, Board, Piece, Scene


class DragonPresentation(Presentation):
    """How one match looks and reads."""

    def __init__(self, names: Sequence[str]) -> None:
        """Present a match of these seats."""
        super().__init__(names)
        self._board = board.draw_board(len(names))

    @property
    def board(self) -> Board:
        return self._board

    def scene(self, seen: Observation) -> Scene:
        return {**dict(self._events(seen)), **dict(self._players(seen))}

    def moment(self, seen: Observation) -> Moment:
        month = f"Month {seen.month}" if seen.month else "Preparation"
        return Moment(month, PhaseKind(seen.phase).name.replace("_", " ").capitalize())

    def action(self, seen: Observation, seat: int, action: Action) -> str:
        return f"{self.names[seat]}: {notation.write(action)}"

    def draw(self, notation: str) -> str:
        return f"Draw: {notation}"

    def _events(self, seen: Observation) -> Iterator[tuple[str, Piece]]:
        for month, event in enumerate(seen.events, 1):
            word = EVENT_WORDS[event]
            yield (
                f"event-{month}",
                Piece(
                    "event",
                    board.month_x(month),
                    board.EVENTS_Y + 40,
                    f"month {month}: {word}",
                    text=word[:8],
                ),
            )
        if seen.month:
            x = board.month_x(seen.month)
            words = f"it is month {seen.month}"
            yield "month", Piece("month", x, board.EVENTS_Y, words, z=1)

    def _players(self, seen: Observation) -> Iterator[tuple[str, Piece]]:
        for seat, (name, province) in enumerate(zip(self.names, seen.provinces, strict=True)):
            tone, y = SEAT_TONES[seat], board.panel_y(seat)
            yield (
                f"marker-{seat}",
                Piece(
                    tone,
                    board.track_x(province.track),
                    board.TRACK_Y + 20,
                    f"{name} on space {province.track} of the person track",
                    tone=tone,
                    z=2,
                ),
            )
            yield f"name-{seat}", Piece("name", 60, y + 30, name, tone=tone, text=name)
            points = f"{province.score} points of {name}"
            yield f"score-{seat}", Piece("number", 240, y + 32, points, text=str(province.score))
