"""Build the answer with the analysis of a match."""

from collections.abc import Generator

from referee.identifier import MatchId
from referee.record.reader import Record
from referee.record.saved_analysis import Analysis, JudgedChoice, judged_by
from referee.web.api.match import AnalysedChoice, MatchAnalysis


def analysis_of(match_id: MatchId, record: Record, analysis: Analysis) -> MatchAnalysis:
    """Return an analysis of a match, checked against its record.

    Raises:
        DataError: if the analysis does not fit the record.
    """
    work = work_on_analysis(match_id, record, analysis)
    while True:
        try:
            next(work)
        except StopIteration as stop:
            made: MatchAnalysis = stop.value
            return made


def work_on_analysis(
    match_id: MatchId, record: Record, analysis: Analysis
) -> Generator[None, None, MatchAnalysis]:
    """Do what `analysis_of` does, entry by entry; the generator returns the analysis."""
    choices = yield from judged_by(record, analysis)
    return MatchAnalysis(id=match_id, seconds=analysis.seconds, choices=tuple(map(_sent, choices)))


def _sent(choice: JudgedChoice) -> AnalysedChoice:
    return AnalysedChoice(
        n=choice.entry,
        seat=choice.seat,
        options=choice.options,
        values=choice.values,
        chosen=choice.chosen,
        best=choice.best,
        blunder=choice.is_blunder,
        line=choice.line,
    )
