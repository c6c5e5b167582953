"""The commands for those who write bots."""
