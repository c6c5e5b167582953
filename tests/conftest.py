"""Options and fixtures for all tests."""

import contextlib
import gc
import inspect
import os
import random
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings

from referee.event_log import structlog
from referee.launch.preset import Preset
from referee.server.environment import prepare_environment
from tests import janitor
from tests.tool import LANGUAGE_FOLDERS, LANGUAGE_TOOLS, TOOLS
from tianming_games import registry

SEED = 20
"""The seed of a run, unless `--rolled` or `--randomly-seed` asks for another."""

INSTALLED = entry_points(group=registry.GROUP)
"""The installed games. Each search reads every installed distribution, so the tests share one."""

JANITOR = pytest.StashKey[subprocess.Popen[bytes]]()

prepare_environment()  # as `referee` does

# A shell ignores SIGINT in background commands, and the bots of the tests would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--rolled`, `--full` and `--languages`."""
    parser.addoption("--rolled", action="store_true", help="use a new seed, and print it")
    parser.addoption(
        "--full",
        action="store_true",
        help="run the tests marked `full` and no others, and fail where a tool is missing",
    )
    parser.addoption(
        "--languages",
        action="store_true",
        help="run those that `--full` leaves out, because they need the tools of other languages",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Fix all seeds of the run, so that no test fails at random; with `--rolled`, use new ones.

    pytest-randomly prints its seed, from which the others follow; `--randomly-seed` repeats a run.
    Hypothesis has no time limit for its examples, because a busy machine would exceed it.
    """
    if not hasattr(config, "workerinput"):  # the process that starts the others
        os.environ[janitor.VARIABLE] = uuid4().hex[:8]
        config.stash[JANITOR] = janitor.start(os.environ[janitor.VARIABLE])
    is_rolled = config.getoption("rolled")
    common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("run", common, derandomize=not is_rolled, print_blob=is_rolled)
    settings.load_profile("run")
    if not is_rolled and config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = SEED


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what the tests have left behind."""
    if process := config.stash.get(JANITOR, None):
        process.communicate()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that use a tool by a fixture or a parameter; then choose those of this run.

    A run with `--full` fails at once if a tool is missing, even one of the tests that it leaves to
    the default run. Only the tests that `--languages` runs may need the tools of other languages.
    """
    for item in items:
        for name in sorted(_tools_of(item)):
            item.add_marker(pytest.mark.needs(name))
    runs = [(item, _run_of(item)) for item in items]
    paths = {item.nodeid.partition("::")[0] for item, run in runs if run == "languages"}
    if strays := sorted(path for path in paths if not path.startswith(LANGUAGE_FOLDERS)):
        raise pytest.UsageError(f"LANGUAGE_FOLDERS lacks the folders of {', '.join(strays)}")
    wanted = next((run for run in ("languages", "full") if config.getoption(run)), "default")
    if wanted != "default":
        alike = [item for item, run in runs if (run == "languages") == (wanted == "languages")]
        if missing := sorted(set(filter(None, map(_missing, alike)))):
            raise pytest.UsageError("\n".join(missing))
    if others := [item for item, run in runs if run != wanted]:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item, run in runs if run == wanted]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect the tests without a search for garbage, and spare later ones their objects."""
    gc.disable()
    try:
        _import_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _import_share(config: pytest.Config) -> None:
    """Import other test modules first in each process of a whole run.

    So all processes share the work of compiling them. Collection reports what cannot be imported.
    """
    own = getattr(config, "workerinput", None)
    if own is None or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    paths = sorted(Path(__file__).parent.rglob("test_*.py"))
    for path in paths[int(own["workerid"][2:]) :: own["workercount"]]:
        with contextlib.suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


@pytest.fixture(scope="session", autouse=True)
def new_ledgers_are_quick() -> Iterator[None]:
    """Run the migrations of a ledger once, if any collected test can make a ledger."""
    with pytest.MonkeyPatch.context() as patch:
        if "referee.league.ledger.database" in sys.modules:
            from referee.league.ledger import database
            from tests import ledger_tables

            patch.setattr(database, "_upgrade", ledger_tables.upgrade)
        yield


@pytest.fixture(scope="session", autouse=True)
def own_processes_are_quick() -> Iterator[None]:
    """Fork the referee's own child processes from one that has imported their module."""
    from tests.preloaded_python import fork_own_modules  # after `prepare_environment`

    with fork_own_modules():
        yield


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an asynchronous test in an event loop of its own; see `running`."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    from tests.server.harness import running  # after `prepare_environment`

    names = inspect.signature(pyfuncitem.obj).parameters
    running(partial(pyfuncitem.obj, **{name: pyfuncitem.funcargs[name] for name in names}))
    return True


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tools are missing; the summary has one line for each tool."""
    if missing := _missing(item):
        pytest.skip(missing)


def _run_of(item: pytest.Item) -> str:
    """Return which run a test belongs to: `default`, `full` or `languages`."""
    if item.get_closest_marker("full") is None:
        return "default"
    names = {name for mark in item.iter_markers("needs") for name in mark.args}
    return "full" if names.isdisjoint(LANGUAGE_TOOLS) else "languages"


def _tools_of(item: pytest.Item) -> set[str]:
    """Return the names of the tools that a test uses by a fixture or a parameter."""
    callspec = getattr(item, "callspec", None)
    values = [] if callspec is None else list(callspec.params.values())
    presets = {
        preset.value
        for preset in (Preset.BASIC, Preset.STRICT)
        if preset in values or preset.value in values
    }
    uses_postgres = "postgres" in getattr(item, "fixturenames", ()) or "postgresql" in values
    return presets | ({"postgresql"} if uses_postgres else set())


def _missing(item: pytest.Item) -> str | None:
    """Return what to do about the first missing tool of a test."""
    names = (name for mark in item.iter_markers("needs") for name in mark.args)
    return next((line for name in names if (line := TOOLS[name].missing)), None)


@pytest.fixture(scope="session")
def run_seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of the whole run."""
    seed: int = request.config.getoption("randomly_seed", SEED)
    return seed


@pytest.fixture
def fresh_seed(request: pytest.FixtureRequest, run_seed: int) -> int:
    """Return a seed for one test from the run's seed, and print it for a failure."""
    seed = random.Random(f"{run_seed} {request.node.nodeid}").randrange(1 << 32)
    print(f"{request.node.name}: seed {seed}")
    return seed


@pytest.fixture(autouse=True)
def log_is_as_it_was() -> Iterator[None]:
    """Reset the log's settings after each test."""
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game of the tests like an installed game."""
    toy = EntryPoint("toy", "tests.match.toy:TOY", registry.GROUP)
    found = (*INSTALLED, toy)
    monkeypatch.setattr(registry, "entry_points", lambda *, group: found)
    registry.names.cache_clear()


@pytest.fixture
def only_real_games(toy_is_installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the toy game, as in a process that is not a test."""
    monkeypatch.setattr(registry, "entry_points", lambda *, group: INSTALLED)
    registry.names.cache_clear()
