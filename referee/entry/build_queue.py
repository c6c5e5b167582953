"""The order in which submissions are built: fair between owners, one at a time for each.

A pure function of the book: a process that was killed continues with the same order.
"""

from collections.abc import Collection

from referee.entry.entry_book import EntryBook, Submission, SubmissionState


def next_submission(book: EntryBook, running: Collection[int]) -> Submission | None:
    """Return the submission whose turn it is; None if there is none.

    The owner for whom the last work began longest ago comes first, and one without any before all
    others. Of two such owners, the one whose submission has the lower number is first. Each owner's
    submissions are built in order.

    Args:
        book: the submissions.
        running: the numbers of the submissions that are built now.
    """
    busy = {book.submissions[number].taken.owner for number in running}
    first: dict[str, Submission] = {}
    begun: dict[str, int] = {}
    for one in book.submissions.values():
        owner = one.taken.owner
        if one.begun is not None:
            begun[owner] = max(begun.get(owner, 0), one.begun)
        if one.state is SubmissionState.QUEUED and owner not in busy:
            first.setdefault(owner, one)
    return min(
        first.values(),
        key=lambda one: (begun.get(one.taken.owner, -1), one.taken.number),
        default=None,
    )
