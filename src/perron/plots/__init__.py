"""Plots, and the pages that they stand on: one file each, which needs nothing from elsewhere."""
