"""A conformance suite for bots: a scripted referee, checks, and a report.

`scripted_referee` lets a bot connect, `scripted_match` has true positions for it, `checks` has one
file per subject, and `suite` runs them. See docs/conformance.md.
"""
