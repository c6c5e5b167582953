"""The analysis of a finished match: what a search thinks of its choices.

An analysis can lie beside its record as `NAME.analysis.json`. Such a file is data of somebody
else: it is read within bounds, it must name the digest of the record's seal, and every choice must
fit the record by the rules.
"""

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.error import DataError, StorageError
from referee.match.entry import Chosen
from referee.record.bounded_file import bounded
from referee.record.reader import Record
from referee.record.replay import Replay, ReplayStep
from referee.record.sentence import RecordSentence
from tianming_games.game import Game
from tianming_games.ground.text import printable

BLUNDER: Final = 0.1
"""The expected result that a blunder loses."""

MOST_ANALYSIS_BYTES: Final = 8 << 20
"""Maximum bytes of an analysis; that of a long match takes a tenth of this."""

MOST_LINE: Final = 32
"""Maximum of choices in a better line."""

_MOST_NOTATION: Final = 1000
"""Maximum characters of the notation of one choice in a line."""

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""An expected result, from 0 for a loss to 1 for a win."""

_Count = Annotated[int, Field(ge=0, le=1 << 53)]


class _Saved(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SavedChoice(_Saved):
    """One choice in a file.

    `entry` is the choice in the record, `best` the index of the best option, `values` the expected
    result after each option, null for one without simulations, and `line` the better line.
    """

    entry: _Count
    best: _Count
    values: tuple[Share | None, ...]
    line: Annotated[
        tuple[Annotated[str, Field(max_length=_MOST_NOTATION)], ...], Field(max_length=MOST_LINE)
    ]
    simulations: _Count


class Analysis(_Saved):
    """An analysis as its file has it.

    `record` is the digest of the record's seal in hexadecimal, `seconds` the processor time of the
    search for each choice.
    """

    record: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    seconds: Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
    choices: tuple[SavedChoice, ...]


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """One choice of a match, as a search sees it.

    `options` are all options in notation, `chosen` and `best` the indexes of the choice and of the
    best option. `values` has the expected result after each option, None where nothing was
    simulated. `line` is the better line in notation; empty if the choice was the best option.
    """

    entry: int
    seat: int
    number: int
    options: tuple[str, ...]
    chosen: int
    best: int
    values: tuple[float | None, ...]
    line: tuple[str, ...]
    simulations: int

    @property
    def choice(self) -> str:
        """The choice in notation."""
        return self.options[self.chosen]

    @property
    def value(self) -> float:
        """The expected result after the choice."""
        return self.values[self.chosen] or 0.0

    @property
    def best_value(self) -> float:
        """The expected result after the best option."""
        return self.values[self.best] or 0.0

    @property
    def lost(self) -> float:
        """The expected result that the choice loses, to four digits."""
        return round(max(0.0, self.best_value - self.value), 4)

    @property
    def is_blunder(self) -> bool:
        """Whether the choice loses much."""
        return self.lost >= BLUNDER


def analysis_with(record: Record, seconds: float, choices: Sequence[JudgedChoice]) -> Analysis:
    """Return the analysis of a record with these choices.

    Raises:
        DataError: if the record is torn, or its match is not over.
    """
    record.require_whole()
    if record.seal is None:
        last = record.entries[-1]
        raise DataError(
            RecordSentence.NOT_SEALED, source=record.source, entry=last.index, byte=last.offset
        )
    return Analysis(
        record=record.digest.hex(), seconds=seconds, choices=tuple(map(_saved, choices))
    )


def _saved(choice: JudgedChoice) -> SavedChoice:
    return SavedChoice(
        entry=choice.entry,
        best=choice.best,
        values=tuple(None if value is None else round(value, 4) for value in choice.values),
        line=choice.line,
        simulations=choice.simulations,
    )


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Write an analysis; a reader sees the whole file or the one before.

    Raises:
        StorageError: if the file cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(f"{analysis.model_dump_json()}\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        source, why = printable(str(path)), error.strerror
        raise StorageError(RecordSentence.ANALYSIS_NOT_WRITTEN, source=source, why=why) from None


def read_analysis(path: Path) -> Analysis | None:
    """Return the analysis in a file; None if there is none.

    Raises:
        DataError: when the file cannot be read, or is no analysis.
    """
    data = bounded(
        path,
        MOST_ANALYSIS_BYTES,
        RecordSentence.ANALYSIS_NOT_READ,
        RecordSentence.ANALYSIS_TOO_LARGE,
    )
    if data is None:
        return None
    try:
        return Analysis.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = printable(".".join(map(str, first["loc"]))[:100]) or "its start"
        source = printable(str(path))
        raise DataError(RecordSentence.NO_ANALYSIS, source=source, where=where) from None


def judged_by(
    record: Record, analysis: Analysis
) -> Generator[None, None, tuple[JudgedChoice, ...]]:
    """Check an analysis against its record, entry by entry; the generator returns the choices.

    Raises:
        DataError: when it is of another record, or a choice does not fit.
    """
    if record.seal is None or record.digest.hex() != analysis.record:
        raise DataError(RecordSentence.OTHER_ANALYSIS, source=record.source)
    replay, made = Replay(record), list[JudgedChoice]()
    game = replay.machine.game
    saved = iter(analysis.choices)
    wanted = next(saved, None)
    for step in replay.steps():
        if wanted is not None and step.entry.index == wanted.entry:
            choice = _judged(game, step, wanted)
            if choice is None:
                break
            made.append(choice)
            wanted = next(saved, None)
        yield
    if wanted is not None:
        source, entry = record.source, wanted.entry
        raise DataError(RecordSentence.WRONG_ANALYSIS, source=source, entry=entry)
    return tuple(made)


def _judged(game: Game[Any], step: ReplayStep, saved: SavedChoice) -> JudgedChoice | None:
    """Return the judged choice at a step; None if the step is no such choice."""
    chosen, question, values = step.happened, step.question, saved.values
    if not isinstance(chosen, Chosen) or question is None:
        return None
    if len(values) != len(question.options) or saved.best >= len(values):
        return None
    if values[saved.best] is None or values[chosen.option] is None:
        return None
    if not all(_is_notation(game, text) for text in saved.line):
        return None
    return JudgedChoice(
        entry=saved.entry,
        seat=chosen.seat,
        number=chosen.number,
        options=tuple(map(game.write, question.options)),
        chosen=chosen.option,
        best=saved.best,
        values=values,
        line=saved.line,
        simulations=saved.simulations,
    )


def _is_notation(game: Game[Any], text: str) -> bool:
    """Whether a text is the notation of an action of the game."""
    try:
        return game.write(game.read(text)) == text
    except (LookupError, ValueError):
        return False
