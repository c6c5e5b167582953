"""The pages of a season: a web server that only reads, its API, and the files browsers load."""
