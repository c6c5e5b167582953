"""The pages of a season: a read-only web server, its API, and the files for browsers."""
