"""`python -m tests.conformance.sdk_mutant NAME`: a random bot on an SDK that breaks one promise.

Each mutant changes one thing in the Python SDK, and names the check that it fails.
"""

import itertools
import logging
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import grpc

import tianming
from tianming import (
    answering,
    backoff,
    channel,
    client,
    connection,
    health,
    invitation,
    listening,
    session,
    tls,
)
from tianming.error import Misconfigured, Unreachable
from tianming_proto.v1 import play_pb2 as pb

Mutation = Callable[[], None]

MUTANTS: dict[str, tuple[Mutation, str]] = {}
"""Mutants by name, each with the name of the check that it fails."""


def fails(check: str) -> Callable[[Mutation], Mutation]:
    """Return a decorator that registers a mutant under the name of its function."""

    def register(mutation: Mutation) -> Mutation:
        MUTANTS[mutation.__name__] = (mutation, check)
        return mutation

    return register


def change(owner: Any, name: str, new: object) -> Any:
    """Replace an attribute; return its old value."""
    before = getattr(owner, name)
    patch.object(owner, name, new).start()
    return before


def wrap(owner: Any, name: str, wrapper: Callable[..., Any]) -> None:
    """Replace a function with `wrapper`, which gets the old function as its first argument."""
    before = getattr(owner, name)
    change(owner, name, lambda *args: wrapper(before, *args))


def choose(question: tianming.Question) -> int:
    """Return a random option."""
    return random.randrange(question.option_count)


# -- the start of a stream, questions and frames


@fails("user-agent")
def hides_its_version() -> None:
    change(session, "USER_AGENT", "python")


@fails("connected-sentence")
def connects_in_silence() -> None:
    logging.getLogger("tianming").addFilter(lambda line: not line.msg.startswith("connected"))


@fails("address-http")
def knows_no_scheme() -> None:
    if os.environ["TIANMING_SERVER"].startswith("http://"):
        raise SystemExit(1)


@fails("token-white-space")
def sends_its_token_as_it_is() -> None:
    wrap(client, "bare_token", lambda before, token: before(token) + "~" * (token != token.strip()))


@fails("loopback-without-proxy")
def wants_a_proxy() -> None:
    if os.environ.get("http_proxy"):
        raise SystemExit(1)


@fails("gap-in-numbers")
def wants_rising_numbers() -> None:
    highest = 0

    def asked(before: Any, self: Any, question: pb.Question) -> Any:
        nonlocal highest
        is_old, highest = question.number <= highest, max(highest, question.number)
        return [] if is_old else before(self, question)

    wrap(session.BotSession, "_asked", asked)


@fails("new-game")
def knows_its_games() -> None:
    def asked(before: Any, self: Any, question: pb.Question) -> Any:
        if "games.go" in question.position.type_url:
            raise SystemExit(1)
        return before(self, question)

    wrap(session.BotSession, "_asked", asked)


@fails("answers-together")
def sends_each_answer_alone() -> None:
    change(answering, "_FLUSH_AFTER", -1.0)


@fails("frame-limit")
def ignores_the_limit_of_frames() -> None:
    change(answering, "_parts", lambda frame, _most: (frame,))


@fails("ping-under-load")
def ignores_pings_when_busy() -> None:
    async def handle(before: Any, self: Any, message: pb.RefereeMessage, *rest: Any) -> None:
        if not (message.HasField("ping") and len(self._matches) > 100):
            await before(self, message, *rest)

    wrap(session.BotSession, "_handle", handle)


# -- reconnecting


@fails("comes-back")
def ends_after_an_error() -> None:
    change(connection, "_FINAL", {*connection._FINAL, grpc.StatusCode.INTERNAL})


@fails("back-off")
def tries_at_once() -> None:
    change(backoff, "_FIRST", 0.0)


@fails("back-off-again")
def never_hurries_again() -> None:
    change(backoff.Backoff, "lasted", lambda *_: None)


@fails("superseded")
def fights_for_its_session() -> None:
    change(connection, "_FINAL", connection._FINAL - {grpc.StatusCode.ABORTED})


@fails("tries-forever")
def gives_up_an_old_referee() -> None:
    began = time.monotonic()

    async def rest(before: Any, self: Any, wait: float) -> None:
        if time.monotonic() - began > 0.5:
            raise Unreachable("no referee")
        await before(self, wait)

    wrap(connection.Connection, "_rest", rest)


@fails("question-again")
def answers_each_number_once() -> None:
    answered: set[tuple[str, int]] = set()

    def asked(before: Any, self: Any, question: pb.Question) -> Any:
        key = question.match_id, question.number
        if key in answered:
            return []
        answered.add(key)
        return before(self, question)

    wrap(session.BotSession, "_asked", asked)


