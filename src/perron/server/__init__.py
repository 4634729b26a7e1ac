"""The table server: real games between real people. It leans on `Game`; nothing leans on it."""
