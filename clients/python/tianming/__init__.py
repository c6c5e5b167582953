"""The Python SDK of Tianming: write a bot, and let it play."""
