"""The processes that serve the dashboard: started together, one that ends started again, stopped together."""

from __future__ import annotations

import itertools
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from etl.errors import UserError
from tatame import output

_START_SECONDS = 60.0
_STOP_SECONDS = 5.0
_LOOK_SECONDS = 0.5
_LOOKS_AN_HOUR = 7200
_STEADY_SECONDS = 60.0  # one that served for so long did not end because it cannot start
_PAUSES = (1.0, 2.0, 5.0, 15.0, 60.0)  # before the next start, and the next; the last again and again
Start = Callable[[int], subprocess.Popen[bytes]]


@dataclass
class Place:
    """One of the processes, and what follows it; `ends` = how many in a row ended soon after their start."""

    process: subprocess.Popen[bytes]
    since: float
    ends: int = 0
    again: float | None = None  # when the next one is started; None = one runs


@contextmanager
def running(start: Start, many: int) -> Iterator[list[Place]]:
    """`many` of them, none of which outlives this."""
    places: list[Place] = []
    try:
        for number in range(many):
            places.append(Place(start(number), time.monotonic()))
        yield places
    finally:
        _stop([place.process for place in places])


def wait(places: list[Place], ready: int) -> None:
    """Until each has written its byte to `ready`: all of them serve."""
    until, missing = time.monotonic() + _START_SECONDS, len(places)
    while missing and time.monotonic() < until:
        if select.select([ready], [], [], 0.1)[0]:
            missing -= len(os.read(ready, missing))
        for place in places:
            if (status := place.process.poll()) is not None:
                raise UserError(f"the dashboard did not start (status {status}); what it said stands above")
    if missing:
        raise UserError(f"the dashboard was not ready within {_START_SECONDS:.0f} seconds")


def watch(places: list[Place], start: Start, gone: Callable[[int], None], hourly: Callable[[], None]) -> None:
    """Never ends: whatever ends is told, to the others by `gone`, and followed by another, after a pause that grows."""
    for looks in itertools.count(1):
        time.sleep(_LOOK_SECONDS)
        for number, place in enumerate(places):
            _look(number, place, start, gone)
        if looks % _LOOKS_AN_HOUR == 0:
            hourly()


def _look(number: int, place: Place, start: Start, gone: Callable[[int], None]) -> None:
    now = time.monotonic()
    if place.again is not None:
        if now >= place.again:
            _again(number, place, start)
        return
    if (status := place.process.poll()) is None:
        return
    gone(number)
    place.ends = place.ends + 1 if now - place.since < _STEADY_SECONDS else 1
    pause = _PAUSES[min(place.ends, len(_PAUSES)) - 1]
    place.again = now + pause
    output.tell(f"process {number + 1} of the dashboard ended (status {status}); another one in {pause:.0f} s")


def _again(number: int, place: Place, start: Start) -> None:
    try:
        place.process, place.since, place.again = start(number), time.monotonic(), None
    except OSError as error:  # this machine has no room for one more now
        place.again = time.monotonic() + _PAUSES[-1]
        output.tell(f"process {number + 1} of the dashboard cannot be started ({error}); again in {_PAUSES[-1]:.0f} s")


def _stop(processes: list[subprocess.Popen[bytes]]) -> None:
    """All at once, then whoever did not listen; a second Ctrl-C meanwhile ends them too, for their line is cut."""
    for process in processes:
        process.terminate()
    until = time.monotonic() + _STOP_SECONDS
    for process in processes:
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
