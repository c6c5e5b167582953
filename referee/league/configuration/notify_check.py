"""Check the targets of a league's webhooks: names, addresses, events and secrets."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from referee.error import CodedError, UsageError
from referee.league.configuration.notify_settings import NoticeType, NotifySettings, WebhookForm
from referee.league.configuration.sentence import LeagueFileSentence
from referee.league.configuration.settings import LeagueSettings
from referee.league.configuration.webhook_secret import webhook_secret
from tianming_games.ground.plain_file import KeyPath
from tianming_games.ground.text import did_you_mean


def notify_problems(settings: LeagueSettings) -> Iterable[tuple[KeyPath, CodedError]]:
    """Yield what is wrong with `[[notify]]` in a league file, each with its place."""
    seen: set[str] = set()
    for index, target in enumerate(settings.notify):
        place = ("notify", index)
        if target.name.casefold() in seen:
            taken = UsageError(LeagueFileSentence.TARGET_NAME_TAKEN, target=target.name)
            yield (*place, "name"), taken
        seen.add(target.name.casefold())
        if not _is_address(target):
            wrong = UsageError(LeagueFileSentence.WRONG_WEBHOOK_URL, target=target.name)
            yield (*place, "url"), wrong
        for word in sorted(target.types.difference(one.value for one in NoticeType)):
            hint = did_you_mean(word, [one.value for one in NoticeType])
            unknown = UsageError(
                LeagueFileSentence.NO_CHOICE, name="notify.events", value=repr(word), hint=hint
            )
            yield (*place, "events"), unknown
        if error := _secret_problem(target):
            yield (*place, "secret_env" if target.secret_env else "secret_file"), error


def secret_problems(settings: LeagueSettings) -> Iterable[tuple[KeyPath, CodedError]]:
    """Yield what is wrong with the secrets of webhooks on this machine."""
    for index, target in enumerate(settings.notify):
        try:
            webhook_secret(target, settings.folder)
        except UsageError as error:
            yield ("notify", index, "secret_env" if target.secret_env else "secret_file"), error


def _is_address(target: NotifySettings) -> bool:
    """Whether the address has a host, no user and no fragment, and is https unless private."""
    try:
        parts = urlsplit(target.url)
        is_plain = target.url.isascii() and target.url.isprintable()
        named = is_plain and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    is_safe = parts.scheme == "https" or target.private
    return named and is_safe and parts.username is None and not parts.fragment


def _secret_problem(target: NotifySettings) -> UsageError | None:
    """Return what is wrong with the keys of a secret; None if nothing is."""
    given = sum(map(bool, (target.secret_env, target.secret_file)))
    is_signed = target.form == WebhookForm.STANDARD.value
    if given == is_signed:
        return None
    return UsageError(LeagueFileSentence.NOT_ONE_SECRET, target=target.name)
