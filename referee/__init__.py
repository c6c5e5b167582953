"""Tianming: a referee for bot leagues."""

__version__ = "0.1.0"
