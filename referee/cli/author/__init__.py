"""Commands of authors, who enter bots in a season that somebody else runs."""
