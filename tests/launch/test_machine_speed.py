"""The speed of a machine: a fixed walk of the rules, timed."""

import asyncio
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from referee.launch import machine_speed
from referee.launch.machine_speed import machine_name, own_machine
from referee.launch.orchestrator import Orchestrator
from referee.record.playing_machine import machine_of
from referee.record.reader import read
from referee.record.verify import verify
from tests.league.executor.cluster import dragon
from tianming_games.registry import names


class TestWalk:
    @pytest.mark.parametrize("game", names())
    def test_every_game_has_a_speed(self, game: str) -> None:
        machine = own_machine(game)
        assert machine.speed > 0
        assert machine.name == machine_name()
        assert machine is own_machine(game)

    def test_the_fastest_walk_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        walks = iter([10**9, 5 * 10**7, 10**9, 10**9, 10**9])
        monkeypatch.setattr(machine_speed, "_timed_walk", lambda _: next(walks))
        assert own_machine.__wrapped__("dragon").speed == 5_000

    def test_the_name_tells_machines_apart_and_does_not_show_the_host(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = set[str]()
        for host in ("ada.example", "bob.example"):
            monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
            found.add(machine_name())
        assert len(found) == 2
        assert {len(name) for name in found} == {16}

    def test_a_game_that_is_not_installed_has_no_speed(self) -> None:
        assert own_machine("chess").speed == 0

    def test_a_game_that_fails_has_no_speed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(machine_speed, "_timed_walk", lambda _: 1 // 0)
        assert own_machine.__wrapped__("dragon").speed == 0


class TestRecord:
    def test_a_record_names_the_machine_its_speed_and_the_factor_of_its_clock(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "m.tianming"

        async def play() -> None:
            async with Orchestrator() as orchestrator:
                await orchestrator.play(replace(dragon("m"), record=path, clock_factor=1.25))

        asyncio.run(play())
        record = read(path)
        verify(record)
        assert machine_of(record.header) == replace(own_machine("dragon"), clock_factor=1.25)
