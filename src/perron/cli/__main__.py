"""`python -m perron.cli`."""

from perron.cli import main

if __name__ == "__main__":
    main()
