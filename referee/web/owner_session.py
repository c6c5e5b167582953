"""The session of an owner in a browser: a cookie with the owner's token, and forms of that session.

The pages keep nothing about a session. A request that changes something must come from a page of
this server (`Origin`, `Sec-Fetch-Site`), and must have the form token of the session in a header,
which no other site can send. The form token is a hash of the owner's token. So a form that was
opened for one owner changes nothing for another one who has signed in since.
"""

import re
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from referee.web.sentence import WebSentence
from referee.web.web_problem import Forged, NotSignedIn

COOKIE: Final = "tianming-owner"
FORM: Final = "X-Tianming-Form"
"""The header with the form token."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")


def is_token(text: str) -> bool:
    """Return whether a text has the form of an owner's token."""
    return _TOKEN.fullmatch(text) is not None


def token_of(request: Request) -> str:
    """Return the owner's token of a request; empty if it has none."""
    token = request.cookies.get(COOKIE, "")
    return token if is_token(token) else ""


def signed_in(request: Request) -> str:
    """Return the owner's token of a request.

    Raises:
        NotSignedIn: if it has none.
    """
    token = token_of(request)
    if not token:
        raise NotSignedIn(WebSentence.NOT_SIGNED_IN)
    return token


def form_of(token: str) -> str:
    """Return the form token of a session; an empty token stands for a reader without one."""
    return sha256(f"tianming form {token}".encode()).hexdigest()[:32]


def check_form(request: Request) -> None:
    """Check that a request comes from a form of this session.

    Raises:
        Forged: if it does not.
    """
    origin = urlsplit(request.headers.get("Origin", ""))
    here = urlsplit(f"//{request.headers.get('Host', '')}")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if not origin.hostname or origin.hostname != here.hostname or site != "same-origin":
        raise Forged(WebSentence.OTHER_SITE)
    given = request.headers.get(FORM, "")
    if not compare_digest(given.encode(), form_of(token_of(request)).encode()):
        raise Forged(WebSentence.OTHER_SESSION)


def remember(response: Response, request: Request, token: str, root: str) -> None:
    """Begin a session; it ends with the browser.

    The cookie is for TLS only if the browser reached the page with TLS, as its `Origin` says.
    """
    is_secure = request.headers.get("Origin", "").startswith("https:")
    response.set_cookie(
        COOKIE, token, path=root, httponly=True, samesite="strict", secure=is_secure
    )


def forget(response: Response, root: str) -> None:
    """End a session."""
    response.delete_cookie(COOKIE, path=root, httponly=True, samesite="strict")


def secret_response(body: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return a response in JSON that no cache keeps; it is not compressed, as it has secrets."""
    headers = {"Cache-Control": "no-store", "Vary": "Cookie"}
    return Response(body, status, headers, "application/json")
