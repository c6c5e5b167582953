"""Each set on one machine of the cluster, and what follows from the speed of the machine."""

from dataclasses import replace

import pytest

from referee.league.executor.machine_sets import (
    ClusterMachine,
    ClusterWorker,
    MachineSets,
    SpeedPolicy,
    scaled,
)
from referee.match.clock import ClockSettings, seconds
from referee.record.playing_machine import PlayingMachine
from tests.league.executor.cluster import dragon

REFERENCE = PlayingMachine("league", 1_000, compiled=False)


def worker(address: str, name: str, speed: int = 1_000, *, compiled: bool = False) -> ClusterWorker:
    """A worker for one match at once."""
    return ClusterWorker(address, 1, PlayingMachine(name, speed, compiled))


def sets(rule: str, *workers: ClusterWorker) -> MachineSets:
    """The sets of a cluster with these workers."""
    found = MachineSets(SpeedPolicy(rule, REFERENCE))
    found.update(workers)
    return found


def assigned(found: MachineSets, number: int, machine: str = "") -> ClusterMachine:
    """The machine for a match of a set, of which `machine` played others in an earlier run."""
    given = found.assign(replace(dragon("m"), set_number=number, machine=machine))
    assert given is not None
    return given


class TestSets:
    def test_all_matches_of_a_set_go_to_one_machine_however_full_it_is(self) -> None:
        found = sets("record", worker("tcp://a", "a"), worker("tcp://b", "b"))
        assert {assigned(found, 1).name for _ in range(8)} == {"a"}
        assert assigned(found, 2).name == "b"

    def test_a_new_set_goes_to_the_machine_with_the_most_room(self) -> None:
        found = sets(
            "record", *(worker(f"tcp://a{n}", "a") for n in range(3)), worker("tcp://b", "b")
        )
        names = [assigned(found, number).name for number in range(1, 9)]
        assert (names.count("a"), names.count("b")) == (6, 2)

    def test_a_match_that_is_over_makes_room(self) -> None:
        found = sets("record", worker("tcp://a", "a"), worker("tcp://b", "b"))
        assert [assigned(found, 1).name, assigned(found, 2).name] == ["a", "b"]
        found.release("b")
        assert assigned(found, 3).name == "b"

    def test_a_set_that_an_earlier_run_began_goes_on_at_its_machine(self) -> None:
        found = sets("record", worker("tcp://a", "a"), worker("tcp://b", "b"))
        assert assigned(found, 1, "b").name == "b"
        assert assigned(found, 1).name == "b"
        assert assigned(found, 2, "gone").name == "a"

    def test_what_is_left_of_a_set_moves_to_one_other_machine(self) -> None:
        found = sets("record", *(worker(f"tcp://{name}", name) for name in "abc"))
        assert assigned(found, 1).name == "a"
        found.update([worker("tcp://b", "b"), worker("tcp://c", "c")])
        first = assigned(found, 1).name
        assert {assigned(found, 1).name for _ in range(5)} == {first}
        found.update([worker(f"tcp://{name}", name) for name in "abc"])
        assert assigned(found, 1).name == first

    def test_any_worker_of_the_machine_may_play(self) -> None:
        found = sets("record", worker("tcp://b", "a"), worker("tcp://a", "a"))
        assert assigned(found, 1).workers == ("tcp://a", "tcp://b")

    def test_without_a_worker_there_is_no_machine(self) -> None:
        assert sets("record").assign(dragon("m")) is None


class TestRecord:
    def test_slower_machines_of_any_build_play_with_the_clock_as_it_is(self) -> None:
        found = sets("record", worker("tcp://a", "a", 0), worker("tcp://b", "b", 9, compiled=True))
        assert {assigned(found, number).clock_factor for number in (1, 2)} == {None}
        assert found.refusals == {}


class TestScale:
    def test_a_machine_of_half_the_speed_has_twice_the_time(self) -> None:
        machine = assigned(sets("scale", worker("tcp://a", "a", 500)), 1)
        task = dragon("m")
        adapted = machine.adapted(task)
        assert adapted.clock_factor == 2.0
        assert adapted.settings.clock == scaled(task.settings.clock, 2.0)
        assert adapted.settings.clock.decision == 2 * task.settings.clock.decision

    def test_grace_and_stalls_are_no_time_of_a_bot(self) -> None:
        clock = ClockSettings(increment=seconds(1))
        assert scaled(clock, 0.5) == ClockSettings(
            seconds(2.5), seconds(15), seconds(0.5), clock.grace, seconds(2.5), clock.stall
        )

    def test_all_workers_of_a_machine_have_one_clock(self) -> None:
        found = sets("scale", worker("tcp://a", "a", 400), worker("tcp://b", "a", 500))
        assert assigned(found, 1).clock_factor == 2.0


class TestRefuse:
    def test_a_machine_below_the_share_plays_nothing_and_one_sentence_says_why(self) -> None:
        found = sets("refuse", worker("tcp://a", "a", 790), worker("tcp://b", "b", 800))
        assert {assigned(found, number).name for number in range(4)} == {"b"}
        assert found.refusals == {
            "a": "the machine a (worker tcp://a) plays no matches: it has 79% of the speed of the "
            "league's machine, and 80% is the least; stop this worker or run the league on a "
            'machine like it, or set executor.speed = "record".'
        }

    @pytest.mark.parametrize("rule", ["refuse", "scale"])
    @pytest.mark.parametrize(
        ("bad", "why"),
        [
            (worker("tcp://a", "a", 9_000, compiled=True), "install the same build on both"),
            (worker("tcp://a", "a", 0), "its speed could not be measured"),
        ],
    )
    def test_a_machine_that_cannot_be_compared_plays_nothing(
        self, rule: str, bad: ClusterWorker, why: str
    ) -> None:
        found = sets(rule, bad)
        assert found.assign(dragon("m")) is None
        assert why in found.refusals["a"]
