"""Owners at the pages: they join, submit and see what is theirs, as any client of the service."""

from pathlib import Path
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from referee.entry.entry_book import EntryQuotas
from referee.entry.entry_event import (
    Announced,
    SubmissionAccepted,
    SubmissionRefused,
    SubmissionsFrozen,
)
from referee.entry.entry_settings import EntrySettings
from referee.web.assets import Assets
from tests.web.browser import events, get, request, visit
from tests.web.conftest import Pages
from tests.web.owners import ARCHIVE, HOST, OwnerDoor, at_the_pages, owner_pages
from tianming_proto.entry.v1 import entry_pb2 as pb

HOSTILE = "<script>alert(1)</script>\u202e\u200b\x1b[31m" + "x" * 2000
SEEN = "<script>alert(1)</script>\ufffd\ufffd\ufffd[31m" + "x" * 2000

MATCH = pb.OwnedMatch(
    number=1,
    match_id="spring-r001-s00001-1",
    ended=Timestamp(seconds=5),
    seats=[
        pb.OwnedSeat(
            bot="red",
            version="1",
            yours=True,
            place=1,
            points=-3,
            faults=2,
            longest_answer=1.25,
            all_answers=9.5,
        ),
        pb.OwnedSeat(bot="blue\u202e", place=2, points=-4, forfeited="LATE"),
    ],
    record_open=True,
)


