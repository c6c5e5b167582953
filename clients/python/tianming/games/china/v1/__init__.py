"""Messages of China, version 1."""
