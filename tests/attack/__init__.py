"""Attacks on a referee, its local bots' sandbox, its files and its tools.

Each module describes what an attacker does, and tests that honest users are not affected. Short
attacks are bounded and deterministic, and run with all other tests. Long attacks have the mark
`long`; `tox run -e attack` runs both. Attacks use loopback, Unix sockets and temporary folders.
"""
