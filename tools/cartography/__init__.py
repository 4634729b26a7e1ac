"""How the boards' backgrounds are drawn: real shapes bent to the board, and our own drawings."""
