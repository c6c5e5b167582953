"""A transport for tests, without a network: a call that carries a token and may be aborted."""

from typing import NoReturn

import grpc


class Call:
    """What every transport of a test has; who derives from it says how frames come and go."""

    def __init__(self, token: str) -> None:
        self._token = token

    def invocation_metadata(self) -> tuple[tuple[str, str | bytes], ...]:
        return (("authorization", f"Bearer {self._token}"),)

    async def send_initial_metadata(self, metadata: tuple[()], /) -> None:
        pass

    async def abort(
        self,
        code: grpc.StatusCode,
        details: str = "",
        trailing_metadata: tuple[tuple[str, str | bytes], ...] = (),
    ) -> NoReturn:
        self.aborted(code, details)
        raise grpc.aio.AbortError(details)

    def aborted(self, code: grpc.StatusCode, details: str) -> None:
        """The referee ends the stream with a status."""

    def peer(self) -> str:
        return "test"

    def cancelled(self) -> bool:
        return False
