"""A conformance suite for bots: a scripted referee, checks, and a report.

`scripted_referee` accepts streams of a bot, `scripted_match` makes real positions for it, `checks`
has one file per subject, and `suite` runs the checks. See docs/conformance.md.
"""
