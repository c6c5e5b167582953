"""Starter kits: a new bot in any language, with its SDK beside it.

A kit is a folder that needs nothing of this project: the bot, its manifest, a test, a
Containerfile, a README, and in `sdk/` the sources of the SDK and of the messages. `kits/`
has the files of each language, `kit` writes them.
"""
