"""Add security headers to every response, and hide the details of failures.

Anybody may open the pages. The headers tell a browser to run only the pages' own scripts, to
connect to no other server, and to let no other site embed a page, except those made for it.
"""

from typing import Final
from uuid import uuid4

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.sentence.web import WebSentence
from referee.web.web_problem import Failed, TooLong, WebProblem, problem_response

log = structlog.get_logger()

EMBED: Final = "/embed/"
"""Path prefix of the pages that other sites may embed."""

MOST_ADDRESS: Final = 4_096
"""Maximum of bytes in path and query."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; "
    "frame-ancestors "
)

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """Adds the security headers, refuses long addresses, and logs the details of failures."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_begun = False
        is_embedded = scope["path"].startswith(EMBED)

        async def guarded(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers["Content-Security-Policy"] = _POLICY + ("*" if is_embedded else "'none'")
                if not is_embedded:
                    headers["X-Frame-Options"] = "DENY"
                    headers["Cross-Origin-Resource-Policy"] = "same-origin"
            await send(message)

        if len(scope["raw_path"]) + len(scope["query_string"]) > MOST_ADDRESS:
            problem: WebProblem = TooLong(WebSentence.ADDRESS_TOO_LONG, most=MOST_ADDRESS)
            await problem_response(problem)(scope, receive, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
        except Exception:
            incident = uuid4().hex[:12]
            log.exception("page_failed", incident=incident)
            if not is_begun:
                problem = Failed(WebSentence.FAILED, incident=incident)
                await problem_response(problem)(scope, receive, guarded)
