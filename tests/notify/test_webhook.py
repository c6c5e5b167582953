"""A request has its signature, its limits, and one deadline."""

import runpy
import socket
import ssl
import threading
import time
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
import trustme

from referee.error import UnavailableError
from referee.league.configuration.notify_settings import NoticeType, WebhookForm
from referee.notify.notice import Notice
from referee.notify.notice_body import notice_body
from referee.notify.sentence import NotifySentence
from referee.notify.webhook import WebhookAddress, signature
from tests.errors import raises
from tests.notify.receiver import Receiver, receiving
from tests.source_tree import ROOT

KEY = b"a key of twenty-four byte"


def post(url: str, seconds: float = 10.0, is_private: bool = True) -> list[int]:
    """Send a request; return the status, and 1 for the hand-over before it."""
    handed: list[int] = []
    response = WebhookAddress(url, is_private, seconds).post(b"{}", {}, lambda: handed.append(1))
    return [*handed, response.status]


class TestSignature:
    def test_it_is_that_of_the_specification(self) -> None:
        """The example of the Standard Webhooks specification."""
        body = b'{"test": 2432232314}'
        key = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        found = signature(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
        assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


class TestDocs:
    def test_the_example_of_the_page_verifies_a_request_and_no_forged_one(
        self, tmp_path: Path
    ) -> None:
        page = (ROOT / "docs/webhooks.md").read_text(encoding="utf-8")
        (tmp_path / "example.py").write_text(page.split("```python\n")[1].split("```")[0])
        names = runpy.run_path(str(tmp_path / "example.py"))
        is_genuine, secret = names["is_genuine"], f"whsec_{b64encode(KEY).decode()}"
        now = int(time.time())
        notice = Notice("msg_1", NoticeType.ROUND_OVER, "Round 1 is over.", {"round": 1})
        body = notice_body(WebhookForm.STANDARD, "autumn", notice, now)
        headers = {
            "webhook-id": "msg_1",
            "webhook-timestamp": str(now),
            "webhook-signature": signature(KEY, "msg_1", now, body),
        }
        assert is_genuine(secret, headers, body)
        assert not is_genuine(secret, headers, body + b" ")
        assert not is_genuine(secret, headers | {"webhook-id": "msg_2"}, body)
        assert not is_genuine(secret, headers | {"webhook-timestamp": str(now - 900)}, body)


class TestRequest:
    def test_a_response_that_never_ends_is_cut_at_the_deadline(self) -> None:
        """The other side sends a byte now and then, which no timeout of a read notices."""
        ended = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as listening:

            def drip() -> None:
                peer, _ = listening.accept()
                with peer:
                    while not ended.wait(0.02):
                        try:
                            peer.send(b"H")
                        except OSError:
                            return

            thread = threading.Thread(target=drip)
            thread.start()
            with raises(UnavailableError, NotifySentence.NO_RESPONSE):
                post(f"http://127.0.0.1:{listening.getsockname()[1]}/", seconds=0.3)
            ended.set()
            thread.join()

    def test_a_long_response_is_not_read(self) -> None:
        with receiving(Receiver(answer=lambda number: 200)) as receiver:
            assert post(receiver.url) == [1, 200]

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "169.254.169.254"])
    def test_a_host_that_is_not_public_is_refused_before_anything_is_sent(self, host: str) -> None:
        with raises(UnavailableError, NotifySentence.ADDRESS_IS_PRIVATE):
            post(f"http://{host}:9/", is_private=False)

    def test_a_certificate_that_nobody_signed_is_refused(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
        with socket.create_server(("127.0.0.1", 0)) as listening:

            def answer() -> None:
                peer, _ = listening.accept()
                try:
                    context.wrap_socket(peer, server_side=True).close()
                except OSError:
                    peer.close()

            thread = threading.Thread(target=answer)
            thread.start()
            with raises(UnavailableError, NotifySentence.NOT_CONNECTED):
                post(f"https://127.0.0.1:{listening.getsockname()[1]}/")
            thread.join()
