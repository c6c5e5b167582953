"""The check of a whole bot before it enters a league: does it start, answer, and end as it should?

`suite` runs the bot as a league would, in trials (`trial`) with measurements (`answer`, `usage`),
and `verdict` judges them. Whether a bot keeps the protocol is checked by `referee.conformance`.
See docs/write-a-bot.md.
"""
