"""Tests of the learner and of the bot that plays its policies."""
