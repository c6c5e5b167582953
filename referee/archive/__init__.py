"""Bounded readers of archives that anybody may have made."""
