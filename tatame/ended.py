"""What ends the program from outside (a service manager, a closed terminal) ends it as Ctrl-C does, cleared up."""

from __future__ import annotations

import signal
from types import FrameType

INTERRUPTED = 130  # Ctrl-C, as a shell says it


class Ended(KeyboardInterrupt):
    """Raised wherever the program is; `status` = 128 and the signal's number, as a shell says it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


_asked: list[int] = []  # the signals that came


def status(given: int) -> int:
    """The exit status of a program that would end with `given`: whatever lies between takes an Ended for Ctrl-C."""
    return Ended(_asked[0]).status if _asked and given == INTERRUPTED else given


def ready() -> None:
    """From here on; what was started with a signal ignored (nohup) goes on ignoring it. For the main thread alone."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    _asked.append(number)
    signal.signal(number, signal.SIG_DFL)  # asked twice, it ends at once; the next load clears up
    raise Ended(number)
