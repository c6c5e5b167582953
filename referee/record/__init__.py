"""The record of a match: write, read, verify, replay, score, export."""
