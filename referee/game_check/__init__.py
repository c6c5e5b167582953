"""The check of a game: what every game promises, held against random plays.

`check_game` of `suite` checks an installed game with all its options.
"""
