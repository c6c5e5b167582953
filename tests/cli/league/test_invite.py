"""`referee league invite`: invitations for one, for many, on paper, their list and their end."""

import json
import re
import stat
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from time import time

import pytest

from referee.entry.entry_store import EntryStore
from referee.entry.sentence import SubmissionSentence
from referee.error import UsageError
from referee.server.identity import hashed
from tests.cli.running import LEAGUE, league, write
from tests.cli.shell import referee, refused
from tests.errors import raises
from tests.preloaded_python import run_preloaded

ADDRESS = "https://league.example:50052"
NAMES = "# class of 2030\nAnn\n\nBob Brown  # joined late\nCarl\n"
CODE = re.compile(r"([0-9A-Z]{4}-){4}[0-9A-Z]{4}")


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """The folder of a league that takes submissions."""
    write(tmp_path / "league.toml", {"house": "random"})
    with (tmp_path / "league.toml").open("a") as file:
        file.write(f'[entry]\nlisten = "0.0.0.0:50052"\naddress = "{ADDRESS}"\n')
        file.write("plaintext = true\n")
    (tmp_path / "names.txt").write_text(NAMES)
    return tmp_path


def joined(folder: Path, code: str, name: str = "", now: float | None = None) -> str:
    """Join with an invitation, as the service does; return the owner."""
    with closing(EntryStore(folder / "entry")) as store:
        return store.join(code, name, int(now or time()))[0]


def invited(folder: Path, *words: str) -> str:
    """Return the code of a new invitation."""
    said = league(folder, "invite", *words)
    found = CODE.search(said)
    assert found is not None, said
    return found[0]


def listed(folder: Path) -> list[dict[str, object]]:
    """Return the invitations that the list has."""
    found: list[dict[str, object]] = json.loads(league(folder, "invite", "--list", "--json"))[
        "invitations"
    ]
    return found


class TestOne:
    """One invitation is one command, which a person copies."""

    def test_its_owner_chooses_a_name(self, season: Path) -> None:
        said = league(season, "invite")
        assert re.fullmatch(rf"referee join {ADDRESS} {CODE.pattern} --name NAME\n", said)
        assert joined(season, said.split()[3], "Team 1") == "Team 1"

    def test_its_code_may_be_typed_in_lower_case_without_hyphens(self, season: Path) -> None:
        code = invited(season, "--owner", "ada")
        typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        assert joined(season, f" {typed} ") == "ada"

    def test_it_has_a_link_if_the_league_has_pages(self, season: Path) -> None:
        pages = "https://pages.example/"
        said = league(season, "invite", "--pages", pages).splitlines()
        code = said[0].split()[3]
        assert said[1] == f"https://pages.example/enter#{code}"
        for paper in ("one.html", "one.txt"):
            league(season, "invite", "--pages", pages, "--paper", paper)
            text = (season / paper).read_text()
            assert re.search(rf"https://pages\.example/enter#{CODE.pattern}", text) is not None
        (made,) = json.loads(league(season, "invite", "--pages", pages, "--json"))["invitations"]
        assert made["link"] == f"https://pages.example/enter#{made['code']}"

    def test_it_says_how_often_until_when_and_how_many_bots(self, season: Path) -> None:
        words = ("--uses", "2", "--bots", "3", "--expires", "7 d", "--json")
        (made,) = json.loads(league(season, "invite", *words))["invitations"]
        assert (made["owner"], made["join"]) == (
            None,
            f"referee join {ADDRESS} {made['code']} --name NAME",
        )
        for name in ("ada", "ben"):
            assert joined(season, made["code"], name) == name
        with raises(UsageError, SubmissionSentence.INVITATION_USED):
            joined(season, made["code"], "carl")
        (row,) = listed(season)
        assert (row["state"], row["used"], row["uses"], row["bots"]) == ("used", 2, 2, 3)
        other = invited(season, "--expires", "2130-01-01")
        with raises(UsageError, SubmissionSentence.INVITATION_EXPIRED):
            joined(season, other, "carl", now=6e9)

    def test_the_address_follows_from_the_listener_unless_others_cannot_call_it(
        self, season: Path
    ) -> None:
        set_listen = ("--set", "entry.address=", "--set")
        for listen, address in (
            ("127.0.0.1:7001", "http://127.0.0.1:7001"),
            ("unix:/run/entry.sock", "unix:/run/entry.sock"),
        ):
            said = league(season, "invite", *set_listen, f"entry.listen={listen}")
            assert said.startswith(f"referee join {address} ")
        for listen in ("0.0.0.0:50052", "[::]:50052", "127.0.0.1:0"):
            error, _ = refused(
                "league", "invite", *set_listen, f"entry.listen={listen}", cwd=season
            )
            assert error["code"] == "entries_without_address"
        write(season / "off.toml", {"one": "random", "two": "random"})
        error, _ = refused("league", "invite", "off.toml", cwd=season)
        assert error["code"] == "entries_are_off"


