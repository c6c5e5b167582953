"""What each game shows and asks, as generated from `proto/tianming/games`."""
