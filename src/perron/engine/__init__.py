"""The rules, one module a rule: small compiled functions on an edition's tables and a game's state."""
