"""The pages of a season: a web server, its API, and the files for browsers."""
