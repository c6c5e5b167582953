"""The files of `deploy/` name metrics, commands and options that exist."""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from referee.cli.main import ROOT
from referee.server.expiry import SOON
from referee.server.metrics import Metrics
from referee.server.metrics_endpoint import Exposition
from referee.server.referee import Referee, ServerSettings
from referee.server.tls import Tls
from tests.server.harness import running
from tests.server.test_tls import Authority

DEPLOY = Path(__file__).parents[2] / "deploy"
METRIC = re.compile(r"\btianming_[a-z_]+")


def shown_metrics(folder: Path) -> set[str]:
    """Return the names of all metrics samples that a referee with TLS exports."""
    names: set[str] = set()

    async def test() -> None:
        metrics, tls = Metrics(), Tls(*Authority(folder, "ours").issue("localhost"))
        async with Referee(ServerSettings("127.0.0.1:0", tls=tls), metrics=metrics) as server:
            for family in Exposition(metrics, server).collect():
                names.update(sample.name for sample in family.samples)

    running(test)
    return names


def expressions(value: Any) -> Iterator[str]:
    """Yield every query in a rules file or a dashboard."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "expr":
                yield inner
            else:
                yield from expressions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from expressions(inner)


def parse(words: Sequence[str]) -> None:
    """Parse a command line as `referee` does, without running it."""
    command: click.Command = ROOT
    parent: click.Context | None = None
    rest = list(words)
    while isinstance(command, click.Group):
        parent = click.Context(command, parent, **command.context_settings)
        found = command.get_command(parent, rest.pop(0))
        assert found is not None, words
        command = found
    command.make_context(command.name, rest, parent)


def test_rules_and_dashboard_ask_for_metrics_that_a_referee_shows(tmp_path: Path) -> None:
    rules = yaml.safe_load((DEPLOY / "prometheus-rules.yml").read_text(encoding="utf-8"))
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    asked = {name for text in expressions([rules, dashboard]) for name in METRIC.findall(text)}
    assert len(asked) > 8
    assert asked <= shown_metrics(tmp_path)


def test_a_rule_warns_of_a_certificate_30_days_before_its_end() -> None:
    rules = yaml.safe_load((DEPLOY / "prometheus-rules.yml").read_text(encoding="utf-8"))
    asked = [text for text in expressions(rules) if "certificate" in text]
    name = "tianming_certificate_expiry_timestamp_seconds"
    assert asked == [f"{name} - time() < {SOON.days} * 86400", f"{name} - time() < 0"]


@pytest.mark.parametrize("name", ["referee.service", "class/tianming-class.service"])
def test_a_unit_runs_a_command_that_the_referee_accepts(name: str) -> None:
    unit = (DEPLOY / name).read_text(encoding="utf-8")
    line = re.search(r"^ExecStart=(.+?[^\\])$", unit, re.MULTILINE | re.DOTALL)
    assert line is not None
    program, *words = shlex.split(line[1].replace("\\\n", " "))
    assert Path(program).name == "referee"
    parse(words)


def test_the_containers_run_commands_that_the_referee_accepts() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    parse(compose["services"]["league"]["command"])
