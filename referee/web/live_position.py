"""Keep the newest position of a running match: add up the changes of its steps."""

from typing import Any

from referee.web.api.match import LivePosition, Moment, Step, Steps


class PositionFold:
    """The position of a match after the steps that were added."""

    def __init__(self, beginning: Steps) -> None:
        self._beginning = beginning
        self._scene: dict[str, Any] = dict(beginning.scene)
        self._moment: Moment = beginning.moment
        self._scores = beginning.scores
        self._last, self._words = 0, ""

    def add(self, step: Step) -> None:
        """Add the next step."""
        self._last, self._words = step.n, step.words
        self._moment = step.moment or self._moment
        self._scores = self._scores if step.scores is None else step.scores
        if step.delta is None:
            return
        for name in step.delta["gone"]:
            self._scene.pop(name, None)
        for name, change in step.delta["set"].items():
            piece = {**self._scene.get(name, {}), **change}
            self._scene[name] = {key: value for key, value in piece.items() if value is not None}

    def position(self, with_board: bool) -> LivePosition:
        """Return the position, with the board if that is wanted."""
        return LivePosition(
            id=self._beginning.id,
            last=self._last,
            seats=self._beginning.seats,
            board=self._beginning.board if with_board else None,
            scene=dict(self._scene),
            moment=self._moment,
            words=self._words,
            scores=self._scores,
        )
