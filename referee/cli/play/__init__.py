"""The commands that play, and the games that they know."""
