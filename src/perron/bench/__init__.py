"""Benchmarks: what this machine does with Perron.

Every number is the median of several runs, shown with its spread, so that two machines or two versions can be compared.
"""

from perron.bench.report import Report
from perron.bench.suite import measure

__all__ = ["Report", "measure"]
