"""The supervisor: a small program that runs one local bot, and ends with it."""
