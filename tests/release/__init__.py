"""The distributions as users get them: built, installed in an empty environment, and played."""
