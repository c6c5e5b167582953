"""The API over a folder of records: what it answers, and what it refuses."""

import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.identifier import MatchId
from referee.match.question import Answer, Thought
from referee.record.reader import parse
from referee.web.api.document import document
from referee.web.catalogue import Catalogue
from referee.web.disclosure import Disclosure
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from referee.web.steps import steps_of
from tests.match.driver import Driver, questions
from tests.record.samples import broken_record, dragon_record, toy_record
from tests.web.browser import get
from tests.web.conftest import Pages, played_record
from tianming_games.chance import Chance

_SCHEMAS = document()["components"]


def assert_valid(model: str, answer: Any) -> None:
    """An answer is what the document says."""
    schema = {"$ref": f"#/components/schemas/{model}", "components": _SCHEMAS}
    Draft202012Validator(schema).validate(answer)


class TestHidden:
    """A match that is not shown yet still has its seats, its clock and its set."""

    def test_it_says_who_plays_and_how_far_its_set_is(self, folder: Path) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        (folder / "m2.tianming.part").write_bytes(toy_record()[:-250])
        source = RecordsSource("season", folder, [], ShowSettings(same_draws=True))
        view = Catalogue(source).view(MatchId("m1"))
        source.close()
        assert [seat.bot for seat in view.seats] == ["bot0", "bot1", "bot2"]
        assert view.clock is not None
        assert view.hidden is not None
        assert view.hidden.reason == "until_set_is_over"
        assert (view.hidden.over, view.hidden.of) == (1, 2)


def test_matches_of_two_bots_are_found(folder: Path, pages: Pages) -> None:
    (folder / "m1.tianming").write_bytes(toy_record())
    for opponent, count in (("bot1", 1), ("nobody", 0)):
        found = get(pages(), f"/api/v1/matches?bot=bot0&opponent={opponent}").json()
        assert found["total"] == count


class TestTimes:
    """The time of a choice is that of a bot."""

    def test_choices_of_the_house_have_no_time(self, folder: Path, pages: Pages) -> None:
        driver = Driver(strikes=1)
        driver.start()
        driver.play_out(driver.wait(6), Chance(bytes(32), "answers"))
        driver.writer.flush()
        (folder / "m1.tianming").write_bytes(bytes(driver.file.data))
        steps = get(pages(), "/api/v1/matches/m1/steps").json()["steps"]
        house = [step for step in steps if step.get("origin") == "house"]
        assert len(house) > 2
        assert [step for step in house if "time" in step] == []
        own = [step["time"] for step in steps if step["kind"] == "action" and "time" in step]
        assert set(own) == {0.01}


