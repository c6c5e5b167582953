"""Reference bots: each plays over the Python SDK; some also use the rules."""
