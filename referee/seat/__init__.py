"""The seat of a person: a bot on the SDK that asks somebody, and shows only what the seat sees."""
