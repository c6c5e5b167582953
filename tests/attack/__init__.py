"""Attacks on a referee, its local bots' sandbox, its files and its tools.

Each attack states what an attacker does and what honest users must not feel. The short forms
are bounded and deterministic, and run with all other tests. The long forms have the mark
`long`; `tox run -e attack` runs both. Attacks use loopback, Unix sockets and temporary folders.
"""
