"""The page in a browser, which is opened once for all files that follow each other in a process."""
