"""The warden: a small program that holds one local bot, and ends with it."""
