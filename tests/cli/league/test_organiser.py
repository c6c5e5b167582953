"""The organiser's commands on owners and submissions, on a journal that another process writes."""

import json
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.entry.entry_book import EntryBook, EntryQuotas, SubmissionState
from referee.entry.entry_event import (
    EntryEvent,
    SubmissionAccepted,
    SubmissionBegun,
    SubmissionBuilt,
    SubmissionRefused,
)
from referee.entry.entry_store import EntryStore
from referee.entry.sentence import SubmissionSentence
from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.server.identity import hashed
from tests.cli.league.test_entries import end, serve, until_status, until_version
from tests.cli.running import events, league, write
from tests.cli.shell import referee, refused
from tests.entry.entered import Entered, write_season
from tests.errors import raises

ADA, BEN = OwnerName("ada"), OwnerName("ben")
JADE, ONYX = BotName("jade"), BotName("onyx")
QUOTAS = EntryQuotas()
HOSTILE = "\x1b[2J<script>: its file has the name\nline two"


class Season:
    """A league with the store of its running entry process."""

    def __init__(self, folder: Path, store: EntryStore) -> None:
        self.folder = folder
        self.store = store
        self.tokens = {
            name: store.join(store.invite(100, bots=2), name, 100)[1] for name in (ADA, BEN)
        }

    @property
    def book(self) -> EntryBook:
        """What the entry process knows."""
        self.store.refresh()
        return self.store.book

    def submitted(self, owner: OwnerName = ADA, bot: BotName = JADE) -> int:
        """Submit a bot; return the number of the submission."""
        number = len(self.book.submissions) + 1
        upload = self.store.receive([b"archive %d" % number], 1000)
        return self.store.submit(owner, bot, upload, QUOTAS, 200 + number).taken.number

    def built(self, owner: OwnerName = ADA, bot: BotName = JADE) -> int:
        """Submit a bot that passes the check and waits for the organiser; return its number."""
        number = self.submitted(owner, bot)
        digest = sha256(b"%d" % number).hexdigest()
        (self.folder / "entries" / owner / bot / str(number)).mkdir(parents=True)
        self.record(SubmissionBegun(number, 300), SubmissionBuilt(number, digest, digest, 307))
        return number

    def accepted(self, owner: OwnerName = ADA, bot: BotName = JADE) -> int:
        """Submit a bot whose version plays; return its number."""
        number = self.built(owner, bot)
        digest = self.book.submissions[number].digest
        self.record(SubmissionAccepted(number, digest, digest, 307))
        return number

    def record(self, *events: EntryEvent) -> None:
        """Write events, as the worker does."""
        self.store.record(lambda book: events)

    def state(self, number: int) -> SubmissionState:
        """Return the state of a submission."""
        return self.book.submissions[number].state

    def said(self, *words: str) -> str:
        """Return the output of a command of `referee league`."""
        return league(self.folder, *words)

    def data(self, *words: str) -> dict[str, Any]:
        """Return the JSON of a command of `referee league`."""
        found: dict[str, Any] = json.loads(self.said(*words, "--json"))
        return found


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Season]:
    """A league that two owners have joined."""
    write(tmp_path / "league.toml", {"one": "random", "two": "random"})
    with (tmp_path / "league.toml").open("a") as file:
        file.write('[entry]\nlisten = "127.0.0.1:50052"\n[[owner]]\nname = "house"\n')
    with closing(EntryStore(tmp_path / "entry")) as store:
        yield Season(tmp_path, store)


class TestCheck:
    """A league without a bot is valid if owners can enter bots."""

    def test_it_begins_once_there_are_enough(self, tmp_path: Path) -> None:
        write(tmp_path / "league.toml", {})
        assert "0 bots cannot fill 2 seats" in referee("league", "check", cwd=tmp_path).stderr
        with (tmp_path / "league.toml").open("a") as file:
            file.write('[entry]\nlisten = "127.0.0.1:50052"\n')
        said = league(tmp_path, "check")
        assert said.endswith(
            "for 0 bots in 1 round; it begins once owners have entered more bots.\n"
        )
        assert (
            json.loads(league(tmp_path, "check", "--json"))["plan"]["matches_in_round_one"] is None
        )


