"""The runner of the benchmarks; what they measure stands in `perron.bench`."""
