"""The command line.

The folders `play`, `look`, `league`, `bots` and `operate` have the commands, grouped as in
`referee --help`. They share the options in `option`, what is in `report` to print, and the modules
beside this one.
"""
