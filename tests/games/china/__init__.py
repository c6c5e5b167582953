"""Tests of China, a file for each module, a test for each ruling and example."""
