"""The configuration of a league: `league.toml`, its keys and overrides, and its checks."""
