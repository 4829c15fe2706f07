"""Files to download lie where every process finds them: their names, what is no file, how many there may be."""

import asyncio
import os
import shutil
import stat
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from starlette.applications import Starlette
from streamlit import App
from streamlit.runtime import Runtime, app_session
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.media_file_storage import MediaFileKind, MediaFileStorage, MediaFileStorageError
from streamlit.web.server.starlette.starlette_routes import create_media_routes

from dashboard import shared_files
from dashboard.downloads import Downloads
from dashboard.sent import Sent, ToldOnce
from dashboard.shared_files import SharedFiles

DOWNLOAD, PICTURE = MediaFileKind.DOWNLOADABLE, MediaFileKind.MEDIA


def asked(storage: MediaFileStorage, address: str, *headers: tuple[bytes, bytes]) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what Streamlit's own route to files answers on that storage."""
    app = Starlette(routes=create_media_routes(storage, ""))  # type: ignore[arg-type]
    said: list[dict[str, object]] = []

    async def ask() -> None:
        async def nothing() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def keep(message: dict[str, object]) -> None:
            said.append(message)

        scope = {"type": "http", "method": "GET", "path": address, "headers": list(headers), "query_string": b""}
        await app(scope, nothing, keep)  # type: ignore[arg-type]

    asyncio.run(ask())
    start, *bodies = said
    names = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}  # type: ignore[attr-defined]
    return int(str(start["status"])), names, b"".join(bytes(each["body"]) for each in bodies)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("medals.csv", 'attachment; filename="medals.csv"'),
        ("順位.csv", "attachment; filename*=utf-8''%E9%A0%86%E4%BD%8D.csv"),
        ("kolejność ą.csv", "attachment; filename*=utf-8''kolejno%C5%9B%C4%87%20%C4%85.csv"),
        ('a"b\r\nX-Y: z.csv', "attachment; filename*=utf-8''a%22b%0D%0AX-Y%3A%20z.csv"),
        ("../../etc/passwd", 'attachment; filename="../../etc/passwd"'),
    ],
)
def test_another_process_hands_out_what_one_made_under_its_own_name(name: str, told: str, tmp_path: Path) -> None:
    one, other = SharedFiles(tmp_path), SharedFiles(tmp_path)
    address = one.get_url(one.load_and_get_id("tabela\n1,Ação\n".encode(), "text/csv", DOWNLOAD, name))
    status, headers, body = asked(other, address)
    assert (status, headers["content-disposition"], body) == (200, told, "tabela\n1,Ação\n".encode())
    assert headers["content-type"].startswith("text/csv")


def test_a_picture_is_shown_and_a_part_of_a_file_is_given(tmp_path: Path) -> None:
    (tmp_path / "p.png").write_bytes(b"\x89PNG\n\n1234")
    storage = SharedFiles(tmp_path)
    address = storage.get_url(storage.load_and_get_id(str(tmp_path / "p.png"), "image/png", PICTURE))
    assert address.endswith(".png")
    status, headers, body = asked(storage, address)
    assert (status, headers["content-type"], body) == (200, "image/png", b"\x89PNG\n\n1234")
    assert "content-disposition" not in headers
    assert asked(storage, address, (b"range", b"bytes=6-7"))[::2] == (206, b"12")


@pytest.mark.parametrize(
    "name",
    [
        "../turns", "..", ".", "", "/etc/passwd", "files/../../turns", "..\\turns", "turns", "a" * 63, "A" * 64,
        "a" * 64 + "\n", "a" * 64 + ".csv/../../../turns", "a" * 64 + ".csv\0", "a" * 64, "a" * 64 + ".csv",
    ],
)  # fmt: skip
def test_no_address_reaches_another_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "turns").write_bytes(b"{}\nsecret")
    storage = SharedFiles(tmp_path)
    storage.load_and_get_id(b"1", "text/csv", DOWNLOAD, "a.csv")
    with pytest.raises(MediaFileStorageError, match="no such file"):
        storage.get_file(name)
    status, _, body = asked(storage, f"/media/{name}")
    assert status == 404
    assert b"secret" not in body


def test_the_folder_is_its_owners_alone(tmp_path: Path) -> None:
    storage = SharedFiles(tmp_path)
    name = storage.load_and_get_id(b"1", "text/csv", DOWNLOAD, "a.csv")
    assert stat.S_IMODE((tmp_path / "files").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "files" / name).stat().st_mode) == 0o600


def test_one_byte_in_the_middle_of_a_large_file_makes_another_file(tmp_path: Path) -> None:
    """Streamlit tells large files apart by their ends and their middle: a point corrected elsewhere would be missed."""
    storage, large = SharedFiles(tmp_path), bytearray(b"0" * 3_000_000)
    first = storage.load_and_get_id(bytes(large), "text/csv", DOWNLOAD, "a.csv")
    large[500_000] = ord("1")
    second = storage.load_and_get_id(bytes(large), "text/csv", DOWNLOAD, "a.csv")
    assert first != second
    assert storage.get_file(second).content == bytes(large)
    text, other = (storage.load_and_get_id(b"1", kind, DOWNLOAD, "a") for kind in ("text/csv", "text/plain"))
    assert text != other


