"""Statistics of a season: results, standings, ratings, faults and times."""
