"""`python -m nescio` is the command line."""

from nescio.cli import main

if __name__ == "__main__":
    main()
