"""The port of the dashboard: one socket, opened for this run alone, from which all its processes accept."""

from __future__ import annotations

import errno
import ipaddress
import socket
from contextlib import closing, suppress

from etl.errors import UserError

FIRST = 8501
_TRIED = 20
_WAITING = 1024  # connections that may wait to be accepted
_SYSTEM = 1023  # ports up to it are the system's
_NO_ADDRESS = "{} is no address of this machine; name another with --address"


def free(wanted: int | None, address: str) -> int:
    """The port asked for, which must be free; without one, the first free from 8501."""
    with closing(opened(wanted, address)) as listener:
        return int(listener.getsockname()[1])


def opened(wanted: int | None, address: str) -> socket.socket:
    """A socket that listens there. Nobody else can join it, this user's other programs included: no SO_REUSEPORT."""
    host = _host(address)
    for port in [wanted] if wanted is not None else range(FIRST, FIRST + _TRIED):
        try:
            return _listening(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _refused(error, address, port) from None
    if wanted is None:
        raise UserError(f"no free port from {FIRST} to {FIRST + _TRIED - 1}; name one with --port")
    raise UserError(f"port {wanted} is in use; name another with --port")


def _host(address: str) -> str:
    """The address to bind; a word that stands for all of them, as an empty one does, opens none: 0.0.0.0 is said."""
    with suppress(ValueError):
        ipaddress.ip_address(address)
        return address
    try:
        found = socket.gethostbyname(address)
    except (OSError, UnicodeError):
        raise UserError(_NO_ADDRESS.format(address)) from None
    if ipaddress.ip_address(found).is_unspecified:
        raise UserError(f"--address {address!r} is no address; name one, such as 127.0.0.1 (0.0.0.0 = every one)")
    return found


def _refused(error: OSError, address: str, port: int) -> UserError:
    if error.errno == errno.EADDRNOTAVAIL:
        return UserError(_NO_ADDRESS.format(address))
    if error.errno == errno.EACCES and port <= _SYSTEM:
        return UserError(f"port {port} is not for this user; name one above {_SYSTEM} with --port")
    return UserError(f"{address} cannot be served on port {port}: {error.strerror or error}")


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
