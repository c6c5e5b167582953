"""Pack what an author submits, with the checks that the service makes before a build."""

from pathlib import Path
from tempfile import TemporaryDirectory

from referee.entry.bot_file import read_bot_file
from referee.entry.pack import pack
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import take
from referee.entry_client.sentence import EntryClientSentence
from referee.error import StorageError, UsageError
from referee.identifier import BotName
from referee.server.identity import check_bot_name


def packed_bot(source: Path, archive: Path, bot: str | None) -> BotName:
    """Pack a folder or an archive again, and return the name of its bot.

    Args:
        source: what the author submits.
        archive: the file to write.
        bot: the name that the author gave; None for that of `bot.toml`.

    Raises:
        UsageError: if it is neither folder nor archive, or the name is missing or not valid.
        DataError: if something in it may not be submitted, or its `bot.toml` is wrong.
        StorageError: if a file cannot be read or written.
    """
    try:
        with TemporaryDirectory() as place:
            whole = Path(place) / "whole"
            take(source, whole)
            named = bot or read_bot_file(whole).name
            pack(whole, archive)
    except OSError as error:
        raise StorageError(
            SubmissionSentence.SUBMISSION_NOT_PACKED, file=archive, why=error.strerror
        ) from None
    if not named:
        sample = '"my-bot"'
        raise UsageError(EntryClientSentence.BOT_WITHOUT_NAME, file=source, sample=sample)
    return check_bot_name(named)
