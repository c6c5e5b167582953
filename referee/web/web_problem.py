"""Problems: why a request has no answer. The client may read each reason."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from referee.error import CodedError
from referee.web.api.model import Problem
from referee.web.sentence import WebSentence
from tianming_games.ground.text import printable


class WebProblem(CodedError):
    """A request that cannot be answered."""

    status: HTTPStatus = HTTPStatus.BAD_REQUEST


class NotShown(WebProblem):
    """The requested data is not shown yet."""

    status = HTTPStatus.FORBIDDEN


class NotFound(WebProblem):
    """The requested data does not exist."""

    status = HTTPStatus.NOT_FOUND


class Unreadable(WebProblem):
    """The requested data exists but cannot be read."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY


class Overloaded(WebProblem):
    """The server has no room for the request."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class TooMany(WebProblem):
    """One peer asks for more than its share."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class WrongHost(WebProblem):
    """The request names a host that these pages do not answer for."""

    status = HTTPStatus.MISDIRECTED_REQUEST


class NotAllowed(WebProblem):
    """The address does not take the method of the request."""

    status = HTTPStatus.METHOD_NOT_ALLOWED


class NotSignedIn(WebProblem):
    """The request has no token of an owner, or one that is not known."""

    status = HTTPStatus.UNAUTHORIZED


class Forged(WebProblem):
    """The request does not come from a form of these pages."""

    status = HTTPStatus.FORBIDDEN


class NotOpen(WebProblem):
    """The question is not open."""

    status = HTTPStatus.CONFLICT


class TooLarge(WebProblem):
    """The body of the request is too large."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class TooLong(WebProblem):
    """The address of the request is too long."""

    status = HTTPStatus.REQUEST_URI_TOO_LONG


class Failed(WebProblem):
    """The server has failed; its log has the cause."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR


def problem_response(problem: WebProblem) -> Response:
    """Return the response for a problem."""
    body = Problem(error=problem.code, message=str(problem)).model_dump_json()
    headers = {"Cache-Control": "no-store"}
    if isinstance(problem, (Overloaded, TooMany)):
        headers["Retry-After"] = "5"
    return Response(body, problem.status, headers, "application/json")


async def refused(_: Request, error: Exception) -> Response:
    """Answer a request that a `WebProblem` has ended."""
    assert isinstance(error, WebProblem)
    return problem_response(error)


def not_allowed(request: Request, error: HTTPException) -> Response:
    """Return the response to a method that an address does not take."""
    allowed = (error.headers or {}).get("Allow", "GET, HEAD")
    problem = NotAllowed(
        WebSentence.METHOD_NOT_ALLOWED, method=printable(request.method[:20]), allowed=allowed
    )
    response = problem_response(problem)
    response.headers["Allow"] = allowed
    return response
