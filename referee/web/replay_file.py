"""The replay of a record as one HTML file that works without a server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from referee.identifier import MatchId
from referee.record.companion import analysis_path
from referee.record.folder import name_of
from referee.record.saved_analysis import Analysis, read_analysis
from referee.web.api.model import Model
from referee.web.catalogue import Catalogue, disclosure_of
from referee.web.record_file import open_record
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from referee.web.shown_analysis import analysis_of
from referee.web.shown_reasoning import reasoning_of_match
from referee.web.site import quoted
from referee.web.standalone import PagePlace, Shell
from referee.web.steps import steps_of


def replay_html(path: Path, analysis: Analysis | None = None) -> str:
    """Return the HTML page of a record's match, with everything that its owner may see.

    Args:
        path: path of the record.
        analysis: an analysis of the match; None for that beside the record, if there is one.

    Raises:
        WebProblem: if the record cannot be shown.
        DataError: if the analysis does not fit the record.
    """
    analysis = analysis or read_analysis(analysis_path(path))
    name = name_of(path.name)
    show = ShowSettings(live=True, notes=True, same_draws=False)
    with closing(RecordsSource(name, None, [path], show)) as source:
        answers = dict(_answers(Catalogue(source), name, analysis))
    return Shell().one_file(PagePlace("match", name), answers)


def _answers(
    catalogue: Catalogue, name: str, analysis: Analysis | None
) -> Iterator[tuple[str, Model]]:
    """Yield what the page needs: the match, its fairness, its steps by view, and its analysis."""
    address = f"matches/{quoted(name)}"
    view = catalogue.view(MatchId(name)).model_copy(update={"analysed": analysis is not None})
    yield address, view
    yield f"fair/{quoted(name)}", catalogue.fairness(MatchId(name))
    found = catalogue.find(MatchId(name))
    show = catalogue.source.show
    path = catalogue.source.record_of(found.match)
    record = open_record(path, found.is_live)
    for seat in (None, *view.views):
        query = "" if seat is None else f"?seat={seat}"
        shown = disclosure_of(found, show, seat, options=True)
        yield f"{address}/steps{query}", steps_of(MatchId(name), record, shown)
    for one in reasoning_of_match(MatchId(name), record, path, disclosure_of(found, show)):
        yield f"{address}/reasoning?n={one.n}", one
    if analysis is not None:
        yield f"{address}/analysis", analysis_of(MatchId(name), record, analysis)
