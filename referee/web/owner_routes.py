"""The routes of owners: join, sign in, submit, and see and change what is theirs.

Each is a call of `EntryService` with the owner's token. The pages hold no rights of their own.
"""

from collections.abc import Awaitable, Callable
from time import monotonic_ns
from typing import Any, Final

from google.protobuf.message import Message
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.match.clock import Instant
from referee.server.identity import hashed
from referee.server.limits import Limits
from referee.server.throttle import Throttle
from referee.web import owner_answers
from referee.web.api import endpoint as api
from referee.web.api.entered import (
    BotToken,
    ChallengeOrder,
    Done,
    FriendlyAsked,
    FriendlyChoice,
    JoinedOwner,
    JoinOrder,
    NoOrder,
    OwnedMatches,
    SignIn,
    SubmissionPage,
    VersionChoice,
)
from referee.web.api.model import Model
from referee.web.entry_door import EntryDoor, EntryRefusal
from referee.web.owner_session import (
    check_form,
    forget,
    form_of,
    is_token,
    remember,
    secret_response,
    signed_in,
    token_of,
)
from referee.web.owner_slots import OwnerSlots
from referee.web.owner_streams import OwnerStreams
from referee.web.owner_upload import json_body, received_archive
from referee.web.query import query_of
from referee.web.sentence import WebSentence
from referee.web.web_problem import NotSignedIn
from tianming_proto.entry.v1 import entry_pb2 as pb

MOST_UPLOADS: Final = 8
MOST_UPLOADS_OF_OWNER: Final = 2
"""Maximum of archives that are received at once."""

MOST_CALLS: Final = 256
MOST_CALLS_OF_PEER: Final = 64
"""Maximum of other calls at once."""

Answering = Callable[[Request], Awaitable[Any]]


