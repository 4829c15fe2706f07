"""The port of the dashboard: one socket, opened for this run alone, from which all its processes accept."""

from __future__ import annotations

import errno
import socket
from contextlib import closing

from etl.errors import UserError

FIRST = 8501
_TRIED = 20
_WAITING = 1024  # connections that may wait to be accepted


def free(wanted: int | None, address: str) -> int:
    """The port asked for, which must be free; without one, the first free from 8501."""
    with closing(opened(wanted, address)) as listener:
        return int(listener.getsockname()[1])


def opened(wanted: int | None, address: str) -> socket.socket:
    """A socket that listens there. Nobody else can join it, this user's other programs included: no SO_REUSEPORT."""
    for port in [wanted] if wanted is not None else range(FIRST, FIRST + _TRIED):
        try:
            return _listening(address, port)
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise UserError(f"{address} is no address of this machine; name another with --address") from None
            if error.errno == errno.EACCES:
                raise UserError(f"port {port} is not for this user; name one above 1023 with --port") from None
    if wanted is None:
        raise UserError(f"no free port from {FIRST} to {FIRST + _TRIED - 1}; name one with --port")
    raise UserError(f"port {wanted} is in use; name another with --port")


def _listening(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if listener.family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # "::" is every address, IPv4 included
        listener.bind((address, port))
        listener.listen(_WAITING)
        listener.setblocking(False)  # of several processes that are woken one accepts
    except OSError:
        listener.close()
        raise
    return listener
