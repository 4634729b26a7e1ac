"""`python -m perron`: the command."""

from perron.cli import main

if __name__ == "__main__":
    main()
