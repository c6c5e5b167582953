"""What several commands print: failures of bots, times, the table of a season, progress."""
