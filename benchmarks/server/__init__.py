"""The load generator of the table server: a second process that holds thousands of sockets and plays at all tables."""
