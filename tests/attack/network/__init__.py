"""Attacks on a referee over the network, by unauthenticated callers and by bots with a token."""