class TestMany:
    """A list of names becomes one invitation for each name, or none at all."""

    @pytest.mark.parametrize("kind", ["html", "txt"])
    def test_a_sheet_has_a_slip_for_each_that_only_the_organiser_may_read(
        self, kind: str, season: Path
    ) -> None:
        sheet = season / f"class.{kind}"
        done = referee("league", "invite", "--from", "names.txt", "--paper", sheet, cwd=season)
        assert (done.returncode, done.stdout) == (0, "")
        assert stat.S_IMODE(sheet.stat().st_mode) == 0o600
        text = sheet.read_text()
        codes = re.findall(rf"referee join {ADDRESS} ({CODE.pattern})", text)
        assert [joined(season, code) for code, _ in codes] == ["Ann", "Bob Brown", "Carl"]
        assert text.count(codes[0][0]) == 2
        assert codes[0][0] not in done.stderr
        if kind == "html":
            HTMLParser().feed(text)
            assert text.count("<section>") == 3
            assert "src=" not in text
            assert "href=" not in text

    def test_names_come_from_options_or_from_standard_input(self, season: Path) -> None:
        words = ("invite", "--owner", "Ann", "--owner", "Bob Brown")
        assert [line.split("  ")[0] for line in league(season, *words).splitlines()] == [
            "owner",
            "Ann",
            "Bob Brown",
        ]
        run_preloaded(
            [*LEAGUE, "invite", "--from", "-"], input="Dora\n", text=True, cwd=season, check=True
        )
        assert [row["owner"] for row in listed(season)] == ["Ann", "Bob Brown", "Dora"]

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("--owner", "dora", "--owner", "Dora"), "owner_twice"),
            (("--owner", "dora", "--owner", "<b>"), "no_name_of_owner"),
            (("--owner", "dora", "--owner", "CARL"), "owners_invited"),
            (("--owner", "dora", "--owner", "eve"), "owners_invited"),
            (("--from", "wrong.txt"), "wrong_token_line"),
            (("--from", "no.txt"), "names_not_read"),
            (("--owner", "dora", "--paper", "sheet.pdf"), "paper_of_which_kind"),
            (("--owner", "dora", "--paper", "names.txt"), "exists_already"),
            (("--owner", "dora", "--paper", "no/sheet.txt"), "not_written"),
            (("--owner", "dora", "--expires", "soon"), "no_expiry"),
            (("--owner", "dora", "--expires", "2001-01-01"), "expiry_is_over"),
            (("--uses", "2", "--owner", "dora"), "exclusive_options"),
            (("--list", "--revoke", "x"), "exclusive_options"),
        ],
    )
    def test_a_mistake_makes_no_invitation(
        self, words: tuple[str, ...], code: str, season: Path
    ) -> None:
        joined(season, invited(season), "eve")
        league(season, "invite", "--owner", "carl")
        (season / "wrong.txt").write_text("dora\n<b>\n")
        before = (season / "entry" / "entries.journal").read_bytes(), sorted(season.iterdir())
        error, _ = refused("league", "invite", *words, cwd=season)
        assert error["code"] == code
        assert before == (
            (season / "entry" / "entries.journal").read_bytes(),
            sorted(season.iterdir()),
        )

    def test_a_sheet_is_removed_if_a_name_is_taken(self, season: Path) -> None:
        league(season, "invite", "--owner", "carl")
        words = ("--from", "names.txt", "--paper", "sheet.txt")
        error, _ = refused("league", "invite", *words, cwd=season)
        assert error["code"] == "owners_invited"
        assert not (season / "sheet.txt").exists()


class TestListAndRevoke:
    """The list shows what became of each invitation, never its code or the whole hash."""

    def test_each_has_its_state(self, season: Path) -> None:
        codes = [invited(season, "--owner", name) for name in "abc"]
        league(season, "invite", "--expires", "30d")
        joined(season, codes[0])
        by_id, by_code = str(listed(season)[1]["id"]), codes[2].lower()
        assert league(season, "invite", "--revoke", by_id, "--revoke", by_code) == (
            "2 invitations are revoked.\n"
        )
        assert [row["state"] for row in listed(season)] == ["used", "revoked", "revoked", "open"]
        with raises(UsageError, SubmissionSentence.INVITATION_USED):
            joined(season, codes[1])
        shown = league(season, "invite", "--list") + json.dumps(listed(season))
        assert not any(code in shown or hashed(code) in shown for code in codes)

    def test_an_unknown_one_is_refused_and_the_others_stay(self, season: Path) -> None:
        league(season, "invite")
        known = str(listed(season)[0]["id"])
        error, _ = refused("league", "invite", "--revoke", known, "--revoke", "x", cwd=season)
        assert error["code"] == "no_such_invitation"
        assert listed(season)[0]["state"] == "open"

    def test_a_list_makes_no_folder(self, season: Path) -> None:
        assert listed(season) == []
        assert not (season / "entry").exists()
