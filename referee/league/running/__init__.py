"""Run a league: submit its matches to an execution backend, and process their results."""
