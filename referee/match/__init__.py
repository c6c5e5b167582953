"""One match from its start to its verdict, without I/O; callers pass the time."""
