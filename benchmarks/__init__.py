"""Benchmarks that take a clone: other libraries beside Perron, the table server, the page, the GPU, learning."""
