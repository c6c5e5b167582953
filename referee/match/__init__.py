"""One match from its start to its verdict, without I/O: time is an argument."""
