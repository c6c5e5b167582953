"""The adapters pass the suites of their ecosystems, and agree with the rules."""