class TestOwners:
    """The list has everybody, and one command ends or renews what an owner may do."""

    def test_the_list_has_bots_submissions_and_the_last_time_of_each(self, season: Season) -> None:
        season.accepted()
        season.submitted(ADA, ONYX)
        rows = season.data("owners")["owners"]
        assert [(row["owner"], row["state"], row["bots"]) for row in rows] == [
            ("house", "in the file", 0),
            ("ada", "joined", 2),
            ("ben", "joined", 0),
        ]
        assert [(row["submissions"], row["seen"]) for row in rows[1:]] == [
            (2, "1970-01-01T00:03:22Z"),
            (0, "1970-01-01T00:01:40Z"),
        ]
        shown = season.said("owners") + json.dumps(rows)
        assert not any(one in shown or hashed(one) in shown for one in season.tokens.values())

    def test_a_new_token_takes_the_place_of_the_old_one(self, season: Season) -> None:
        token = season.said("owners", "--new-token", "ada").strip()
        assert season.book.owner_of(hashed(season.tokens[ADA])) is None
        assert season.book.owner_of(hashed(token)) == ADA
        assert token not in (season.folder / "entry" / "entries.journal").read_text()
        assert season.data("owners", "--new-token", "ben").keys() == {"league", "owner", "token"}

    def test_a_removed_owner_plays_and_submits_no_more_and_the_others_stay(
        self, season: Season
    ) -> None:
        playing, waiting, other = (
            season.accepted(),
            season.built(ADA, ONYX),
            season.accepted(BEN, BotName("ruby")),
        )
        words = ("owners", "--remove", "ada", "--reason", "Two owners, one person.")
        assert "2 bots are withdrawn, 1 submission is refused" in season.said(*words)
        book = season.book
        assert book.owner_of(hashed(season.tokens[ADA])) is None
        assert [book.entries[bot].is_withdrawn for bot in (JADE, ONYX)] == [True, True]
        assert book.submissions[waiting].why == "Two owners, one person."
        assert season.state(playing) is season.state(other) is SubmissionState.ACCEPTED
        assert not book.entries[BotName("ruby")].is_withdrawn
        assert book.owner_of(hashed(season.tokens[BEN])) == BEN
        with raises(UsageError, SubmissionSentence.TOKEN_UNKNOWN):
            season.submitted()
        with raises(UsageError, SubmissionSentence.OWNER_TAKEN):
            season.store.join(season.store.invite(400), "Ada", 400)

    def test_a_removed_owner_comes_back_with_a_new_token(self, season: Season) -> None:
        season.said("owners", "--remove", "ada")
        token = season.said("owners", "--new-token", "ada").strip()
        assert season.book.owner_of(hashed(token)) == ADA
        assert season.submitted() == 1

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("--remove", "adaa"), "no_owner_joined"),
            (("--new-token", "house"), "no_owner_joined"),
            (("--rename", "ada", "eve"), "owner_entered"),
            (("--rename", "house", "ADA"), "owner_name_taken"),
            (("--rename", "house", "x!"), "no_name_of_owner"),
            (("--remove", "ada", "--new-token", "ben"), "exclusive_options"),
        ],
    )
    def test_a_mistake_changes_nothing(
        self, words: tuple[str, ...], code: str, season: Season
    ) -> None:
        before = (season.folder / "entry" / "entries.journal").read_bytes()
        error, _ = refused("league", "owners", *words, cwd=season.folder)
        assert error["code"] == code
        assert before == (season.folder / "entry" / "entries.journal").read_bytes()


class TestSubmissions:
    """The list says what became of each, and one submission shows all that its owner sees."""

    def test_the_list_has_state_size_times_and_the_reason(self, season: Season) -> None:
        numbers = [season.accepted(), season.built(), season.submitted(BEN, ONYX)]
        season.record(SubmissionRefused(numbers[2], HOSTILE, 400))
        shown = season.said("submissions").splitlines()
        assert shown[0].split() == [
            "number",
            "owner",
            "bot",
            "state",
            "KiB",
            "taken",
            "seconds",
            "why",
        ]
        assert [line.split()[:5] for line in shown[1:]] == [
            ["1", "ada", "jade", "plays", "1"],
            ["2", "ada", "jade", "undecided", "1"],
            ["3", "ben", "onyx", "refused", "1"],
        ]
        assert shown[1].split()[6] == "7"
        assert "<script>: its file" in shown[3]
        assert "\x1b" not in shown[3]
        assert "line two" not in shown[3]

    def test_it_can_be_of_one_owner_or_one_state(self, season: Season) -> None:
        season.accepted()
        season.submitted(BEN, ONYX)
        for words in (
            ("--owner", "ben"),
            ("--state", "queued"),
            ("--owner", "ben", "--state", "queued"),
        ):
            rows = season.data("submissions", *words)["submissions"]
            assert [row["number"] for row in rows] == [2]
        assert (
            season.data("submissions", "--owner", "ben", "--state", "accepted")["submissions"] == []
        )

    def test_one_shows_the_whole_reason_and_the_folder_of_its_version(self, season: Season) -> None:
        season.record(SubmissionRefused(season.submitted(), HOSTILE, 400))
        shown = season.said("submissions", "--number", "1")
        assert shown.endswith("\ufffd[2J<script>: its file has the name\nline two\n")
        one = season.data("submissions", "--number", str(season.accepted()))["submission"]
        assert one["folder"] == "entries/ada/jade/2"
        assert (one["plays"], one["why"]) == (True, None)
        error, _ = refused("league", "submissions", "--number", "9", cwd=season.folder)
        assert error["code"] == "no_such_submission"


