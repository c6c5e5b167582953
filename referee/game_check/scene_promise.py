"""The promises of every game about its drawings and sentences."""

import json
import re
from typing import Any, Final

from referee.game_check.promise_walk import GameCase, PlayMoment, Promise, hold
from tianming_games.scene import Board, Piece, Scene, delta, delta_json, scene_json
from tianming_games.state import CHANCE, TERMINAL, State

_RARELY: Final = 17
"""Number of decisions between two comparisons of twins."""

_OFTEN: Final = 5
"""Number of steps between two scenes."""

_IDENTIFIER: Final = re.compile(r"[a-z][A-Z]|_")
"""The pattern of names of the code, which people must not see."""


class ShownPromise(Promise):
    """A promise about the presentation of a match."""

    def __init__(self, case: GameCase) -> None:
        super().__init__(case)
        names = [f"bot {seat}" for seat in range(case.seats)]
        self.shown = case.game.presentation(case.seats, case.options, names)

    def scene_bytes(self, state: State, seat: int | None) -> bytes:
        """Return the scene of a viewer, as JSON bytes."""
        return json.dumps(scene_json(self.shown.scene(state.observation(seat)))).encode()


class TheHiddenIsNotShown(ShownPromise):
    """What a seat or the public cannot know makes no difference to what is shown to them."""

    def begin(self) -> None:
        self.decisions = 0

    def see(self, moment: PlayMoment) -> None:
        state = moment.state
        self.decisions += moment.seat >= 0
        if moment.seat < 0 or self.decisions % _RARELY != 1:
            return
        seat = moment.number % self.case.seats
        for_seat = moment.twin(seat)
        is_same = self.scene_bytes(for_seat, seat) == self.scene_bytes(state, seat)
        hold(is_same, f"The scene of seat {seat} shows what it cannot know.")
        shown = self.scene_bytes(state, None)
        for twin in (state.resample(None, moment.chance), for_seat):
            is_same = twin.observation(None) == state.observation(None)
            hold(is_same, "The public observation has what not everybody knows.")
            hold(self.scene_bytes(twin, None) == shown, "The scene shows what not everybody knows.")


class ScenesAreSound(ShownPromise):
    """The pieces fit the board, and the deltas between scenes, as JSON, lead from one to the next.

    A piece has words, a symbol and a colour of the board, and lies on the board. The id of a piece
    is always drawn with the same symbol.
    """

    def begin(self) -> None:
        self.page: dict[str, dict[str, Any]] = {}
        self.before: Scene = {}
        self.symbols: dict[str, str] = {}

    def see(self, moment: PlayMoment) -> None:
        if moment.number % _OFTEN:
            return
        scene = self.shown.follow(self.before, self.shown.scene(moment.state.observation(None)))
        if self.shown.board is not None:
            for name, piece in scene.items():
                self._check(self.shown.board, name, piece)
        self._lead_on(json.loads(json.dumps(delta_json(delta(self.before, scene)))))
        hold(self.page == scene_json(scene), "The deltas do not lead to this scene.")
        self.before = scene

    def _check(self, board: Board, name: str, piece: Piece) -> None:
        """Check that a piece fits its board."""
        found = f"The piece {name!r}"
        hold(name.isascii(), f"{found} has an id that is not ASCII.")
        hold(bool(piece.words.strip()), f"{found} has no words.")
        known = self.symbols.setdefault(name, piece.symbol)
        hold(known == piece.symbol, f"{found} was drawn as {known!r}, and now as {piece.symbol!r}.")
        hold(piece.symbol in board.symbols, f"{found} has the unknown symbol {piece.symbol!r}.")
        hold(piece.tone in board.palette, f"{found} has the unknown tone {piece.tone!r}.")
        is_inside = 0 <= piece.x <= board.width and 0 <= piece.y <= board.height
        hold(is_inside, f"{found} lies outside the board, at {piece.x:g}, {piece.y:g}.")

    def _lead_on(self, change: dict[str, Any]) -> None:
        """Apply a delta to the pieces of a page."""
        for name in change["gone"]:
            del self.page[name]
        for name, fields in change["set"].items():
            piece = {**self.page.get(name, {}), **fields}
            self.page[name] = {key: value for key, value in piece.items() if value is not None}


class StepsHaveWords(ShownPromise):
    """Every step and every moment is told in words, and an action names who does it."""

    def see(self, moment: PlayMoment) -> None:
        seen = moment.state.observation(None)
        for part in self.shown.moment(seen):
            self._check(part)
        if moment.seat == CHANCE:
            self._check(self.shown.draw(moment.state.draw_notation(moment.values)))
        elif moment.seat != TERMINAL:
            sentence = self.shown.action(seen, moment.seat, moment.action)
            self._check(sentence)
            name = f"bot {moment.seat}"
            hold(sentence.startswith(name), f"{sentence!r} does not begin with {name!r}.")

    def _check(self, words: str) -> None:
        """Check that words can be printed, and have no name of the code."""
        hold(words.isprintable(), f"{words!r} cannot be printed.")
        hold(not _IDENTIFIER.search(words), f"{words!r} has a name of the code.")


SCENE_PROMISES: Final[tuple[type[Promise], ...]] = (
    TheHiddenIsNotShown,
    ScenesAreSound,
    StepsHaveWords,
)
