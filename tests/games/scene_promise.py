"""The promises of every game about its drawings and sentences, as observers of a random play."""

import json
import re
from typing import Any

from tests.games.walk import Case, Moment, Observer
from tianming_games.scene import Board, Piece, Scene, delta, delta_json, scene_json
from tianming_games.state import CHANCE, TERMINAL, State

RARELY = 17
"""Number of steps between two comparisons of twins."""

OFTEN = 5
"""Number of steps between two scenes."""

IDENTIFIER = re.compile(r"[a-z][A-Z]|_")
"""The pattern of names of the code, which people must not see."""


class Presented(Observer):
    """An observer with the presentation of a match."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        names = [f"bot {seat}" for seat in range(case.seats)]
        self.shown = case.game.presentation(case.seats, case.options, names)

    def scene_bytes(self, state: State, seat: int | None) -> bytes:
        """Return the scene of a viewer, as JSON bytes."""
        return json.dumps(scene_json(self.shown.scene(state.observation(seat)))).encode()


class TheHiddenIsNotShown(Presented):
    promise = "What a seat or the public cannot know makes no difference to what is shown to them."

    def see(self, moment: Moment) -> None:
        state = moment.state
        if moment.number % RARELY or state.current_player == CHANCE:
            return
        seat = moment.number % self.case.seats
        for_public = state.resample(None, moment.chance)
        for_seat = moment.twin(seat)
        assert self.scene_bytes(for_seat, seat) == self.scene_bytes(state, seat)
        shown = self.scene_bytes(state, None)
        for twin in (for_public, for_seat):
            assert twin.observation(None) == state.observation(None)
            assert self.scene_bytes(twin, None) == shown


class ScenesAreSound(Presented):
    promise = (
        "A piece has words, a symbol and a colour of the board, and lies on the board; its id is "
        "always drawn with the same symbol; the delta between two scenes, as JSON, leads from "
        "one to the other."
    )

    def begin(self) -> None:
        self.page: dict[str, dict[str, Any]] = {}
        self.before: Scene = {}
        self.symbols: dict[str, str] = {}

    def see(self, moment: Moment) -> None:
        if moment.number % OFTEN:
            return
        scene = self.shown.follow(self.before, self.shown.scene(moment.state.observation(None)))
        if self.shown.board is not None:
            for name, piece in scene.items():
                self.check(self.shown.board, name, piece)
        self.lead_on(json.loads(json.dumps(delta_json(delta(self.before, scene)))))
        assert self.page == scene_json(scene)
        self.before = scene

    def check(self, board: Board, name: str, piece: Piece) -> None:
        """Check that a piece fits its board."""
        assert name.isascii()
        assert piece.words.strip()
        assert self.symbols.setdefault(name, piece.symbol) == piece.symbol, name
        assert piece.symbol in board.symbols, name
        assert piece.tone in board.palette, name
        assert 0 <= piece.x <= board.width, name
        assert 0 <= piece.y <= board.height, name

    def lead_on(self, change: dict[str, Any]) -> None:
        """Apply a delta to the pieces of a page."""
        for name in change["gone"]:
            del self.page[name]
        for name, fields in change["set"].items():
            piece = {**self.page.get(name, {}), **fields}
            self.page[name] = {key: value for key, value in piece.items() if value is not None}


class StepsHaveWords(Presented):
    promise = "Every step and every moment is told in words, and an action names who does it."

    def see(self, moment: Moment) -> None:
        seen = moment.state.observation(None)
        for part in self.shown.moment(seen):
            self.check(part)
        if moment.seat == CHANCE:
            self.check(self.shown.draw(moment.state.draw_notation(moment.values)))
        elif moment.seat != TERMINAL:
            sentence = self.shown.action(seen, moment.seat, moment.action)
            self.check(sentence)
            assert sentence.startswith(f"bot {moment.seat}")

    def check(self, words: str) -> None:
        """Check that words can be printed, and have no name of the code."""
        assert words.isprintable()
        assert not IDENTIFIER.search(words), words


SCENE_PROMISES: tuple[type[Observer], ...] = (
    TheHiddenIsNotShown,
    ScenesAreSound,
    StepsHaveWords,
)