class OwnerPages:
    """Answers the requests of owners; `root` is the path of the first page."""

    def __init__(self, door: EntryDoor, root: str) -> None:
        self._door = door
        self._root = root
        self._throttle = Throttle(Limits(), lambda: Instant(monotonic_ns()))
        self._uploads = OwnerSlots(MOST_UPLOADS, MOST_UPLOADS_OF_OWNER)
        self._streams = OwnerStreams(door)
        self._calls = OwnerSlots(MOST_CALLS, MOST_CALLS_OF_PEER)

    async def close(self) -> None:
        """Close the connection to the entry process."""
        await self._door.close()

    def routes(self) -> list[Route]:
        """Return the routes below the path of the API."""
        counted = (
            (api.TERMS, self._terms),
            (api.JOIN, self._join),
            (api.SIGN_IN, self._sign_in),
            (api.SIGN_OUT, self._sign_out),
            (api.MINE, self._mine),
            (api.SUBMISSIONS, self._submissions),
            (api.OWNED_MATCHES, self._matches),
            (api.USE, self._use),
            (api.WITHDRAW, self._withdraw),
            (api.BOT_TOKEN, self._bot_token),
            (api.FRIENDLIES, self._friendlies),
            (api.CHALLENGE, self._challenge),
        )
        open_long = (
            (api.PROGRESS, self._streams.progress),
            (api.OUTPUT, self._streams.output),
            (api.RECORD, self._streams.record),
            (api.SUBMIT, self._submit),
        )
        return [
            *(_route(one, self._counted(one, answer)) for one, answer in counted),
            *(_route(one, answer) for one, answer in open_long),
        ]

    def _counted(self, endpoint: api.Endpoint, answer: Answering) -> Answering:
        """Return an answer that counts as a call of its peer, and that checks its request."""

        async def handle(request: Request) -> Any:
            query_of(request, endpoint)
            with self._calls.taken(request.state.peer):
                if endpoint.takes is not None:
                    check_form(request)
                return await answer(request)

        return handle

    # -- the session

    async def _terms(self, request: Request) -> Response:
        token = token_of(request)
        found = await self._door.ask(pb.DescribeRequest(), pb.DescribeResponse)
        is_signed_in = bool(token) and await self._is_known(token)
        form = form_of(token if is_signed_in else "")
        response = _answer(owner_answers.terms(found, form, is_signed_in))
        if token and not is_signed_in:
            forget(response, self._root)
        return response

    async def _is_known(self, token: str) -> bool:
        try:
            await self._entries(token)
        except NotSignedIn:
            return False
        return True

    async def _join(self, request: Request) -> Response:
        order = await json_body(request, JoinOrder)
        asked = pb.JoinRequest(invitation=order.invitation.strip(), owner=order.owner.strip())
        try:
            joined = await self._door.ask(asked, pb.JoinResponse)
        except EntryRefusal as refusal:
            if refusal.code == "invitation_invalid":
                await self._throttle.refuse()
            raise
        response = _answer(JoinedOwner(owner=joined.owner, token=joined.token))
        remember(response, request, joined.token, self._root)
        return response

    async def _sign_in(self, request: Request) -> Response:
        token = (await json_body(request, SignIn)).token.strip()
        if not is_token(token) or not await self._is_known(token):
            await self._throttle.refuse()
            raise NotSignedIn(WebSentence.TOKEN_NOT_KNOWN)
        response = _answer(Done())
        remember(response, request, token, self._root)
        return response

    async def _sign_out(self, request: Request) -> Response:
        await json_body(request, NoOrder)
        response = _answer(Done())
        forget(response, self._root)
        return response

    # -- what an owner sees

    async def _mine(self, request: Request) -> Response:
        token = signed_in(request)
        found = await self._entries(token)
        return _answer(owner_answers.mine(found, form_of(token)))

    async def _entries(self, token: str) -> pb.ListEntriesResponse:
        try:
            return await self._door.ask(pb.ListEntriesRequest(), pb.ListEntriesResponse, token)
        except NotSignedIn:
            await self._throttle.refuse()
            raise

    async def _submissions(self, request: Request) -> Response:
        before = query_of(request, api.SUBMISSIONS).get("before", 0)
        found = await self._door.ask(
            pb.ListSubmissionsRequest(before=before),
            pb.ListSubmissionsResponse,
            signed_in(request),
        )
        lines = tuple(map(owner_answers.submission, found.submissions))
        return _answer(SubmissionPage(submissions=lines))

    async def _matches(self, request: Request) -> Response:
        found = await self._door.ask(
            pb.ListMatchesRequest(**query_of(request, api.OWNED_MATCHES)),
            pb.ListMatchesResponse,
            signed_in(request),
        )
        lines = tuple(map(owner_answers.owned_match, found.matches))
        return _answer(OwnedMatches(matches=lines))

    # -- what an owner changes

    async def _submit(self, request: Request) -> Response:
        query_of(request, api.SUBMIT)
        check_form(request)
        token = signed_in(request)
        with self._uploads.taken(hashed(token)):
            await self._entries(token)  # nobody else may fill the disk
            terms = await self._door.ask(pb.DescribeRequest(), pb.DescribeResponse)
            async with received_archive(request, terms.max_archive_bytes) as archive:
                header = pb.SubmissionHeader(
                    bot=_bot(request), archive_bytes=archive.size, archive_digest=archive.digest
                )
                taken = await self._door.submit(token, header, archive.pieces)
        return _answer(owner_answers.submission(taken))

    async def _use(self, request: Request) -> Response:
        order = await json_body(request, VersionChoice)
        asked = pb.ChooseVersionRequest(bot=_bot(request), number=order.number)
        return await self._changed(request, asked, pb.ChooseVersionResponse)

    async def _withdraw(self, request: Request) -> Response:
        await json_body(request, NoOrder)
        asked = pb.WithdrawRequest(bot=_bot(request))
        return await self._changed(request, asked, pb.WithdrawResponse)

    async def _friendlies(self, request: Request) -> Response:
        order = await json_body(request, FriendlyChoice)
        asked = pb.AllowFriendliesRequest(bot=_bot(request), allowed=order.allowed)
        return await self._changed(request, asked, pb.AllowFriendliesResponse)

    async def _changed(
        self,
        request: Request,
        asked: Message,
        kind: type[pb.ChooseVersionResponse]
        | type[pb.WithdrawResponse]
        | type[pb.AllowFriendliesResponse],
    ) -> Response:
        changed = await self._door.ask(asked, kind, signed_in(request))
        return _answer(owner_answers.entry(changed.entry))

    async def _bot_token(self, request: Request) -> Response:
        await json_body(request, NoOrder)
        asked = pb.MakeBotTokenRequest(bot=_bot(request))
        made = await self._door.ask(asked, pb.MakeBotTokenResponse, signed_in(request))
        return _answer(BotToken(token=made.token, address=made.address))

    async def _challenge(self, request: Request) -> Response:
        order = await json_body(request, ChallengeOrder)
        asked = pb.ChallengeRequest(bot=_bot(request), opponents=order.opponents)
        made = await self._door.ask(asked, pb.ChallengeResponse, signed_in(request))
        return _answer(FriendlyAsked(match=made.match_id))


def _route(endpoint: api.Endpoint, answer: Answering) -> Route:
    return Route(api.PREFIX + endpoint.path, answer, methods=[endpoint.method])


def _answer(model: Model) -> Response:
    return secret_response(model.model_dump_json(exclude_defaults=True))


def _bot(request: Request) -> str:
    bot: str = request.path_params["bot"]
    return bot
