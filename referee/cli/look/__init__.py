"""The commands that read records and seasons."""