class TestDecide:
    """The organiser accepts and refuses, before and after a version plays."""

    def test_a_version_that_waits_is_accepted_or_refused(self, season: Season) -> None:
        first, second = season.built(), season.built()
        said = season.said("decide", str(first), "accept")
        assert said == "Submission 1 is accepted: version 1 plays for jade.\n"
        said = season.said("decide", str(second), "refuse", "--reason", "It is a copy.")
        assert said == "Submission 2 is refused: version 1 plays for jade.\n"
        assert season.book.submissions[second].why == "It is a copy."

    def test_a_refused_version_plays_no_more_and_the_one_before_plays_again(
        self, season: Season
    ) -> None:
        season.accepted()
        season.record(SubmissionRefused(season.submitted(), "It does not build.", 400))
        season.accepted()
        done = season.data("decide", "3", "refuse")
        assert (done["state"], done["playing"]) == ("refused", 1)
        assert season.data("decide", "1", "refuse")["playing"] is None
        assert season.data("decide", "3", "accept")["playing"] == 3
        assert season.book.submissions[3].why == ""

    def test_the_same_decision_twice_writes_one_event(self, season: Season) -> None:
        season.built()
        journal = season.folder / "entry" / "entries.journal"
        for verdict in ("accept", "refuse"):
            season.said("decide", "1", verdict)
            before = journal.read_bytes()
            season.said("decide", "1", verdict)
            assert journal.read_bytes() == before

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("1", "accept"), "not_built"),
            (("2", "accept"), "version_not_there"),
            (("9", "refuse"), "no_such_submission"),
            (("1", "maybe"), "wrong_parameter"),
            (("0", "accept"), "wrong_parameter"),
        ],
    )
    def test_what_cannot_be_decided_is_refused(
        self, words: tuple[str, ...], code: str, season: Season
    ) -> None:
        season.submitted()
        season.built()
        (season.folder / "entries" / "ada" / "jade" / "2").rmdir()
        error, _ = refused("league", "decide", *words, cwd=season.folder)
        assert error["code"] == code


class TestFreeze:
    """A running entry process takes no submission after the command, and takes them again."""

    def test_it_holds_until_it_is_undone(self, season: Season) -> None:
        assert "takes no more submissions" in season.said("freeze")
        with raises(UsageError, SubmissionSentence.SUBMISSIONS_FROZEN):
            season.submitted()
        assert season.data("freeze", "--off") == {"league": "small", "frozen": False}
        assert season.submitted() == 1


class TestAnnounce:
    """Words for all owners are in the journal, as they were written."""

    def test_owners_get_them_in_order(self, season: Season) -> None:
        season.said("owners", "--remove", "ben")
        assert season.said("announce", "Später: 天命!") == "Announced to 1 owner of small.\n"
        season.said("announce", " Now. ")
        assert [one.text for one in season.book.announcements] == ["Später: 天命!", "Now."]

    @pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
    def test_nothing_and_too_much_are_refused(self, text: str, season: Season) -> None:
        error, _ = refused("league", "announce", text, cwd=season.folder)
        assert error["code"] == "announcement_size"


class TestDamaged:
    """A damaged journal is one sentence, and no command writes into it."""

    @pytest.mark.parametrize(
        "words", [("owners",), ("submissions",), ("invite", "--list"), ("invite",), ("freeze",)]
    )
    def test_it_is_named(self, words: tuple[str, ...], season: Season) -> None:
        journal = season.folder / "entry" / "entries.journal"
        journal.write_bytes(journal.read_bytes().replace(b"ada", b"eve"))
        before = journal.read_bytes()
        done = referee("league", *words, cwd=season.folder)
        assert done.returncode == 65
        assert "entries.journal" in done.stderr
        assert journal.read_bytes() == before


class TestSeason:
    """A season that plays follows the organiser at once."""

    @pytest.mark.full
    def test_a_refused_version_and_a_removed_owner_play_no_more(self, tmp_path: Path) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered = Entered(tmp_path)
        entered.join("ada")
        for _ in range(2):
            entered.enter("ada", "jade")
        with serve(tmp_path) as server:
            until_version(server, "jade", "2")
            league(tmp_path, "decide", "2", "refuse")
            until_version(server, "jade", "1")
            league(tmp_path, "decide", "1", "refuse")
            until_status(server, tmp_path, "benched: ")
            league(tmp_path, "decide", "2", "accept")
            until_version(server, "jade", "2")
            league(tmp_path, "owners", "--remove", "ada")
            until_status(server, tmp_path, "benched: ")
            end(server)
        assert not events(server.lines, "version_rolled_back")
