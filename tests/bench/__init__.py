"""Benchmarks of Tianming, compared with a rival or a bare program measured in the same run.

`python -m tests.bench` runs all of them, `python -m tests.bench.rules` one. No test runs them.

Method. Every sample runs in a separate process. Our samples and those of the rival alternate, so
that other load on the machine affects both. The ratio is the median of the ratios of neighbouring
samples. Some benchmarks also pin two communicating processes to separate cores.
"""
