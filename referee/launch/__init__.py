"""Bring bots to their matches: start local ones, dial those that listen, invite remote ones."""
