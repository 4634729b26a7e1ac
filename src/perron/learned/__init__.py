"""Players that have learned: the networks of editions, and the bots that play with them. No torch is needed."""
