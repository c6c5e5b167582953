"""Add one thing of each kind to a copy of the sources, as `docs/architecture.md` says."""
