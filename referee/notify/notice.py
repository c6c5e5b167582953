"""Notices: what the lines of the journals mean for the people who watch a season."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Protocol

from referee.league.configuration.notify_settings import NoticeType
from referee.notify.journal_tail import TailLine

_LONGEST = 300
"""The most characters of a reason."""

Facts = Mapping[str, Any]
"""The fields of an event of a journal."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice.

    Attributes:
        id: its name, which is the same at every try and after a restart.
        type: what it is about.
        text: a sentence for people.
        data: the same for programs.
    """

    id: str
    type: NoticeType
    text: str
    data: Facts


class NoticeReader(Protocol):
    """Reads the lines of one journal, from its first one on."""

    def read(self, line: TailLine) -> Notice | None:
        """Return the notice of a line; None if nobody needs one."""


def notice_id(*parts: str) -> str:
    """Return the id of a notice that follows from these texts."""
    return f"msg_{sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"


@dataclass(slots=True)
class SeasonReader:
    """Reads the journal of a season."""

    _benched: set[str] = field(default_factory=set)

    def read(self, line: TailLine) -> Notice | None:
        """Return the notice of a line; None if nobody needs one."""
        facts = _facts(line)
        match facts.get("kind"):
            case "bot_listed":
                return self._listed(line, facts)
            case "bot_benched":
                return self._benching(line, facts)
            case "bot_renamed" if facts["old"] in self._benched:
                self._benched.remove(facts["old"])
                self._benched.add(facts["new"])
            case "version_rolled_back" if facts["to"]:
                return self._roll_back(line, facts)
            case "round_ended":
                number = facts["number"]
                text = f"Round {number} is over."
                return _notice(line, NoticeType.ROUND_OVER, text, {"round": number})
            case "season_ended":
                rounds = facts["rounds"]
                text = f"The season is over after {rounds} round{'s' * (rounds != 1)}."
                return _notice(line, NoticeType.SEASON_OVER, text, {"rounds": rounds})
            case "organiser_alerted":
                what = short(facts["what"])
                return _notice(line, NoticeType.ALERT, what, {"what": what})
        return None

    def _listed(self, line: TailLine, facts: Facts) -> Notice | None:
        bot = facts["bot"]
        if bot not in self._benched:
            return None
        self._benched.remove(bot)
        data = {"bot": bot, "owner": facts.get("owner", "")}
        return _notice(line, NoticeType.BACK, f"{bot} is back, and plays again.", data)

    def _roll_back(self, line: TailLine, facts: Facts) -> Notice:
        bot, number, to = facts["bot"], facts["number"], facts["to"]
        what = f"{bot} plays version {to} again: version {number} {short(facts['reason'])}"
        return _notice(line, NoticeType.ALERT, what, {"what": what, "bot": bot, "version": number})

    def _benching(self, line: TailLine, facts: Facts) -> Notice | None:
        bot, reason = facts["bot"], short(facts["reason"])
        if bot in self._benched:
            return None
        self._benched.add(bot)
        text = f"{bot} is benched: {reason}"
        return _notice(line, NoticeType.BENCHED, text, {"bot": bot, "reason": reason})


@dataclass(slots=True)
class EntryReader:
    """Reads the journal of entries."""

    _of: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The owner and the bot of each submission that is not done."""

    def read(self, line: TailLine) -> Notice | None:
        """Return the notice of a line; None if nobody needs one."""
        facts = _facts(line)
        match facts.get("kind"):
            case "submission_taken":
                number = facts["number"]
                self._of[number] = {
                    "submission": number,
                    "owner": facts["owner"],
                    "bot": facts["bot"],
                }
            case "submission_accepted":
                data = {**self._of.pop(facts["number"], {}), "version": facts["version"]}
                return _notice(line, NoticeType.ACCEPTED, f"{_named(data)} was accepted.", data)
            case "submission_refused":
                why = short(facts["why"])
                data = {**self._of.pop(facts["number"], {}), "reason": why}
                return _notice(line, NoticeType.REFUSED, f"{_named(data)} was refused: {why}", data)
            case "submission_built":
                data = self._of.get(facts["number"], {})
                text = f"{_named(data)} passed the check, and waits for your decision."
                return _notice(line, NoticeType.ALERT, text, {**data, "what": text})
        return None


def short(reason: str) -> str:
    """Return the first line of a reason, cut and without control characters.

    The lines after it may have the output of a bot, which is for its owner only.
    """
    first = (reason.splitlines() or [""])[0]
    plain = "".join(sign if sign.isprintable() else " " for sign in first)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _facts(line: TailLine) -> Facts:
    try:
        facts = json.loads(line.text) if line.text else {}
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}


def _named(data: Facts) -> str:
    """Return a submission in words."""
    return f"Submission {data.get('submission', '?')} of {data.get('owner')} for {data.get('bot')}"


def _notice(line: TailLine, kind: NoticeType, text: str, data: Facts) -> Notice:
    return Notice(notice_id(line.position.digest), kind, text, data)
