"""`referee replay`: step through a record, also through one that is being written."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, FiniteRange, command, json_option
from referee.cli.sentence import CommandSentence
from referee.error import DataError

if TYPE_CHECKING:
    from referee.record.growing import GrowingRecord
    from referee.record.reader import Record
    from referee.record.replay import ReplayStep
    from referee.record.walkthrough import Walkthrough


@command(
    "replay",
    examples=(
        "referee replay match.tianming",
        "referee replay match.tianming --entry 40",
        "referee replay match.tianming --json | jq .text",
        "referee replay match.tianming --entry 40 --svg board.svg",
        "referee replay match.tianming --html match.html",
        "referee replay match.tianming --clocks",
        "referee replay match.tianming --analyse 0.25",
        "referee replay match.tianming --analyse 0.25 --html match.html",
        "referee replay records/season-1-1.tianming --analyse 0.25 --save",
        "referee replay records/season-1-1.tianming --follow",
    ),
    exclusive=(
        ("follow", "clocks", "analyse", "at_once", "svg"),
        ("follow", "clocks", "analyse", "at_once", "entry"),
        ("follow", "clocks", "at_once", "svg", "html"),
        ("html", "entry"),
        ("follow", "as_json", "svg", "html"),
    ),
)
@click.argument("path", metavar="RECORD", type=PATH, help="a record's file")
@json_option(help="print one line of JSON per step")
@click.option("--entry", type=int, metavar="N", help="print the board after entry N only")
@click.option("--all", "at_once", is_flag=True, help="print all steps at once, also in a terminal")
@click.option(
    "--svg",
    type=PATH,
    metavar="FILE",
    help="draw the board after --entry, or after the last entry; - for standard output",
)
@click.option(
    "--html",
    type=PATH,
    metavar="FILE",
    help="write the whole replay as one page that works from disk; - for standard output",
)
@click.option("--seat", type=int, metavar="K", help="draw what seat K could see, with --svg")
@click.option("--dark", is_flag=True, help="draw on dark ground, with --svg")
@click.option("--clocks", is_flag=True, help="print how each seat used its time")
@click.option(
    "--analyse",
    type=FiniteRange(min=0.001, max=3600),
    metavar="SECONDS",
    help="search this long at each decision; print the value of each choice, and better ones",
)
@click.option(
    "--save",
    is_flag=True,
    help="write the analysis beside the record, where its page finds it, with --analyse",
)
@click.option(
    "--follow",
    is_flag=True,
    help="follow a match that is being played, until it ends; the record may still be NAME.part",
)
def replay(
    path: Path,
    as_json: bool,
    entry: int | None,
    at_once: bool,
    svg: Path | None,
    html: Path | None,
    seat: int | None,
    dark: bool,
    clocks: bool,
    analyse: float | None,
    save: bool,
    follow: bool,
) -> int:
    """Step through a record, or follow a match that is being played.

    In a terminal this is a full-screen program: the board, what happened, the options that were
    not played, times, notes, thoughts and reasoning. Press ? in it to see its keys. With --entry,
    --json or --all, or if the output is not a terminal, the steps are printed. With --svg, one
    board is drawn: as all seats could see it together, or as one of them could. With --html, the
    replay is written as a page for a browser.

    With --analyse, the installed bot `search` looks at each decision, with the information of its
    seat. A value is the expected result, from 0 to 1. A choice is a blunder if it loses 0.1 or more
    against the best option. With --html, the page has the analysis. With --save, the analysis lies
    beside the record as NAME.analysis.json: `referee web` shows it with the match, and so do pages
    that --html writes later.

    With --follow, new steps appear when they happen. The record contains what seats must not
    know, so only the organiser can read it.
    """
    from referee.error import UsageError
    from referee.record.reader import read
    from referee.record.reasoning import with_reasoning

    if save and analyse is None:
        raise UsageError(CommandSentence.NEEDS_OPTION, option="--save", other="--analyse")
    if svg is None and (seat is not None or dark):
        other = "--dark" if dark else "--seat"
        raise UsageError(CommandSentence.NEEDS_OPTION, option=other, other="--svg")
    if follow:
        return _follow(path)
    record = read(path)
    if html is not None:
        return _write_page(path, record, html, analyse, save)
    if svg is not None:
        return _draw(record, svg, entry, seat, dark)
    record = with_reasoning(record, path)
    if clocks:
        from referee.cli.report.clocks import show_clocks

        show_clocks(path, record, as_json)
    elif analyse is not None:
        _analyse(path, record, analyse, save, as_json)
    elif entry is not None:
        _print_entry(record, entry, as_json)
    elif _is_screen() and not (as_json or at_once):
        _open(record)
    else:
        _print_all(record, as_json)
    return 0


def _draw(record: Record, svg: Path, entry: int | None, seat: int | None, dark: bool) -> int:
    """Draw the board after an entry, or after the last one if `entry` is None."""
    from referee.record.picture import draw_position

    output.write_picture(svg, draw_position(record, entry, seat, "dark" if dark else "light"))
    if entry is None:
        record.require_whole()
    return 0


def _analyse(path: Path, record: Record, seconds: float, save: bool, as_json: bool) -> None:
    """Print the analysis of the match, and write it beside the record if it is wanted there."""
    from referee.cli.report.analysis import show_analysis
    from referee.record.companion import analysis_path
    from referee.record.saved_analysis import analysis_with, write_analysis

    choices = show_analysis(record, seconds, as_json)
    if save:
        write_analysis(analysis_path(path), analysis_with(record, seconds, choices))


def _write_page(path: Path, record: Record, html: Path, analyse: float | None, save: bool) -> int:
    """Write the replay as one HTML page, with an analysis if it is wanted."""
    from referee.cli.report.analysis import analysed
    from referee.record.companion import analysis_path
    from referee.record.saved_analysis import write_analysis
    from referee.web.optional import required

    with required():
        from referee.web.replay_file import replay_html

    analysis = None if analyse is None else analysed(record, analyse)
    if save and analysis is not None:
        write_analysis(analysis_path(path), analysis)
    output.write_picture(html, replay_html(path, analysis))
    return 0


def _is_screen() -> bool:
    """Whether a full-screen program can be shown."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM") != "dumb"


