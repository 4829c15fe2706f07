"""What ends the program from outside (a service manager, a closed terminal) ends it as Ctrl-C does, cleared up."""

from __future__ import annotations

import signal
from types import FrameType


class Ended(KeyboardInterrupt):
    """Raised wherever the program is; `status` = 128 and the signal's number, as a shell says it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


def ready() -> None:
    """From here on; what was started with a signal ignored (nohup) goes on ignoring it. For the main thread alone."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # asked twice, it ends at once; the next load clears up
    raise Ended(number)
