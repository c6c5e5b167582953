"""Running a league: matches as tasks of an executor, and what becomes of each."""
