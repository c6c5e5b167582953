"""Starter kits: a new bot in one of several languages, with the sources of its SDK.

A kit is a folder that is independent of this project. It has the bot, its manifest, a test, a
Containerfile, a README, and in `sdk/` the sources of the SDK and of the messages. `kits/` has
the template files of each language, and `kit` writes them.
"""
