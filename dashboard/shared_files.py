"""Files to download and pictures, where every process that serves the dashboard finds them: in a folder of this run.

Streamlit keeps them in the memory of the process that made them, and drops a download at the second next run of any
session, which is in a moment where many look on. Here they stay for a few minutes.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from streamlit import App
from streamlit.runtime import Runtime, RuntimeConfig, app_session
from streamlit.runtime.media_file_storage import MediaFileKind, MediaFileStorage, MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryFile, get_extension_for_mimetype
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from dashboard.downloads import Downloads
from dashboard.sent import Sent, ToldOnce

KEPT_SECONDS = 600.0  # since a page last had it
SWEPT_SECONDS = 60.0
MOST_BYTES = 512 * 1024 * 1024  # of all together; the newest is kept whatever its size
_NAME = re.compile(r"[0-9a-f]{64}(\.[a-z0-9]{1,12})?")


class SharedFiles(MediaFileStorage):
    """Each file is named by its SHA-256, its type and its name told in the first line."""

    def __init__(self, folder: Path, kept: float = KEPT_SECONDS, most: int = MOST_BYTES) -> None:
        self._folder, self._kept, self._most = folder / "files", kept, most
        self._folder.mkdir(mode=0o700, exist_ok=True)

    def load_and_get_id(
        self, path_or_data: str | bytes, mimetype: str, kind: MediaFileKind, filename: str | None = None
    ) -> str:
        """Its name; what is there already is only marked as used."""
        try:
            content = Path(path_or_data).read_bytes() if isinstance(path_or_data, str) else bytes(path_or_data)
            first = json.dumps({"mimetype": mimetype, "kind": kind.value, "filename": filename}).encode() + b"\n"
            name = _named(first, content, mimetype)
            try:
                os.utime(self._folder / name)
            except FileNotFoundError:
                self._write(name, first, content)
        except OSError as error:
            raise MediaFileStorageError(f"a file cannot be kept: {error.strerror or error}") from error
        return name

    def get_file(self, filename: str) -> MemoryFile:
        """What Streamlit's own route to /media asks for."""
        if not _NAME.fullmatch(filename):
            raise MediaFileStorageError("no such file")
        try:
            with (self._folder / filename).open("rb") as file:
                if os.fstat(file.fileno()).st_mtime < time.time() - self._kept:
                    (self._folder / filename).unlink(missing_ok=True)
                    raise MediaFileStorageError("no such file")
                said, content = json.loads(file.readline()), file.read()
        except OSError as error:
            raise MediaFileStorageError("no such file") from error
        return MemoryFile(content, said["mimetype"], MediaFileKind(said["kind"]), said["filename"])

    def get_url(self, file_id: str) -> str:
        """Where a browser finds it."""
        return f"/media/{file_id}"

    def delete_file(self, file_id: str) -> None:
        """Nothing: another process may be about to hand it out; it goes by its age."""

    async def sweep(self) -> None:
        """Never ends: what is old goes within a minute, also where nobody makes another file."""
        while True:
            await asyncio.sleep(SWEPT_SECONDS)
            with suppress(OSError):  # the system took the folder for old, or takes a file from it now
                await asyncio.to_thread(self._make_room, 0)

    def _write(self, name: str, first: bytes, content: bytes) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)  # gone if the system took it for old
        self._make_room(len(content))
        with NamedTemporaryFile(dir=self._folder, delete=False) as file:
            try:
                file.writelines((first, content))
                file.close()
                Path(file.name).replace(self._folder / name)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise

    def _make_room(self, wanted: int) -> None:
        """Whatever nobody used for long goes, and of the rest the oldest while all are too many."""
        found = []
        for file in self._folder.iterdir():
            with suppress(FileNotFoundError):
                status = file.stat()
                found.append((status.st_mtime, status.st_size, file))
        room, oldest = self._most - wanted, time.time() - self._kept
        for used, size, file in sorted(found, reverse=True):
            room -= size
            if used < oldest or room < 0:
                file.unlink(missing_ok=True)


def _named(first: bytes, content: bytes, mimetype: str) -> str:
    """All of it counts: Streamlit's own names look at the ends and the middle of what is large."""
    digest = hashlib.sha256(first)
    digest.update(content)
    name = f"{digest.hexdigest()}{get_extension_for_mimetype(mimetype)}"
    return name if _NAME.fullmatch(name) else digest.hexdigest()


class _Shared(App):
    """Streamlit takes another storage in its configuration, and has no other way to hand it over than this method.

    What keeps the buttons of downloads, and what waits to be sent to a browser, it takes nowhere: they are put in the
    place of its own before anybody is served.
    """

    shared: SharedFiles

    def _create_runtime(self) -> Runtime:
        runtime = ToldOnce(
            RuntimeConfig(
                script_path=str(self.script_path),
                media_file_storage=self.shared,
                uploaded_file_manager=MemoryUploadedFileManager("/_stcore/upload_file"),
                session_storage=MemorySessionStorage(),
            )
        )
        runtime._media_file_mgr = Downloads(self.shared)
        app_session.ForwardMsgQueue = Sent  # type: ignore[attr-defined]
        return runtime


Lifespan = Callable[[App], AbstractAsyncContextManager[None]]


def with_shared_files(script: Path, folder: Path, lifespan: Lifespan) -> App:
    """The application of that script."""
    files = SharedFiles(folder)
    app = _Shared(script, lifespan=_swept(files, lifespan))
    app.shared = files
    return app


def _swept(files: SharedFiles, lifespan: Lifespan) -> Lifespan:
    """By each process: one that hangs sweeps nothing."""

    @asynccontextmanager
    async def swept(app: App) -> AsyncIterator[None]:
        async with lifespan(app):
            sweeping = asyncio.create_task(files.sweep())
            try:
                yield
            finally:
                sweeping.cancel()

    return swept
