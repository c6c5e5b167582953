"""Webhooks: a process of its own follows the journals of a season, and notifies its targets."""
