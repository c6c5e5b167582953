"""Owners in a real browser: from an invitation to a bot, and what is theirs."""

import hashlib
from http import HTTPStatus
from pathlib import Path
from zipfile import ZipFile

import pytest

from referee.entry.entry_event import SubmissionAccepted
from referee.identifier import BotName, OwnerName
from tests.browser.conftest import Visit
from tests.browser.entries import BOT, PRINTED, EntryPages
from tests.browser.visitor import NARROW, WIDE, Visitor
from tianming_games.ground.text import printable


def shift(visitor: Visitor) -> float:
    """Return how much of the page has moved since it was opened, as browsers measure it."""
    found: float = visitor.tab.evaluate(
        """() => new Promise((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
                for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => done(sum), 100);
        })"""
    )
    return found


class TestEnter:
    """The page on which owners join and submit."""

    def test_an_owner_joins_submits_a_folder_and_sees_the_version(
        self, visit: Visit, entries: EntryPages, tmp_path: Path
    ) -> None:
        """With the keyboard alone."""
        folder = tmp_path / "deep-red"
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "config").write_text("left out")
        (folder / "src").mkdir()
        (folder / "main.py").write_text("import tianming\n" * 100)
        (folder / "src" / "données.txt").write_bytes(bytes(range(256)) * 50)
        code = entries.store.invite(0)
        visitor = visit(f"/enter#{code}", address=entries.address)
        tab = visitor.tab
        assert code not in tab.url
        tab.get_by_label("Your name, or that of your team").focus()
        visitor.tab.keyboard.type("ada")
        visitor.press("Enter")
        tab.get_by_role("heading", name="Welcome, ada").wait_for()
        token = tab.locator(".secret code").inner_text()
        entries.store.refresh()
        assert entries.store.book.owner_of(hashlib.sha256(token.encode()).hexdigest()) == "ada"
        tab.get_by_label("Name of the bot").fill("deep-red")
        tab.get_by_label("or folder").set_input_files(folder)
        tab.get_by_role("button", name="Submit").focus()
        visitor.press("Enter")
        tab.get_by_text("waits for its turn.").wait_for()
        visitor.picture("enter-live")
        entries.store.refresh()
        (submission,) = entries.store.book.of_owner(OwnerName("ada"))
        with ZipFile(entries.store.archive(submission)) as archive:
            content = {name: archive.read(name) for name in archive.namelist()}
        names = {f"deep-red/{name}" for name in ("main.py", "src/données.txt")}
        assert set(content) == names
        assert content["deep-red/src/données.txt"] == bytes(range(256)) * 50
        entries.record(SubmissionAccepted(submission.taken.number, "d" * 64, "d" * 64, 1))
        tab.get_by_text("is accepted: it plays from the next match on.").wait_for()
        assert tab.get_by_role("link", name="deep-red").count() == 1
        assert visitor.barriers() == []

    def test_a_wrong_invitation_is_named_where_it_was_given(
        self, visit: Visit, entries: EntryPages
    ) -> None:
        visitor = visit("/enter", address=entries.address)
        visitor.expected.add(HTTPStatus.FORBIDDEN)
        visitor.tab.get_by_label("Code of your invitation").fill("wrong")
        visitor.click("Join")
        visitor.tab.get_by_text("This invitation is not known").wait_for()
        assert visitor.tab.get_by_label("Code of your invitation").input_value() == "wrong"

    def test_an_archive_is_dropped(self, visit: Visit, entries: EntryPages) -> None:
        visitor = visit("/enter", address=entries.address, cookie=entries.owner("dropper"))
        visitor.tab.locator(".drop").evaluate(
            """(place) => {
                const dataTransfer = new DataTransfer();
                dataTransfer.items.add(new File(["archive"], "bot.zip"));
                place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
            }"""
        )
        visitor.tab.get_by_text("Chosen: bot.zip").wait_for()
        visitor.tab.get_by_label("Name of the bot").fill("dropped")
        visitor.click("Submit")
        visitor.tab.get_by_text("waits for its turn.").wait_for()


@pytest.fixture(scope="session")
def full(entries: EntryPages) -> str:
    """The token of an owner who has everything that the pages show."""
    return entries.full_owner("full")


