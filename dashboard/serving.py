"""`python -m dashboard.serving ORDER`: one of the processes that serve the dashboard; `tatame dashboard` starts it."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.order import Order

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send
    from streamlit import App

    from dashboard.turns import Turns

SCRIPT = Path(__file__).with_name("app.py")
_PING_SECONDS = 30.0  # as Streamlit asks its viewers whether they are still there
_CLOSING_SECONDS = 3
# A page is dozens of messages. After each the loop asks for the interpreter again, and waits for so long while another
# page is computed: Python's own 5 ms add up to a quarter of a second. See docs/decisions/several-processes.md.
_SWITCH_SECONDS = 0.0005
# Objects made until Python looks for garbage in circles. By its own rule it looked through all answers that are kept
# every four seconds, and nothing else ran for 120 ms: a twentieth of the processor time of a hundred viewers.
_COLLECTED = (10_000, 10, 10)


def main(order: Order) -> None:
    """Serves until it is asked to end, or until the program that started it is gone."""
    # First of all: whoever is killed while this imports leaves nobody behind.
    threading.Thread(target=_end_after, args=(order,), daemon=True).start()
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.set_threshold(*_COLLECTED)
    import uvicorn

    from dashboard.turns import Listener, Turns

    turns = Turns(Path(order.folder), order.number, order.many)
    listener = Listener.of(socket.socket(fileno=order.listener), turns)
    config = uvicorn.Config(
        counted(application(order, turns), turns),
        loop="asyncio",  # which asks the socket itself, where it waits for its turn
        ws="websockets-sansio",
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        use_colors=False,
        timeout_graceful_shutdown=_CLOSING_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])


def application(order: Order, turns: Turns) -> App:
    """The pages as Streamlit serves them, files to download in the folder that the processes share."""
    import streamlit as st
    from streamlit.web import bootstrap

    from dashboard import pagelist
    from dashboard.shared_files import with_shared_files

    @asynccontextmanager
    async def ready(_app: st.App) -> AsyncIterator[None]:
        pagelist.every()  # a second of imports that nobody then waits for
        turns.serves()
        os.write(order.ready, b".")
        yield

    app = with_shared_files(SCRIPT, Path(order.folder), ready)
    bootstrap.load_config_options(order.options)
    return app


def counted(app: ASGIApp, turns: Turns) -> ASGIApp:
    """The same, its open sessions told to the other processes."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        with turns.session():
            await app(scope, receive, send)

    return asked


def _end_after(order: Order) -> None:
    os.read(order.lifeline, 1)  # nobody ever writes: it is at its end when the program is
    shutil.rmtree(order.folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_CLOSING_SECONDS + 2)
    os._exit(1)


if __name__ == "__main__":
    main(Order.read(sys.argv[1]))
