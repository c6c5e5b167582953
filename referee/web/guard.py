"""Check the address of every request, add security headers, and hide the details of failures.

Anybody may open the pages. The headers tell a browser to run only the pages' own scripts, to
connect to no other server, and to let no other site embed a page, except those made for it.
"""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote_plus
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.failure_log import FailureLog
from referee.web.peer import Peers
from referee.web.public_address import PublicAddress
from referee.web.sentence import WebSentence
from referee.web.web_problem import Failed, TooLong, WebProblem, WrongHost, problem_response

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


_ALWAYS: Final = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
_PAGE: Final = [
    *_ALWAYS,
    (b"content-security-policy", (_POLICY + "'none'").encode()),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_FOR_SCRIPTS: Final = [
    *_ALWAYS,
    (b"content-security-policy", (_POLICY + "'none'").encode()),
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
_EMBEDDED: Final = [*_ALWAYS, (b"content-security-policy", (_POLICY + "*").encode())]

_HOST: Final = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
"""A `Host` header that can stand in an address."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Guard:
    """Refuses bad addresses, adds the security headers, and logs the details of failures.

    It removes the root of the pages and a final slash from the path. For the handlers it stores the
    peer of the request, and the address of the first page.
    """

    def __init__(
        self,
        app: ASGIApp,
        public: PublicAddress | None = None,
        failures: FailureLog | None = None,
        for_scripts: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Guard an application.

        Args:
            app: the application.
            public: how readers reach it.
            failures: the log of its failures.
            for_scripts: whether scripts of other sites may read the answer at a path.
        """
        self._app = app
        self._for_scripts = for_scripts
        self._public = public or PublicAddress()
        self._peers = Peers(self._public.proxies)
        self._failures = failures or FailureLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = self._public.path_below(scope["path"])
        if len(path) > 1:
            path = path.removesuffix("/")
        added = _EMBEDDED if path.startswith(EMBED) else _PAGE
        if self._for_scripts(path):
            added = _FOR_SCRIPTS
        is_begun = False

        async def guarded(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        problem = self._problem(scope)
        if problem is not None:
            await problem_response(problem)(scope, receive, guarded)
            return
        found = {"peer": self._peers.of_request(scope), "base": self._base(scope)}
        state = {**scope.get("state", {}), **found}
        scope = {**scope, "path": path, "state": state}
        try:
            await self._app(scope, receive, guarded)
        except Exception:
            incident = uuid4().hex[:12]
            self._failures.failed(incident)
            if not is_begun:
                problem = Failed(WebSentence.FAILED, incident=incident)
                await problem_response(problem)(scope, receive, guarded)

    def _base(self, scope: Scope) -> str:
        """Return the address of the first page as the reader sees it; its path if that is unknown.

        A trusted proxy says by `X-Forwarded-Proto` whether the reader came by TLS.
        """
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not _HOST.fullmatch(host):
            return self._public.root
        client = scope.get("client")
        scheme = scope["scheme"]
        if self._peers.is_proxy(client[0] if client else None):
            given = headers.get(b"x-forwarded-proto", b"").decode("latin-1")
            scheme = given if given in ("http", "https") else scheme
        return f"{scheme}://{host}{self._public.root}"

    def _problem(self, scope: Scope) -> WebProblem | None:
        """Return what is wrong with the address of a request, if anything."""
        query = scope["query_string"]
        if len(scope["raw_path"]) + len(query) > MOST_ADDRESS:
            return TooLong(WebSentence.ADDRESS_TOO_LONG, most=MOST_ADDRESS)
        text = unquote_plus(query.decode("latin-1"), errors="replace")
        if _CONTROL.search(scope["path"]) or _CONTROL.search(text):
            return WebProblem(WebSentence.CONTROL_CHARACTER)
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if not all(map(self._public.answers_for, hosts)):
            return WrongHost(WebSentence.WRONG_HOST)
        return None
