"""How much is drawn at random: a short form for every change, and all of it for `make soak`."""

import os

FULL = os.environ.get("TATAME_EXAMPLES") == "full"


def drawn(short: int, full: int) -> int:
    """Examples, events or worlds of a test."""
    return full if FULL else short
