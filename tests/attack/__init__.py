"""Attacks on a referee, its local bots' sandbox, its files and its tools.

Each module describes what an attacker does, and tests that honest users are not affected. Short
attacks are bounded and deterministic, and run with all other tests. Long attacks have the mark
`full`: `tox run -e full -- tests/attack` runs them. Attacks use loopback, Unix sockets and
temporary folders.
"""
