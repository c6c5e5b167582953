"""Reference bots: each plays over the Python SDK and uses nothing else."""
