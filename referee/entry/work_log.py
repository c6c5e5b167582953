"""What the log says about a submission that is done."""

from referee.entry.entry_book import Submission


def facts_of_work(submission: Submission) -> dict[str, object]:
    """Return the facts of one line, whatever a build or a bot printed."""
    taken, why = submission.taken, submission.why.partition("\n")[0]
    facts = {"number": taken.number, "owner": taken.owner, "bot": taken.bot}
    facts |= {"state": submission.state.value}
    return facts | ({"why": why} if why else {})