class TestLeague:
    """The season at a glance."""

    def test_it_has_the_table_of_the_records(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        found = get(pages(), "/api/v1/league").json()
        assert_valid("League", found)
        assert found["matches"] == 1
        assert [row["bot"] for row in found["table"]] == found["bots"] or len(found["table"]) == 3

    def test_points_of_a_substitute_are_not_of_the_bot(self, folder: Path, pages: Pages) -> None:
        """A seat that is forfeited counts for places and for forfeits, and not for points."""
        driver = Driver(strikes=1)
        driver.start()
        driver.play_out(driver.wait(6), Chance(bytes(32), "answers"))
        driver.writer.flush()
        (folder / "m1.tianming").write_bytes(bytes(driver.file.data))
        found = get(pages(), "/api/v1/league").json()
        assert_valid("League", found)
        rows = {row["bot"]: row for row in found["table"]}
        forfeited = rows.pop("bot1")
        assert (forfeited["forfeits"], forfeited["mean_place"]) == (1, 3.0)
        assert forfeited["mean_points"] is None
        assert all(row["mean_points"] > 0 for row in rows.values())
        for bot in ("bot0", "bot1", "bot2"):
            view = get(pages(), f"/api/v1/bots/{bot}").json()
            for met in view["opponents"]:
                kinds = ("ahead", "level", "behind", "forfeits")
                assert sum(met.get(kind, 0) for kind in kinds) == 1

    def test_it_has_the_most_seats_of_a_match(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        (folder / "m2.tianming").write_bytes(dragon_record())
        assert get(pages(), "/api/v1/league").json()["seats"] == 3

    def test_an_empty_folder_is_a_season_without_matches(self, pages: Pages) -> None:
        found = get(pages(), "/api/v1/league").json()
        assert_valid("League", found)
        assert (found["matches"], found["table"]) == (0, [])


class TestMatches:
    """The list of matches, page by page and filtered."""

    @pytest.fixture(autouse=True)
    def records(self, folder: Path) -> None:
        (folder / "good.tianming").write_bytes(dragon_record())
        (folder / "struck.tianming").write_bytes(toy_record())
        (folder / "void.tianming").write_bytes(broken_record())
        (folder / "live.tianming.part").write_bytes(played_record()[:-200])

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("", {"good", "struck", "void", "live"}),
            ("?bot=bot2", {"struck", "void", "live"}),
            ("?bot=bot1&seat=1", {"good", "struck", "void", "live"}),
            ("?bot=bot1&seat=0", set()),
            ("?bot=nobody", set()),
            ("?game=dragon", {"good"}),
            ("?game=chess", set()),
            ("?fault=any", {"struck"}),
            ("?fault=late&bot=bot1", {"struck"}),
            ("?fault=late&bot=bot2", set()),
            ("?fault=flood", set()),
            ("?state=void", {"void"}),
            ("?state=live", {"live"}),
            ("?state=finished", {"good", "struck"}),
            ("?state=planned", set()),
            ("?round=1", {"good", "struck", "void", "live"}),
            ("?round=2", set()),
            ("?page=2", set()),
        ],
    )
    def test_a_filter_lets_through_what_it_names(
        self, pages: Pages, query: str, names: set[str]
    ) -> None:
        found = get(pages(), f"/api/v1/matches{query}").json()
        assert_valid("MatchPage", found)
        assert {match["id"] for match in found["matches"]} == names
        assert found["total"] == (4 if "page" in query else len(names))

    def test_a_match_has_its_results_and_faults(self, pages: Pages) -> None:
        found = get(pages(), "/api/v1/matches/struck").json()
        assert_valid("MatchView", found)
        (struck,) = [seat for seat in found["seats"] if seat.get("faults")]
        assert struck["faults"] == {"late": 1}
        assert struck["strikes"] == 1

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ("?seat=x", "wrong_parameter"),
            ("?seat=-1", "wrong_parameter"),
            ("?seat=99999999999999999999", "wrong_parameter"),
            ("?page=0", "wrong_parameter"),
            ("?state=dead", "wrong_parameter"),
            ("?fault=rude", "wrong_parameter"),
            ("?bot=a&bot=b", "wrong_parameter"),
            (f"?bot={'a' * 201}", "wrong_parameter"),
            ("?colour=red", "unknown_parameter"),
        ],
    )
    def test_a_query_that_cannot_be_is_refused(self, pages: Pages, query: str, code: str) -> None:
        refused = get(pages(), f"/api/v1/matches{query}")
        assert_valid("Problem", refused.json())
        assert (refused.status, refused.json()["error"]) == (400, code)


