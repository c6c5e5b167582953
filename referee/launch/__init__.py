"""Local bots: found by name or command line, run as child processes, and ended."""
