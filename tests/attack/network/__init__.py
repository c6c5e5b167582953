"""Attacks on a referee over its socket, by callers without a token and by bots with one."""
