"""Recorded games and pictures, which later versions must reproduce exactly."""
