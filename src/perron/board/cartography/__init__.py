"""How the backgrounds are made: real shapes bent to the board and drawn by us. Not needed to draw a board."""
