"""Owners at the pages: they join, submit and see what is theirs, as any client of the service."""

from pathlib import Path

from referee.entry.entry_event import SubmissionAccepted
from referee.web.assets import Assets
from tests.web.browser import events
from tests.web.owners import ARCHIVE, OwnerDoor, at_the_pages


class TestOwner:
    """What an owner does at the pages."""

    def test_from_an_invitation_to_a_version(self, tmp_path: Path, assets: Assets) -> None:
        async def story(door: OwnerDoor) -> None:
            ada = door.browser()
            terms = (await ada.get("entry")).json()
            assert (terms["league"], "signed_in" in terms) == ("spring", False)
            code = door.store.invite(0)
            joined = await ada.post("entry/join", {"invitation": f" {code} ", "owner": "ada"})
            assert joined.json()["owner"] == "ada"
            assert joined.json()["token"] == ada.cookie
            assert (await ada.get("entry")).json()["signed_in"]
            taken = await ada.post("mine/bots/deep%20red/submit", ARCHIVE)
            assert taken.json()["number"] == 1, taken.text
            assert [one["bot"] for one in (await ada.get("mine")).json()["entries"]] == ["deep red"]
            door.record(SubmissionAccepted(1, "a" * 64, "b" * 64, 1))
            followed = await ada.get("mine/submissions/1/live")
            kinds = [
                (kind, data.get("submission", {}).get("state"))
                for kind, data in events(followed.body)
            ]
            assert kinds == [("progress", "accepted"), ("over", None)]

        at_the_pages(tmp_path, assets, story)
