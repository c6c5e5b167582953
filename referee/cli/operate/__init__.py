"""The commands for those who run a referee."""
