"""How fast the page is, measured in a real browser."""