@fails("resume")
def never_resumes() -> None:
    def hello(before: Any, self: Any) -> pb.Hello:
        sent: pb.Hello = before(self)
        sent.ClearField("resume")
        return sent

    wrap(session.BotSession, "_hello", hello)


@fails("resume-events")
def ignores_events() -> None:
    async def happened(*_: Any) -> None:
        pass

    change(session.BotSession, "_happened", happened)


@fails("resume-several")
def resumes_the_last_match() -> None:
    def hello(before: Any, self: Any) -> pb.Hello:
        sent: pb.Hello = before(self)
        del sent.resume[:-1]
        return sent

    wrap(session.BotSession, "_hello", hello)


@fails("resume-ended")
def resumes_ended_matches() -> None:
    async def ended(before: Any, self: Any, message: pb.MatchEnded) -> None:
        await before(self, message)
        self._next_events[message.match_id] = 0

    wrap(session.BotSession, "_ended", ended)


@fails("resume-rejected")
def insists_on_its_match() -> None:
    change(session.BotSession, "_rejected", lambda *_: None)


@fails("resume-limit")
def resumes_too_many() -> None:
    change(session, "_MOST_POINTS", 10_000)


@fails("cut-question")
def ends_when_cut() -> None:
    change(connection, "_FINAL", {*connection._FINAL, grpc.StatusCode.UNAVAILABLE})


@fails("garbage")
def ends_at_garbage() -> None:
    async def attempt(before: Any, self: Any) -> Any:
        why = await before(self)
        if why == "the referee ended the stream":
            raise Unreachable(why)
        return why

    wrap(connection.Connection, "_try", attempt)


# -- invitations


@fails("invitation")
def ignores_invitations() -> None:
    change(invitation.InvitedStreams, "follow", lambda *_: None)


@fails("invitation-over")
def leaves_with_the_worker() -> None:
    async def follow(before: Any, *args: Any) -> None:
        await before(*args)
        raise SystemExit(0)

    wrap(invitation.InvitedStreams, "_follow", follow)


@fails("invitation-refused")
def fails_with_the_worker() -> None:
    async def follow(self: Any, address: str, ticket: str) -> None:
        await self._play(address, ticket)

    change(invitation.InvitedStreams, "_follow", follow)


@fails("invitations-at-once")
def follows_one_invitation() -> None:
    change(invitation, "MOST_INVITATIONS", 1)


# -- refusals


@fails("refused")
def tries_again_in_vain() -> None:
    change(connection, "_FINAL", connection._FINAL - {grpc.StatusCode.UNIMPLEMENTED})


@fails("gives-up")
def waits_too_long() -> None:
    os.environ["TIANMING_WAIT"] = "60"


@fails("wait-fraction")
def waits_for_whole_seconds() -> None:
    wrap(client, "_patience", lambda before: float(round(before())))


@fails("bad-wait")
def says_nothing_of_its_wait() -> None:
    def patience(before: Any) -> Any:
        try:
            return before()
        except Misconfigured:
            raise Misconfigured("the bot cannot wait") from None

    wrap(client, "_patience", patience)


@fails("quiet-grpc")
def prints_the_log_of_grpc() -> None:
    print("I0000 00:00:00.000000 1 chttp2_transport.cc:1] a peer is gone", file=sys.stderr)


@fails("failing-bot-last-line")
def hides_why_it_fails() -> None:
    change(answering, "blame", lambda *_: None)


@fails("bench-notice")
def waits_on_the_bench_in_silence() -> None:
    change(session, "_benched", lambda _: None)


@fails("waits-for-referee")
def complains_at_each_try() -> None:
    async def rest(before: Any, self: Any, wait: float) -> None:
        print(f"tianming: no referee at {self._address}, trying again (again)", file=sys.stderr)
        await before(self, wait)

    wrap(connection.Connection, "_rest", rest)


@fails("bad-address")
def says_nothing_of_its_address() -> None:
    def check(before: Any, address: str) -> None:
        try:
            before(address)
        except Misconfigured:
            raise Misconfigured("the bot cannot play") from None

    wrap(client, "check_address", check)


@fails("bad-token")
def prints_its_token() -> None:
    def bare(before: Any, token: str) -> Any:
        try:
            return before(token)
        except Misconfigured as error:
            raise Misconfigured(f"{token}: {error}") from None

    wrap(client, "bare_token", bare)


# -- leaving


def _die(*_: object) -> None:
    os._exit(1)


@fails("goodbye-on-sigterm")
def dies_of_sigterm() -> None:
    signal.signal(signal.SIGTERM, _die)


@fails("goodbye-on-sigint")
def dies_of_sigint() -> None:
    signal.signal(signal.SIGINT, _die)


@fails("silent-referee")
def waits_for_the_end() -> None:
    change(session, "LEAVING", 60.0)