def test_a_file_stays_when_streamlit_drops_it_and_goes_with_its_age(tmp_path: Path) -> None:
    storage = SharedFiles(tmp_path)
    old, used = (storage.load_and_get_id(text, "text/csv", DOWNLOAD, "a.csv") for text in (b"old", b"used"))
    storage.delete_file(old)
    assert storage.get_file(old).content == b"old"
    long_ago = 0.0, 0.0
    for name in (old, used):
        os.utime(tmp_path / "files" / name, long_ago)
    assert storage.load_and_get_id(b"used", "text/csv", DOWNLOAD, "a.csv") == used, "as old, and asked for again"
    storage.load_and_get_id(b"new", "text/csv", DOWNLOAD, "a.csv")
    assert storage.get_file(used).content == b"used"
    with pytest.raises(MediaFileStorageError):
        storage.get_file(old)


def test_an_old_file_is_not_handed_out_however_quiet_it_was_since(tmp_path: Path) -> None:
    storage = SharedFiles(tmp_path)
    name = storage.load_and_get_id(b"1", "text/csv", DOWNLOAD, "a.csv")
    now = time.time()
    os.utime(tmp_path / "files" / name, (now - 590, now - 590))
    assert storage.get_file(name).content == b"1"
    os.utime(tmp_path / "files" / name, (now - 601, now - 601))
    assert asked(storage, storage.get_url(name))[0] == 404
    assert not (tmp_path / "files" / name).exists()


def test_what_is_old_is_swept_while_the_dashboard_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_files, "SWEPT_SECONDS", 0.01)
    app = shared_files.with_shared_files(Path(shared_files.__file__), tmp_path, lambda _: nullcontext())
    storage = SharedFiles(tmp_path)
    old, new = (storage.load_and_get_id(text, "text/csv", DOWNLOAD, "a.csv") for text in (b"old", b"new"))
    os.utime(tmp_path / "files" / old, (0, 0))

    def left() -> list[str]:
        return [file.name for file in (tmp_path / "files").iterdir()]

    async def run() -> None:
        async with shared_files._swept(app.shared, lambda _: nullcontext())(app):  # type: ignore[attr-defined]
            await gone(lambda: left() == [new])
            shutil.rmtree(tmp_path / "files")
            await asyncio.sleep(0.05)
            (tmp_path / "files").mkdir()
            again = storage.load_and_get_id(b"old", "text/csv", DOWNLOAD, "a.csv")
            os.utime(tmp_path / "files" / again, (0, 0))
            await gone(lambda: left() == [])

    async def gone(true: Callable[[], bool]) -> None:
        for _ in range(500):
            if true():
                return
            await asyncio.sleep(0.01)
        pytest.fail(f"still there: {left()}")

    asyncio.run(run())


def test_all_together_take_no_more_room_than_they_may(tmp_path: Path) -> None:
    storage = SharedFiles(tmp_path, most=1000)
    names = []
    for number in range(50):
        names.append(storage.load_and_get_id(b"%03d" % number * 30, "text/csv", DOWNLOAD, "a.csv"))
        os.utime(tmp_path / "files" / names[-1], (2e9 + number, 2e9 + number))
        assert sum(file.stat().st_size for file in (tmp_path / "files").iterdir()) <= 1200, "the first lines beside"
    assert storage.get_file(names[-1]).content == b"049" * 30
    with pytest.raises(MediaFileStorageError):
        storage.get_file(names[0])
    big = storage.load_and_get_id(b"x" * 5000, "text/csv", DOWNLOAD, "a.csv")
    assert len(storage.get_file(big).content) == 5000, "somebody waits for it"
    assert len(list((tmp_path / "files").iterdir())) == 1


def test_what_cannot_be_kept_is_told_to_streamlit(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    storage = SharedFiles(tmp_path / "run")
    (tmp_path / "run" / "files").rmdir()
    assert storage.load_and_get_id(b"1", "text/csv", DOWNLOAD, "a.csv"), "its own folder is made again"
    shutil.rmtree(tmp_path / "run")
    with pytest.raises(MediaFileStorageError, match="cannot be kept"):
        storage.load_and_get_id(b"2", "text/csv", DOWNLOAD, "a.csv")
    with pytest.raises(MediaFileStorageError, match="cannot be kept"):
        storage.load_and_get_id(str(tmp_path / "none.png"), "image/png", PICTURE)


def test_streamlit_still_takes_the_storage_where_it_is_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one method of Streamlit that is overridden; should it go, look for how `App` makes its `Runtime`."""
    assert hasattr(App, "_create_runtime")
    monkeypatch.setattr(Runtime, "_instance", None)
    monkeypatch.setattr("streamlit.config._main_script_path", None)
    monkeypatch.setattr(app_session, "ForwardMsgQueue", ForwardMsgQueue)
    app = shared_files.with_shared_files(Path(shared_files.__file__), tmp_path, lambda _: nullcontext())
    served = app._build_starlette_app()
    assert any(getattr(route, "path", "") == "/media/{file_id:path}" for route in served.routes)
    manager = Runtime.instance().media_file_mgr
    assert isinstance(manager, Downloads), "buttons of pages that were drawn anew are forgotten at once again"
    assert manager.add(b"1", "text/csv", "somewhere", "a.csv", is_for_static_download=True).startswith("/media/")
    assert len(list((tmp_path / "files").iterdir())) == 1, "Streamlit keeps its files elsewhere again"
    assert app_session.ForwardMsgQueue is Sent, "addresses of files are thrown away where a page begins to run"
    assert "ForwardMsgQueue" in app_session.AppSession.__init__.__code__.co_names, "sessions take another queue"
    tells = Runtime.instance()._session_mgr._message_enqueued_callback  # type: ignore[attr-defined]
    assert tells.__func__ is ToldOnce._enqueued_some_message, "every message wakes the loop again"