class TestSteps:
    """A whole match in one answer."""

    def test_a_step_has_the_number_of_its_entry(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        found = get(pages(), "/api/v1/matches/m1/steps").json()
        assert_valid("Steps", found)
        entries = {entry.index: entry for entry in parse(toy_record(), "m1").entries}
        kinds = {step["n"]: step["kind"] for step in found["steps"]}
        said = {"drawn": "draw", "chosen": "action", "fault": "fault", "seal": "end"}
        assert kinds == {
            n: said[kind]
            for n, entry in entries.items()
            if (kind := entry.body.WhichOneof("kind")) in said
        }

    def test_a_match_in_play_is_shown_as_far_as_it_is(self, folder: Path, pages: Pages) -> None:
        whole = toy_record()
        (folder / "m1.tianming").write_bytes(whole)
        full = get(pages(), "/api/v1/matches/m1/steps").json()
        (folder / "m1.tianming").unlink()
        (folder / "m1.tianming.part").write_bytes(whole[: len(whole) // 2])
        half = get(pages(), "/api/v1/matches/m1/steps").json()
        assert not half["over"]
        count = len(half["steps"])
        assert 0 < count < len(full["steps"])
        without = [{**step, "asked": None} for step in full["steps"][:count]]
        assert [{**step, "asked": None} for step in half["steps"]] == without

    def test_options_come_only_where_they_are_asked_for(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        plain = get(pages(), "/api/v1/matches/m1/steps").json()["steps"]
        full = get(pages(), "/api/v1/matches/m1/steps?options=1").json()["steps"]
        assert not any("options" in step for step in plain)
        chosen = [step["options"][step["chosen"]] for step in full if "options" in step]
        assert chosen
        assert all(any(one in step["words"] for step in full) for one in chosen)

    @pytest.mark.parametrize("value", [None, 0.25])
    def test_a_choice_has_the_note_and_the_thought_of_its_bot(self, value: float | None) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        thought = Thought(value, 7, 2, ("0", "1"))
        answer = Answer(question.number, 0, driver.now, note="so be it", thought=thought)
        driver.match.choose(question.seat, answer)
        disclosure = Disclosure(is_open=True, notes=True)
        steps = steps_of(MatchId("m1"), driver.record(), disclosure).steps
        (step,) = [step for step in steps if step.thought is not None]
        assert step.thought is not None
        known = {} if value is None else {"value": value}
        assert step.thought.model_dump(exclude_defaults=True) == {
            **known,
            "nodes": 7,
            "depth": 2,
            "line": ("0", "1"),
        }
        assert step.note == "so be it"

    def test_a_delay_holds_back_what_too_few_decisions_follow(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming.part").write_bytes(toy_record()[:-250])
        now, late = (
            get(pages(delay=delay), "/api/v1/matches/m1/steps").json()["steps"] for delay in (0, 2)
        )
        acted = [step["n"] for step in now if step["kind"] == "action"]
        assert [step["n"] for step in late if step["kind"] == "action"] == acted[:-2]

    def test_a_whole_match_of_four_seats_fits_into_ten_kilobytes(
        self, folder: Path, pages: Pages
    ) -> None:
        (folder / "m1.tianming").write_bytes(dragon_record())
        reply = get(pages(), "/api/v1/matches/m1/steps", Accept_Encoding="br")
        assert reply.headers["content-encoding"] == "br"
        assert len(reply.body) < 10_240

    @pytest.mark.parametrize(("seat", "code"), [("9", "no_such_seat")])
    def test_a_seat_that_is_none_is_refused(
        self, folder: Path, pages: Pages, seat: str, code: str
    ) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        refused = get(pages(), f"/api/v1/matches/m1/steps?seat={seat}")
        assert (refused.status, refused.json()["error"]) == (404, code)


class TestBadRecord:
    """A record that cannot be shown: the match says why, and the rest of the season is there."""

    def test_a_damaged_record_is_a_void_match(self, folder: Path, pages: Pages) -> None:
        (folder / "bad.tianming").write_bytes(b"what is this?")
        (folder / "good.tianming").write_bytes(toy_record())
        found = get(pages(), "/api/v1/matches").json()["matches"]
        assert {match["id"]: match["state"] for match in found} == {
            "bad": "void",
            "good": "finished",
        }

    @pytest.mark.parametrize("path", ["steps", "live"])
    def test_a_damaged_record_is_said_in_words(self, folder: Path, pages: Pages, path: str) -> None:
        data = bytearray(toy_record())
        data[len(data) // 2] ^= 1
        (folder / "bad.tianming").write_bytes(data)
        refused = get(pages(), f"/api/v1/matches/bad/{path}")
        assert refused.status in (404, 422)
        assert "Traceback" not in refused.text
        assert get(pages(), "/api/v1/matches/bad").status == 200

    def test_a_record_of_a_game_that_is_gone_is_said(self, folder: Path, pages: Pages) -> None:
        driver = Driver()
        driver.start()
        data = bytes(played_record(driver)).replace(b"\x1a\x03toy", b"\x1a\x03tov", 1)
        (folder / "m1.tianming").write_bytes(data)
        assert get(pages(), "/api/v1/matches").status == 200

    def test_a_link_out_of_the_folder_is_no_way_out(self, folder: Path, pages: Pages) -> None:
        secret = folder.parent / "secret.txt"
        secret.write_text("the token is xyzzy")
        os.symlink(secret, folder / "m1.tianming")
        for target in ("", "/steps", "/live"):
            assert "xyzzy" not in get(pages(), f"/api/v1/matches/m1{target}").text


class TestFairness:
    """What anybody needs to check a match."""

    def test_the_seed_is_shown_after_the_end(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        found = get(pages(), "/api/v1/fair/m1").json()
        assert_valid("Fairness", found)
        header = parse(toy_record(), "m1").header
        assert found["commitment"] == header.seed_commitment.hex()
        assert (found["seed"], found["nonce"]) == (header.seed.hex(), header.seed_nonce.hex())

    def test_the_seed_is_not_shown_before_the_end(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(toy_record()[:-250])
        found = get(pages(), "/api/v1/fair/m1").json()
        assert_valid("Fairness", found)
        assert not {"seed", "nonce", "digest"} & found.keys()
        assert found["hidden"]


class TestBot:
    """The page of a bot."""

    def test_it_has_results_faults_and_times(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        found = get(pages(), "/api/v1/bots/bot1").json()
        assert_valid("BotView", found)
        assert found["faults"] == {"late": 1}
        assert sum(one["count"] for one in found["times"]) == found["answers"]
        assert sum(one["count"] for one in found["places"]) == 1

    def test_a_name_that_is_none_gets_a_hint(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        refused = get(pages(), "/api/v1/bots/bot9")
        assert refused.status == 404
        assert "did you mean bot" in refused.json()["message"]


def test_questions_appear_with_the_step_before(folder: Path, pages: Pages) -> None:
    """Who is asked next stands in the step that leads to it."""
    driver = Driver()
    first = questions(driver.start())
    driver.writer.settle()
    driver.writer.flush()
    (folder / "m1.tianming.part").write_bytes(bytes(driver.file.data))
    found = get(pages(), "/api/v1/matches/m1/steps").json()
    asked = [one["seat"] for step in found["steps"] for one in step.get("asked", [])]
    assert asked == [question.seat for question in first]
