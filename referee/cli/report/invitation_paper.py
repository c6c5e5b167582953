"""Invitations on paper: a sheet with one slip for each, as HTML or as plain text."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_CUT = "- " * 36 + "8<"

_STYLE = """
body { font: 12pt/1.4 sans-serif; margin: 0 auto; max-width: 18cm; color: #000 }
section { border-bottom: 1px dashed #000; padding: 0.6cm 0; break-inside: avoid }
h2 { font-size: 14pt; margin: 0 0 0.2cm }
p { margin: 0.1cm 0 }
code { font: 11pt monospace; overflow-wrap: anywhere }
.code { font: bold 16pt monospace; letter-spacing: 0.05em }
"""


@dataclass(frozen=True, slots=True)
class InvitationSlip:
    """What one slip says.

    Attributes:
        owner: for whom it is; empty: for anybody.
        code: the invitation.
        command: the command that joins.
        facts: further lines.
        link: where somebody joins in a browser; empty if there are no pages.
    """

    owner: str
    code: str
    command: str
    facts: tuple[str, ...]
    link: str = ""


def as_text(title: str, slips: Sequence[InvitationSlip]) -> str:
    """Return a sheet as plain text."""
    return "".join(f"{_text_of(title, slip)}\n\n{_CUT}\n\n" for slip in slips)


def _text_of(title: str, slip: InvitationSlip) -> str:
    lines = (
        _heading(title, slip),
        "",
        f"  Code:  {slip.code}",
        "",
        "Join with this command:",
        "",
        f"  {slip.command}",
        "",
        *((f"Or open this link:\n\n  {slip.link}\n",) if slip.link else ()),
        *slip.facts,
    )
    return "\n".join(lines)


def as_html(title: str, slips: Sequence[InvitationSlip]) -> str:
    """Return a sheet as a page that needs no other file."""
    sections = "".join(_section_of(title, slip) for slip in slips)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>Invitations to {escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f"{sections}</html>\n"
    )


def _section_of(title: str, slip: InvitationSlip) -> str:
    facts = "".join(f"<p>{escape(fact)}</p>\n" for fact in slip.facts)
    if slip.link:
        link = escape(slip.link)
        facts = f'<p>Or open this link:</p>\n<p><a href="{link}">{link}</a></p>\n{facts}'
    return (
        f"<section>\n<h2>{escape(_heading(title, slip))}</h2>\n"
        f'<p class="code">{escape(slip.code)}</p>\n'
        f"<p>Join with this command:</p>\n<p><code>{escape(slip.command)}</code></p>\n"
        f"{facts}</section>\n"
    )


def _heading(title: str, slip: InvitationSlip) -> str:
    return f"{slip.owner or 'You or your team'}: invitation to {title}"