class TestMine:
    """The page with what is an owner's."""

    @pytest.mark.parametrize("path", ["/enter", "/mine"])
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_nobody_is_kept_out(
        self, visit: Visit, entries: EntryPages, full: str, path: str, scheme: str
    ) -> None:
        """Axe finds nothing, it fits a telephone, and nothing moves while it loads."""
        for size in (WIDE, NARROW):
            visitor = visit(path, size, entries.address, full, color_scheme=scheme)
            visitor.tab.locator(".badge, .drop").first.wait_for()
            visitor.picture(f"{path[1:]}-{scheme}-{size[0]}")
            assert visitor.barriers() == []
            assert visitor.overflow() <= 0, size
            assert shift(visitor) < 0.01

    def test_hostile_text_is_shown_as_it_is(
        self, visit: Visit, entries: EntryPages, full: str
    ) -> None:
        visitor = visit("/mine", address=entries.address, cookie=full)
        tab = visitor.tab
        tab.get_by_role("button", name=f"Output of {BOT} in spring-r001-s00001-1").click()
        seen = "\n".join(map(printable, PRINTED.split("\n")))
        visitor.wait("(seen) => document.querySelector('.log-of-build')?.value === seen", seen)
        tab.get_by_text("You are signed in as full.", exact=True).wait_for()
        assert visitor.barriers() == []
        assert tab.locator(".notice .words").first.inner_text().startswith("<b>Tonight</b> \ufffd")
        assert tab.locator("main script, main b, main img").count() == 0

    def test_an_owner_goes_back_to_a_version_and_withdraws(
        self, visit: Visit, entries: EntryPages, full: str
    ) -> None:
        visitor = visit("/mine", address=entries.address, cookie=full)
        card = visitor.tab.locator(".entry", has=visitor.tab.get_by_role("link", name="full red"))
        card.get_by_label("Another version").select_option(index=1)
        card.get_by_role("button", name="Use it").click()
        card.get_by_text("Version that plays").wait_for()
        card.get_by_role("button", name="Withdraw").click()
        card.get_by_role("button", name="Yes, withdraw it").click()
        card.get_by_text("withdrawn", exact=True).wait_for()
        entries.store.refresh()
        assert entries.store.book.entries[BotName("full red")].is_withdrawn

    def test_an_owner_connects_a_bot_that_they_run(self, visit: Visit, entries: EntryPages) -> None:
        visitor = visit("/mine", address=entries.address, cookie=entries.owner("runner"))
        visitor.tab.get_by_label("Name of the bot").fill("home bot")
        visitor.click("Make a token")
        visitor.tab.get_by_text("TIANMING_SERVER=https://bots.example:7000").wait_for()
        visitor.tab.get_by_text("connected: you run it").wait_for()
        token = visitor.tab.locator(".secret code").first.inner_text().partition("=")[2]
        entries.store.refresh()
        entry = entries.store.book.entries[BotName("home bot")]
        assert entry.token == hashlib.sha256(token.encode()).hexdigest()

    def test_the_record_and_the_own_view_are_a_link_away(
        self, visit: Visit, entries: EntryPages, full: str
    ) -> None:
        visitor = visit("/mine", address=entries.address, cookie=full)
        view = visitor.tab.get_by_role("link", name=f"as {BOT} saw it").first
        assert (view.get_attribute("href") or "").endswith("/matches/spring-r001-s00002-1#seat=0")
        with visitor.tab.expect_download() as download:
            visitor.tab.get_by_role("link", name="Record").click()
        assert download.value.suggested_filename == "spring-r001-s00001-1.tianming"
        assert Path(download.value.path()).read_bytes() == b"record"

    def test_a_reader_without_a_session_is_led_to_it(
        self, visit: Visit, entries: EntryPages
    ) -> None:
        visitor = visit("/enter", address=entries.address)
        visitor.expected.add(HTTPStatus.UNAUTHORIZED)
        visitor.go("/mine")
        visitor.tab.get_by_text("You are not signed in.").wait_for()
        token = entries.owner("returning")
        visitor.go("/enter")
        visitor.tab.get_by_label("Your token").fill(token)
        visitor.click("Sign in")
        visitor.tab.get_by_role("heading", name="Submit a bot").wait_for()
        visitor.go("/mine")
        visitor.click("Sign out")
        visitor.tab.get_by_role("heading", name="Join").wait_for()
