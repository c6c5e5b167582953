"""Check a whole bot before it enters a league: whether it starts, answers and ends correctly.

`suite` runs the bot as a league would, in trials (`trial`) with measurements (`answer`, `usage`).
`judge` and `reach` turn the measurements into findings. `referee.conformance` checks whether a
bot follows the protocol. See docs/write-a-bot.md.
"""
