"""The client of `EntryService` for owners, and the file with their tokens."""
