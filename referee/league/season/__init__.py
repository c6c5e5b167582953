"""The season: one answer to every question about the results of a league or of records."""
