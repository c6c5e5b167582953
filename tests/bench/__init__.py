"""Benchmarks: what Tianming costs, beside a rival or a floor of the same run.

`python -m tests.bench` runs them all, `python -m tests.bench.rules` one of them. None is
a unit test, and none is run by one.

Method. Every sample is a process of its own. Samples of ours and of the rival alternate,
so that whatever else the machine does falls on both; the ratio is the median of the
ratios of neighbouring samples. Where two processes talk, each has a core of its own.
"""
