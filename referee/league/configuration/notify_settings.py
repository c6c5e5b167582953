"""The tables `[[notify]]` of a league file: where the season sends webhooks."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.league.key import Key


class WebhookForm(Enum):
    """The form of the body of a webhook."""

    STANDARD = "standard"
    """As the Standard Webhooks specification says, with a signature."""
    DISCORD = "discord"
    SLACK = "slack"


class NoticeType(Enum):
    """The type of a notice, as receivers see it."""

    ACCEPTED = "submission.accepted"
    REFUSED = "submission.refused"
    BENCHED = "bot.benched"
    BACK = "bot.back"
    ROUND_OVER = "round.over"
    SEASON_OVER = "season.over"
    ALERT = "alert"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotifySettings:
    """A target: an address that receives notices of the season."""

    name: Annotated[
        str,
        Key(
            "name in logs; the target keeps what it has received by it",
            pattern=r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}",
            form="1 to 40 letters, digits, underscores and hyphens",
            example="organisers",
        ),
    ]
    url: Annotated[
        str,
        Key(
            "where notices are sent: an https address; http only with private",
            pattern=r"https?://\S+",
            form="an address such as https://example.org/hook",
            example="https://example.org/hook",
        ),
    ]
    form: Annotated[
        str, Key("form of the body", choices=tuple(one.value for one in WebhookForm))
    ] = WebhookForm.STANDARD.value
    events: Annotated[
        str,
        Key(
            "types of notices, separated by spaces: "
            f"{' '.join(one.value for one in NoticeType)}; empty: all"
        ),
    ] = ""
    secret_env: Annotated[
        str,
        Key(
            "environment variable with the secret that signs notices",
            pattern=r"|TIANMING_[A-Z0-9_]+",
            form="the name of a variable that begins with TIANMING_, which no bot is started with",
        ),
    ] = ""
    secret_file: Annotated[str, Key("file with that secret, in place of secret_env")] = ""
    per_minute: Annotated[int, Key("most notices within a minute", 1, 6_000)] = 20
    private: Annotated[
        bool, Key("allow addresses of this machine and of private networks, and http")
    ] = False

    @property
    def types(self) -> frozenset[str]:
        """The types of notices that the target receives."""
        return frozenset(self.events.split() or (one.value for one in NoticeType))
