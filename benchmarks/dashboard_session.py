"""One viewer of the dashboard without a browser: opens pages, changes choices, looks for new data as a browser does.

Speaks Streamlit's own protocol (protobuf over a WebSocket), so what is measured is everything up to the last byte that
a browser needs; drawing it is the browser's own time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from urllib.parse import parse_qsl, urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE = 30.0
AGAIN = 3.0
_FRAGMENT = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
_RERUN = ForwardMsg.FINISHED_EARLY_FOR_RERUN


@dataclass
class Times:
    """Seconds of every action by its name, and what went wrong."""

    seconds: list[tuple[str, float]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Viewer:
    """One session; `look` = whether it asks for new data every few seconds, as a browser with the page open does."""

    def __init__(self, socket: websockets.ClientConnection, port: int, times: Times, chance: Random) -> None:
        self._socket = socket
        self._port = port
        self.times = times
        self._chance = chance
        self._done = asyncio.Event()
        self._pages: dict[str, str] = {}  # address -> hash
        self._session = ""
        self.address = ""
        self._page = ""
        self._query = ""
        self._selects: dict[str, list[str]] = {}  # widget -> what it offers
        self._fragments: dict[str, float] = {}  # fragment -> seconds between its runs
        self.files: dict[tuple[int, ...], str] = {}  # where on the page a file can be downloaded -> which
        self._made: asyncio.Future[str] | None = None  # the address of a file that is waited for
        self._looks = asyncio.Event()  # set when the page has another fragment

    @property
    def pages(self) -> list[str]:
        """Addresses of the navigation; known once a page was opened."""
        return list(self._pages)

    async def listen(self) -> None:
        """Reads what the server sends until it ends."""
        async for data in self._socket:
            message = ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode())
            self._take(message)

    def _take(self, message: ForwardMsg) -> None:
        match message.WhichOneof("type"):
            case "new_session":
                self._session = message.new_session.initialize.session_id
            case "navigation":
                self._pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            case "delta":
                self._element(message)
            case "auto_rerun":
                self._fragments[message.auto_rerun.fragment_id] = message.auto_rerun.interval
                self._looks.set()
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "backend_operation_response" if self._made is not None and not self._made.done():
                self._made.set_result(message.backend_operation_response.deferred_file.url)
            case "script_finished" if message.script_finished not in (_FRAGMENT, _RERUN):
                if message.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
                    self.times.errors.append("the script did not finish")
                self._done.set()

    def _element(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        match element.WhichOneof("type"):
            case "exception":
                self.times.errors.append(f"{element.exception.type}: {element.exception.message}")
            case "alert" if element.alert.format == element.alert.ERROR:
                self.times.errors.append(f"said on the page: {element.alert.body}")
            case "selectbox" if len(element.selectbox.options) > 1:
                self._selects[element.selectbox.id] = list(element.selectbox.options)
            case "download_button" if element.download_button.deferred_file_id:
                self.files[tuple(message.metadata.delta_path)] = element.download_button.deferred_file_id

    async def open(self, address: str, query: dict[str, str]) -> None:
        """A page by its address, as a link or the navigation opens it."""
        self.address = address
        self._page, self._query, self._selects = self._pages.get(address, ""), urlencode(query), {}
        await self._run(f"open /{address}", BackMsg())

    async def choose(self) -> None:
        """Another value of one of the page's pickers."""
        if not self._selects:
            return
        message = BackMsg()
        widget = self._chance.choice(list(self._selects))
        message.rerun_script.widget_states.widgets.add(
            id=widget, string_value=self._chance.choice(self._selects[widget])
        )
        await self._run(f"choose /{self.address}", message)

    async def _run(self, name: str, message: BackMsg) -> None:
        state = message.rerun_script
        state.page_script_hash, state.query_string = self._page, self._query
        state.context_info.locale = dict(parse_qsl(self._query)).get("lang", "en")
        state.context_info.url = "http://localhost/"
        self._done.clear()
        self._fragments.clear()
        self.files = {}
        began = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        try:
            await asyncio.wait_for(self._done.wait(), PATIENCE)
        except TimeoutError:
            self.times.errors.append(f"{name}: no answer within {PATIENCE:.0f} s")
            return
        self.times.seconds.append((name, time.perf_counter() - began))

    async def take(self) -> None:
        """One of the page's files, as its button does: made by the process of the session, fetched from any."""
        began = time.perf_counter()
        try:
            address = await self.made()
            if not address:  # new data draw the page anew: whoever clicked meanwhile clicks again
                await asyncio.sleep(AGAIN)
                address = await self.made()
            status, length = await asyncio.wait_for(fetched(self._port, address), PATIENCE)
        except TimeoutError:
            self.times.errors.append(f"no file within {PATIENCE:.0f} s")
            return
        if status != 200 or not length:
            self.times.errors.append(f"a file that was made is not there: {status}, {length} bytes, {address!r}")
        self.times.seconds.append(("take a file", time.perf_counter() - began))

    async def made(self) -> str:
        """The address of one of the page's files, which is made for it; blank where its button is no more."""
        message, self._made = BackMsg(), asyncio.get_running_loop().create_future()
        operation = message.backend_operation_request
        operation.request_id, operation.session_id = "file", self._session
        operation.deferred_file.file_id = self._chance.choice(list(self.files.values()))
        await self._socket.send(message.SerializeToString())
        return await asyncio.wait_for(self._made, PATIENCE)

    async def look(self) -> None:
        """Runs every fragment again at its own interval, as the browser does for the server."""
        due: dict[str, float] = {}
        while True:
            now = time.monotonic()
            due = {each: due.get(each, now + gap) for each, gap in self._fragments.items()}
            for fragment, gap in list(self._fragments.items()):
                if due[fragment] <= now:
                    due[fragment] = now + gap
                    await self._again(fragment)
            self._looks.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._looks.wait(), min(due.values(), default=now + PATIENCE) - now)

    async def _again(self, fragment: str) -> None:
        message = BackMsg()
        state = message.rerun_script
        state.page_script_hash, state.query_string = self._page, self._query
        state.fragment_id, state.is_auto_rerun = fragment, True
        await self._socket.send(message.SerializeToString())


async def fetched(port: int, address: str) -> tuple[int, int]:
    """A file on a connection of its own: its status, and how many bytes it has."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        asked = f"GET {address} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
        writer.write(asked.encode("ascii"))
        head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
    finally:
        writer.close()
    return int(head.split()[1]), len(body)


@asynccontextmanager
async def viewer(port: int, times: Times, seed: int, *, looks: bool = True) -> AsyncIterator[Viewer]:
    """A session on the dashboard of this machine, its first page open."""
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    async with websockets.connect(
        address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None, proxy=None, ping_interval=None
    ) as socket:
        one = Viewer(socket, port, times, Random(seed))
        tasks = [asyncio.create_task(one.listen())]
        if looks:
            tasks.append(asyncio.create_task(one.look()))
        try:
            await one.open("", {})
            yield one
        finally:
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    times.errors.append(f"the connection ended: {ended}")
