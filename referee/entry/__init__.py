"""The front door of a league: from an uploaded archive to a bot with a seat."""
