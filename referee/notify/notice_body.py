"""The body of a notice, in the form that its receiver expects."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from referee.league.configuration.notify_settings import WebhookForm
from referee.notify.notice import Notice

_MARKS = re.compile(r"([\\`*_~|<>#\[\]()@:-])")
"""The characters that mean something in Discord's Markdown."""
_DISCORD = 2_000
"""The most characters of a message there."""


def notice_body(form: WebhookForm, league: str, notice: Notice, at: int) -> bytes:
    """Return the body as JSON; `at` is when the notice was made, in seconds since 1970."""
    text = f"{league}: {notice.text}"
    body: dict[str, Any]
    match form:
        case WebhookForm.STANDARD:
            time = datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
            data = {"league": league, "text": notice.text, **notice.data}
            body = {"type": notice.type.value, "timestamp": time, "data": data}
        case WebhookForm.DISCORD:
            content = _MARKS.sub(r"\\\1", text)[:_DISCORD]
            body = {"content": content, "allowed_mentions": {"parse": []}}
        case WebhookForm.SLACK:
            plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            body = {"text": plain, "unfurl_links": False}
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