def _open(record: Record) -> None:
    """Open the full-screen program to step through the record."""
    from referee.record.walkthrough import Walkthrough
    from referee.terminal.replay_app import ReplayApp

    ReplayApp(Walkthrough(record)).run()


def _follow(path: Path) -> int:
    """Show a match that is being played, in the full-screen program or as lines."""
    from referee.record.growing import GrowingRecord

    growing = GrowingRecord(path)
    walkthrough = _begin(growing)
    if _is_screen():
        from referee.terminal.replay_app import ReplayApp

        ReplayApp(walkthrough, growing).run()
    else:
        _print_events(walkthrough, growing)
    return 0


def _begin(growing: GrowingRecord) -> Walkthrough:
    """Wait for the first step of the match, and return the match so far."""
    from referee.record.growing import POLL
    from referee.record.reader import begun
    from referee.record.walkthrough import Walkthrough

    entries = growing.read()
    while len(entries) < 2:
        time.sleep(POLL)
        entries += growing.read()
    return Walkthrough(begun(entries, growing.source))


def _print_events(walkthrough: Walkthrough, growing: GrowingRecord) -> None:
    """Print each event when it happens, until the match is over.

    Raises:
        DataError: when an entry does not fit the rules, or no entry can follow.
    """
    from referee.record.growing import POLL

    printed, problem = 0, walkthrough.problem
    while True:
        for step in walkthrough.steps[printed:]:
            if step.is_event:
                print(f"{step.entry:5} {output.printable(step.words)}")
        printed = len(walkthrough.steps)
        sys.stdout.flush()
        if walkthrough.is_over:
            return
        if problem is not None:
            raise problem
        time.sleep(POLL)
        try:
            walkthrough.grow(growing.read())
        except DataError as error:
            problem = error


def _print_all(record: Record, as_json: bool) -> None:
    """Print every step."""
    from referee.record.replay import Replay

    for step in Replay(record).steps():
        if as_json:
            output.print_json({**_as_json(step), "state": None, "board": None})
        else:
            print(_line(record, step))
    if not as_json:
        output.print_notation_hint(record.header.game)
    record.require_whole()


def _print_entry(record: Record, entry: int, as_json: bool) -> None:
    """Print one step with the board after it."""
    from referee.error import UsageError
    from referee.record.sentence import RecordSentence
    from referee.record.walkthrough import told_step

    found = told_step(record, entry)
    if found is None:
        last = len(record.entries) - 1
        raise UsageError(RecordSentence.NO_SUCH_ENTRY, source=record.source, entry=entry, last=last)
    step, words = found
    board = step.state.to_text()
    if as_json:
        state = step.state.canonical_bytes().hex()
        output.print_json({**_as_json(step), "state": state, "board": board})
    else:
        print(_line(record, step))
        if step.kind in ("chosen", "drawn"):
            print(output.printable(words))
        _print_reasoning(step)
        print(board)
        output.print_notation_hint(record.header.game)


def _print_reasoning(step: ReplayStep) -> None:
    """Print the reasoning of a choice, if it has one."""
    from referee.terminal.step import reasoning_lines

    for line in reasoning_lines(step.reasoning):
        print(line.plain)


def _line(record: Record, step: ReplayStep) -> str:
    """Return a step as a line of text."""
    who = "referee" if step.seat is None else output.printable(record.header.bots[step.seat])
    return f"{step.entry.index:5} {step.kind:7} {who}: {output.printable(step.text)}"


def _as_json(step: ReplayStep) -> dict[str, object]:
    """Return a step as JSON; the reasoning of a choice is in it where it is known."""
    reasoning = step.reasoning
    known = {} if reasoning is None else {"reasoning": reasoning.text or None}
    return {
        "entry": step.entry.index,
        "kind": step.kind,
        "seat": step.seat,
        "text": step.text,
        **known,
    }
