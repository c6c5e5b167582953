"""The command line. Each command has a module that parses, calls and prints."""
