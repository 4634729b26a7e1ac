"""What is needed to make Perron and not to use it: none of it is in the wheel. Run as `python -m tools.NAME`."""
