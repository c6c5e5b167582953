"""`referee league prepare`: fill the toolchains with which submissions are built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_of, set_option
from referee.error import UnavailableError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.entry.prepare_toolchain import ToolchainStatus


@command(
    "prepare",
    examples=(
        "referee league prepare",
        "referee league prepare python rust autumn.toml",
        "referee league prepare --check --json",
    ),
    one="finished; a toolchain is not ready",
)
@click.argument(
    "words",
    nargs=-1,
    metavar="[LANGUAGE]... [FILE]",
    type=TEXT,
    help="languages of submissions (default: all whose tools this machine has); the league file "
    "(default: league.toml)",
)
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="prepare nothing, and return 1 if a toolchain is missing or stale",
)
@set_option
@json_option(help="print the toolchains as JSON")
def prepare(
    words: tuple[str, ...], only_check: bool, overrides: tuple[str, ...], as_json: bool
) -> int:
    """Fill the toolchains with which submissions are built.

    This downloads the packages of each language's starter kit, because builds have no network.
    """
    from referee.entry.prepare_toolchain import ToolchainState, status_of
    from referee.entry.toolchain_recipe import RECIPES

    files = [word for word in words[-1:] if word.endswith(".toml")]
    settings = league_of(LeagueFile(Path(*files or ["league.toml"]), overrides), to_play=False)
    named = words[: len(words) - len(files)]
    folder = settings.folder / settings.entry.toolchains
    found = [status_of(language, folder) for language in _known(named) or sorted(RECIPES)]
    if not only_check:
        found = list(_prepared(found, folder, is_named=bool(named)))
    if as_json:
        output.print_json({"folder": str(folder), "toolchains": [_as_json(one) for one in found]})
    else:
        output.print_table([_row(one) for one in found])
    wanted = [one for one in found if named or one.state is not ToolchainState.NO_TOOLS]
    return 0 if wanted and all(one.state is ToolchainState.READY for one in wanted) else 1


def _known(languages: Sequence[str]) -> list[str]:
    """Return languages without repetition; raise `UsageError` if one has no toolchain."""
    from referee.entry.sentence import SubmissionSentence
    from referee.entry.toolchain_recipe import RECIPES
    from tianming_games.ground.text import did_you_mean

    for language in languages:
        if language not in RECIPES:
            hint = did_you_mean(language, sorted(RECIPES))
            raise UsageError(SubmissionSentence.TOOLCHAIN_UNKNOWN, language=language, hint=hint)
    return list(dict.fromkeys(languages))


def _prepared(
    found: Sequence[ToolchainStatus], folder: Path, *, is_named: bool
) -> Iterator[ToolchainStatus]:
    """Prepare the toolchains that are not ready; yield the status of each.

    Raises:
        UnavailableError: if a command fails, or this machine lacks tools for a named language.
    """
    from referee.entry.prepare_toolchain import ToolchainState, prepare_toolchain
    from referee.entry.sentence import SubmissionSentence

    if is_named and (lacking := [one for one in found if one.missing]):
        tools = ", ".join(lacking[0].missing)
        raise UnavailableError(
            SubmissionSentence.TOOLCHAIN_WITHOUT_TOOLS, tools=tools, language=lacking[0].language
        )
    for one in found:
        if one.state not in (ToolchainState.MISSING, ToolchainState.STALE):
            yield one
            continue
        print(f"Preparing {one.language} with {one.tools} ...", file=sys.stderr, flush=True)
        yield prepare_toolchain(one.language, folder)


def _row(one: ToolchainStatus) -> dict[str, object]:
    missing = f"missing: {', '.join(one.missing)}"
    return {
        "language": one.language,
        "state": one.state.value,
        "MiB": f"{one.size / (1 << 20):.0f}" if one.size else "",
        "tools": missing if one.missing else one.tools,
    }


def _as_json(one: ToolchainStatus) -> dict[str, object]:
    return {
        "language": one.language,
        "state": one.state.value,
        "tools": one.tools,
        "missing": list(one.missing),
        "bytes": one.size,
    }
