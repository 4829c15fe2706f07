"""One command per file: `commands/NAME.py` holds the function `NAME`; the program finds them by listing this folder."""