class TestOwner:
    """What an owner does at the pages."""

    def test_from_an_invitation_to_a_version(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = door.browser()
            terms = (await ada.get("entry")).json()
            assert (terms["league"], "signed_in" in terms) == ("spring", False)
            code = door.store.invite(0)
            joined = await ada.post("entry/join", {"invitation": f" {code} ", "owner": "ada"})
            assert joined.json() == {"owner": "ada", "token": ada.cookie}
            assert (await ada.get("entry")).json()["signed_in"]
            taken = await ada.post("mine/bots/deep%20red/submit", ARCHIVE)
            assert taken.json()["number"] == 1, taken.text
            assert [one["bot"] for one in (await ada.get("mine")).json()["entries"]] == ["deep red"]
            door.record(SubmissionAccepted(1, "a" * 64, "b" * 64, 1))
            followed = events((await ada.get("mine/submissions/1/live")).body)
            states = [(kind, data.get("submission", {}).get("state")) for kind, data in followed]
            assert states == [("progress", "accepted"), ("over", None)]

        at_the_pages(tmp_path, assets, story)

    def test_an_owner_changes_what_is_theirs(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            for number in (1, 2):
                await ada.post("mine/bots/red/submit", ARCHIVE + bytes([number]))
                door.record(SubmissionAccepted(number, f"{number}" * 64, f"{number}" * 64, 1))
            used = await ada.post("mine/bots/red/use", {"number": 1})
            assert used.json()["playing"] == 1
            allowed = await ada.post("mine/bots/red/friendlies", {"allowed": True})
            assert allowed.json()["friendlies"]
            bob = await door.joined("bob")
            await bob.post("mine/bots/blue/submit", ARCHIVE)
            door.record(SubmissionAccepted(3, "c" * 64, "c" * 64, 1))
            assert (await bob.get("entry")).json()["open_to_friendlies"] == ["red"]
            asked = await bob.post("mine/bots/blue/challenge", {"opponents": ["red"]})
            assert asked.status == 200, asked.text
            assert asked.json()["match"]
            made = (await bob.post("mine/bots/green/token")).json()
            assert made["address"] == "https://bots.example:7000"
            assert made["token"] != bob.cookie
            gone = await ada.post("mine/bots/red/withdraw")
            assert gone.json()["withdrawn"]

        at_the_pages(tmp_path, assets, story)

    def test_an_owner_sees_matches_output_and_records(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada, bob = await door.joined("ada"), await door.joined("bob")
            door.season.answers = {
                ("ada", "ListMatches"): [pb.ListMatchesResponse(matches=[MATCH])],
                ("ada", "ReadOutput"): [pb.ReadOutputResponse(piece=b"a" * 60_000)] * 3,
                ("ada", "ReadRecord"): [pb.ReadRecordResponse(piece=b"\x00record")],
            }
            (match,) = (await ada.get("mine/matches")).json()["matches"]
            own, other = match["seats"]
            assert (own["faults"], own["longest"], own["points"]) == (2, 1.25, -3)
            assert (other["bot"], other["forfeited"]) == ("blue\ufffd", "LATE")
            output = await ada.get(f"mine/output?match={MATCH.match_id}&bot=red")
            assert output.body == b"a" * 180_000
            assert output.headers["content-type"] == "text/plain; charset=utf-8"
            record = await ada.get(f"mine/record?match={MATCH.match_id}")
            assert record.body == b"\x00record"
            assert record.headers["content-disposition"].startswith("attachment;")
            assert (await bob.get("mine/matches")).json() == {}
            for path in (f"mine/record?match={MATCH.match_id}", "mine/output?match=a&bot=red"):
                refused = await bob.get(path)
                assert (refused.status, refused.json()["error"]) == (404, "not_yours")

        at_the_pages(tmp_path, assets, story)

    def test_the_organisers_words_are_on_top(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            door.record(Announced("The evening begins\nat 18:00.", 5))
            (words,) = (await door.browser().get("entry")).json()["announcements"]
            assert words["text"] == "The evening begins\nat 18:00."

        at_the_pages(tmp_path, assets, story)


class TestRefused:
    """What is refused says why, and changes nothing."""

    def test_an_invitation_is_used_once(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            code = door.store.invite(0)
            found = []
            for owner in ("ada", "bob"):
                browser = door.browser()
                await browser.get("entry")
                reply = await browser.post("entry/join", {"invitation": code, "owner": owner})
                found.append((reply.status, browser.cookie != ""))
            assert found == [(200, True), (403, False)]
            assert reply.json()["error"] == "invitation_invalid"
            assert reply.json()["message"].startswith("This invitation was used")

        at_the_pages(tmp_path, assets, story)

    def test_limits_of_the_season_are_those_of_every_client(
        self, tmp_path: Path, assets: Assets
    ) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada", bots=1)
            assert (await ada.post("mine/bots/red/submit", ARCHIVE)).status == 200
            other = await ada.post("mine/bots/blue/submit", ARCHIVE)
            assert (other.status, other.json()["error"]) == (429, "quota")
            large = await ada.post("mine/bots/red/submit", bytes(1_001))
            assert (large.status, large.json()["error"]) == (413, "body_too_large")
            named = await ada.post("mine/bots/%3Cimg%3E/submit", ARCHIVE)
            assert (named.status, named.json()["error"]) == (400, "request_malformed")
            door.record(SubmissionsFrozen())
            late = await ada.post("mine/bots/red/submit", ARCHIVE + b"late")
            assert (late.status, late.json()["error"]) == (409, "frozen")

        settings = EntrySettings(
            league="spring", game="ming", most_bytes=1000, quotas=EntryQuotas(5, 5)
        )
        at_the_pages(tmp_path, assets, story, settings)

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("mine/bots/red/use", b'{"number": "one"}'),
            ("mine/bots/red/use", b"{}"),
            ("mine/bots/red/use", b"\xff"),
            ("mine/bots/red/friendlies", b'{"allowed": true, "more": 1}'),
            ("mine/bots/red/challenge", b'{"opponents": "blue"}'),
            ("entry/join", b"[" * 5_000),
        ],
    )
    def test_a_malformed_body_is_named(
        self, tmp_path: Path, assets: Assets, path: str, body: bytes
    ) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            reply = await ada.post(path, body)
            assert (reply.status, reply.json()["error"]) == (400, "wrong_body")

        at_the_pages(tmp_path, assets, story)

    def test_a_large_form_is_not_read(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            reply = await ada.post("entry/session", b"x" * 20_000)
            assert (reply.status, reply.json()["error"]) == (413, "body_too_large")

        at_the_pages(tmp_path, assets, story)

    def test_a_service_that_is_away_is_named(self, tmp_path: Path, assets: Assets) -> None:
        def make() -> Any:
            return owner_pages(tmp_path, assets, f"unix:{tmp_path / 'nobody.sock'}")

        reply = visit(make, lambda app: request(app, "/api/v1/entry"))
        assert (reply.status, reply.json()["error"]) == (503, "entries_away")

    def test_pages_without_entries_have_none_of_this(self, pages: Pages) -> None:
        for target in ("/enter", "/mine", "/api/v1/entry", "/api/v1/mine"):
            assert get(pages(), target).status == 404


class TestSession:
    """The session: whose it is, and what no other site can do with it."""

    def test_the_cookie_is_for_the_server_alone(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            for origin, is_secure in (("https://pages.example", True), ("http://127.0.0.1", False)):
                browser = door.browser()
                browser.headers = {"Host": origin.partition("//")[2], "Origin": origin}
                await browser.get("entry")
                body = {"invitation": door.store.invite(0), "owner": f"owner {is_secure:d}"}
                cookie = (await browser.post("entry/join", body)).headers["set-cookie"].lower()
                assert "httponly" in cookie
                assert "samesite=strict" in cookie
                assert "path=/;" in cookie
                assert "max-age" not in cookie
                assert ("secure" in cookie) is is_secure

        at_the_pages(tmp_path, assets, story)

    @pytest.mark.parametrize(
        ("headers", "error"),
        [
            ({"Origin": "https://evil.example"}, "other_site"),
            ({"Origin": "null"}, "other_site"),
            ({"Origin": ""}, "other_site"),
            ({"Sec_Fetch_Site": "cross-site"}, "other_site"),
            ({"Sec_Fetch_Site": "same-site"}, "other_site"),
            ({"X_Tianming_Form": ""}, "other_session"),
            ({"X_Tianming_Form": "0" * 32}, "other_session"),
            ({"X_Tianming_Form": "\xe9" * 32}, "other_session"),
        ],
    )
    def test_a_forged_form_changes_nothing(
        self, tmp_path: Path, assets: Assets, headers: dict[str, str], error: str
    ) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            await ada.post("mine/bots/red/submit", ARCHIVE)
            for path, body in (
                ("mine/bots/red/withdraw", {}),
                ("mine/bots/blue/submit", ARCHIVE),
                ("mine/bots/red/token", {}),
                ("entry/leave", {}),
                ("entry/session", {"token": "other"}),
                ("entry/join", {"invitation": door.store.invite(0), "owner": "eve"}),
            ):
                reply = await ada.post(path, body, **headers)
                assert (reply.status, reply.json()["error"]) == (403, error), path
                assert "set-cookie" not in reply.headers
            door.store.refresh()
            assert [*door.store.book.entries] == ["red"]

        at_the_pages(tmp_path, assets, story)

    def test_a_form_of_one_owner_changes_nothing_of_the_next(
        self, tmp_path: Path, assets: Assets
    ) -> None:
        """Two owners sign in with one browser, and the page of the first is still open."""

        async def story(door: OwnerDoor) -> None:
            ada, bob = await door.joined("ada"), await door.joined("bob")
            await bob.post("mine/bots/blue/submit", ARCHIVE)
            ada.cookie = bob.cookie
            reply = await ada.post("mine/bots/blue/withdraw")
            assert (reply.status, reply.json()["error"]) == (403, "other_session")
            await ada.get("mine")
            assert (await ada.post("mine/bots/blue/withdraw")).status == 200

        at_the_pages(tmp_path, assets, story)

    @pytest.mark.parametrize("cookie", ["unknown" * 6, "a b", "", "x" * 4_000, '";token'])
    def test_an_unknown_token_reads_nothing(
        self, tmp_path: Path, assets: Assets, cookie: str
    ) -> None:
        """Such as that of another season, or one that a proxy has cut."""

        async def story(door: OwnerDoor) -> None:
            eve = door.browser()
            eve.cookie = cookie
            assert "signed_in" not in (await eve.get("entry")).json()
            eve.cookie = cookie
            for path in (
                "mine",
                "mine/submissions",
                "mine/submissions/1/live",
                "mine/matches",
                "mine/output?match=a&bot=b",
                "mine/record?match=a",
            ):
                reply = await eve.get(path)
                assert (reply.status, reply.json()["error"]) == (401, "not_signed_in"), path

        at_the_pages(tmp_path, assets, story)

    def test_a_stale_cookie_is_removed(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            eve = door.browser()
            eve.cookie = "unknown"
            await eve.get("entry")
            assert eve.cookie == ""

        at_the_pages(tmp_path, assets, story)

    def test_an_owner_signs_out_and_in_again(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            token = ada.cookie
            await ada.post("entry/leave")
            assert ada.cookie == ""
            await ada.get("entry")
            wrong = await ada.post("entry/session", {"token": "wrong"})
            assert (wrong.status, ada.cookie) == (401, "")
            assert (await ada.post("entry/session", {"token": token})).status == 200
            assert (await ada.get("mine")).status == 200

        at_the_pages(tmp_path, assets, story)

    def test_secrets_are_neither_kept_by_caches_nor_compressed(
        self, tmp_path: Path, assets: Assets
    ) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            ada.headers["Accept-Encoding"] = "gzip, br"
            for path in ("entry", "mine", "mine/submissions", "mine/matches"):
                headers = (await ada.get(path)).headers
                assert headers["cache-control"] == "no-store"
                assert "content-encoding" not in headers
                assert "form-action 'none'" in headers["content-security-policy"]

        at_the_pages(tmp_path, assets, story)


class TestHostile:
    """Text of bots cannot hide, and cannot act."""

    def test_output_and_reasons_have_no_character_that_hides(
        self, tmp_path: Path, assets: Assets
    ) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            await ada.post("mine/bots/red/submit", ARCHIVE)
            door.record(
                SubmissionRefused(1, f"the build failed:\n{HOSTILE}", 1), Announced(HOSTILE, 1)
            )
            reply = await ada.get("mine/submissions")
            (line,) = reply.json()["submissions"]
            assert line["why"] == f"the build failed:\n{SEEN}"
            assert reply.headers["content-type"] == "application/json"
            facts = pb.EnteredBot(bot="red", benched=HOSTILE, rolled_back=HOSTILE, place=2)
            door.season.answers = {
                ("ada", "ListEntries"): [pb.ListEntriesResponse(entries=[facts])],
                ("ada", "ReadOutput"): [pb.ReadOutputResponse(piece=b"<script>alert(1)</script>")],
            }
            own = (await ada.get("mine")).json()
            assert own["owner"] == "ada"
            (entry,) = own["entries"]
            assert (entry["benched"], entry["rolled_back"], entry["place"]) == (SEEN, SEEN, 2)
            output = await ada.get("mine/output?match=a&bot=red")
            assert output.headers["content-type"].startswith("text/plain")
            assert output.headers["x-content-type-options"] == "nosniff"
            assert (await ada.get("entry")).json()["announcements"][0]["text"] == SEEN

        at_the_pages(tmp_path, assets, story)

    def test_a_name_of_a_match_adds_no_header(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = await door.joined("ada")
            door.season.answers = {("ada", "ReadRecord"): [pb.ReadRecordResponse(piece=b"r")]}
            reply = await ada.get("mine/record?match=%22%3B%20filename%3D..%2Fx%F0%9F%90%89")
            assert reply.headers["content-disposition"] == (
                "attachment; filename*=UTF-8''%22%3B%20filename%3D..%2Fx%F0%9F%90%89.tianming"
            )

        at_the_pages(tmp_path, assets, story)


class TestMethods:
    """Everything but forms stays read only."""

    def test_an_address_says_which_method_it_takes(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            read = await request(door.app, "/api/v1/entry/join", headers=HOST)
            assert (read.status, read.headers["allow"]) == (405, "POST")
            for target in ("/api/v1/mine", "/api/v1/league", "/enter", "/mine"):
                sent = await request(door.app, target, "POST", HOST, b"{}")
                assert (sent.status, sent.json()["error"]) == (405, "method_not_allowed"), target

        at_the_pages(tmp_path, assets, story)
