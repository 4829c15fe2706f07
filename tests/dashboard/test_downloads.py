"""The button of a file works while its page is drawn anew, and is forgotten some time after."""

from pathlib import Path

import pytest
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError

from dashboard.downloads import KEPT_SECONDS, MOST, SWEPT_SECONDS, Downloads
from dashboard.shared_files import SharedFiles


class Page:
    """The runs of one session, as Streamlit tells its manager of them."""

    def __init__(self, files: MediaFileManager) -> None:
        self.files = files

    def drawn(self, content: bytes) -> str:
        """A run with one button: what the browser asks by."""
        self.files.clear_session_refs()
        button = self.files.add_deferred(lambda: content, "text/csv", "0.1", "a.csv", element_id="csv")
        self.files.remove_orphaned_files()
        return button


class Clock:
    """Goes on only when told."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: "one")


def content(files: Downloads, storage: SharedFiles, button: str) -> bytes:
    return storage.get_file(files.execute_deferred(button).rpartition("/")[2]).content


def test_a_button_works_after_its_page_was_drawn_anew(tmp_path: Path) -> None:
    storage = SharedFiles(tmp_path)
    files = Downloads(storage, Clock())
    old = Page(files).drawn(b"before")
    new = Page(files).drawn(b"after")
    assert content(files, storage, old) == b"before"
    assert content(files, storage, new) == b"after"


def test_streamlit_still_forgets_it_by_itself(tmp_path: Path) -> None:
    """Once it does not, `dashboard/downloads.py` can go."""
    files = MediaFileManager(SharedFiles(tmp_path))
    old = Page(files).drawn(b"before")
    Page(files).drawn(b"after")
    with pytest.raises(MediaFileStorageError):
        files.execute_deferred(old)


def test_it_is_forgotten_after_a_while_and_the_button_on_the_page_never(tmp_path: Path) -> None:
    storage, clock = SharedFiles(tmp_path), Clock()
    files, kept = Downloads(storage, clock), list[str]()
    for _ in range(int(3 * KEPT_SECONDS)):
        kept.append(Page(files).drawn(b"it"))
        clock.now += SWEPT_SECONDS
    assert len(files._deferred_callables) <= KEPT_SECONDS / SWEPT_SECONDS + 2, "buttons pile up"
    with pytest.raises(MediaFileStorageError):
        files.execute_deferred(kept[0])
    clock.now += 10 * KEPT_SECONDS
    files.remove_orphaned_files()
    assert content(files, storage, kept[-1]) == b"it", "somebody looked at the page for long"


def test_the_buttons_of_who_left_go_too(tmp_path: Path) -> None:
    clock = Clock()
    files = Downloads(SharedFiles(tmp_path), clock)
    Page(files).drawn(b"it")
    files.clear_session_refs("one")
    for _ in range(2):
        files.remove_orphaned_files()
        clock.now += KEPT_SECONDS
    files.remove_orphaned_files()
    assert not files._deferred_callables
    assert not files._deferred_ids_by_session


def test_who_draws_many_pages_at_once_loses_the_oldest_buttons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = SharedFiles(tmp_path)
    files = Downloads(storage, Clock())
    monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: "other")
    theirs = Page(files).drawn(b"theirs")
    monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: "one")
    mine = [Page(files).drawn(b"it") for _ in range(MOST + 50)]
    assert len(files._deferred_callables) == MOST + 1
    assert content(files, storage, theirs) == b"theirs"
    assert content(files, storage, mine[50]) == b"it"
    with pytest.raises(MediaFileStorageError):
        files.execute_deferred(mine[49])