@fails("leaves-while-waiting")
def dies_while_waiting() -> None:
    signal.signal(signal.SIGTERM, _die)


# -- TLS


@fails("tls")
def trusts_nobody() -> None:
    change(tls, "client", grpc.ssl_channel_credentials)


@fails("client-certificate")
def shows_no_certificate() -> None:
    change(tls, "_pair", lambda: (None, None))


@fails("untrusted-certificate")
def hopes_for_another_certificate() -> None:
    async def why(*_: str) -> str:
        return ""

    change(connection, "why_hopeless", why)


def hides(words: str) -> None:
    """Replace these words in what the SDK says about a connection that can never succeed."""

    async def why(before: Any, *args: str) -> str:
        return str(await before(*args)).replace(words, "is wrong")

    wrap(connection, "why_hopeless", why)


@fails("wrong-host")
def says_nothing_of_the_name() -> None:
    hides("has another name")


@fails("expired-certificate")
def says_nothing_of_the_time() -> None:
    hides("expired")


@fails("tls-mismatch")
def names_no_other_address() -> None:
    async def why(before: Any, *args: str) -> str:
        return str(await before(*args)).partition(": give")[0]

    wrap(connection, "why_hopeless", why)


@fails("incomplete-certificate")
def does_not_miss_its_key() -> None:
    def pair(before: Any) -> Any:
        try:
            return before()
        except Misconfigured:
            raise Misconfigured("the certificate cannot be used") from None

    wrap(tls, "_pair", pair)


@fails("missing-tls-file")
def ignores_its_files() -> None:
    change(tls, "_file", lambda _: None)


# -- memory


@fails("memory-of-questions")
def keeps_questions() -> None:
    kept: list[object] = []

    def asked(before: Any, self: Any, question: pb.Question) -> Any:
        kept.append(question)
        return before(self, question)

    wrap(session.BotSession, "_asked", asked)


@fails("memory-of-matches")
def keeps_matches() -> None:
    change(session.BotSession, "_forget", lambda *_: None)


# -- listening


@fails("listens")
def only_says_that_it_listens() -> None:
    if "TIANMING_LISTEN" in os.environ:
        print("tianming: listening on 127.0.0.1:9", file=sys.stderr)
        signal.pause()


@fails("listens-again")
def listens_once() -> None:
    calls = itertools.count()

    async def serve(before: Any, *args: Any) -> None:
        if next(calls) == 0:
            await before(*args)

    wrap(listening._Service, "_serve", serve)


@fails("listens-for-token")
def admits_all() -> None:
    change(listening._Service, "_admits", lambda *_: True)


@fails("listen-unix")
def prints_a_bare_path() -> None:
    wrap(listening, "_bind", lambda before, *args: before(*args).removeprefix("unix:"))


@fails("listen-http")
def listens_without_scheme() -> None:
    def bind(before: Any, server: Any, address: str) -> Any:
        if address.startswith("http://"):
            raise Misconfigured("no such host")
        return before(server, address)

    wrap(listening, "_bind", bind)


@fails("listen-https")
def serves_plaintext() -> None:
    def bind(before: Any, server: Any, address: str) -> Any:
        return before(server, address.replace("https:", "http:"))

    change(tls, "server", lambda: None)
    wrap(listening, "_bind", bind)


@fails("listen-client-certificate")
def admits_callers_without_certificate() -> None:
    def server() -> grpc.ServerCredentials | None:
        chain, key = tls._pair()
        return None if chain is None or key is None else grpc.ssl_server_credentials([(key, chain)])

    change(tls, "server", server)


@fails("bad-listen-address")
def tries_any_address() -> None:
    def check(before: Any, address: str, *use: str) -> None:
        if not use:
            before(address)

    wrap(client, "check_address", check)


@fails("listen-taken")
def says_nothing_of_its_port() -> None:
    def bind(before: Any, *args: Any) -> Any:
        try:
            return before(*args)
        except Misconfigured:
            raise Misconfigured("the bot cannot listen") from None

    wrap(listening, "_bind", bind)


@fails("listens-and-leaves")
def leaves_without_goodbye() -> None:
    async def leave(*_: Any) -> None:
        pass

    change(session.BotSession, "_leave", leave)


@fails("health")
def has_no_health() -> None:
    nothing = grpc.method_handlers_generic_handler("nothing", {})
    change(health.Health, "handler", lambda _: nothing)


@fails("keepalive")
def sends_no_keepalive() -> None:
    change(channel, "PING_INTERVAL", 3600.0)


def pings_after_three_seconds() -> None:
    """Break no promise: the test of the check for keepalive is quicker with it."""
    change(channel, "PING_INTERVAL", 3.0)
    change(channel, "PING_TIMEOUT", 1.0)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
    tianming.run(choose)
