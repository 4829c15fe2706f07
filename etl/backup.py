"""A store kept as another file, and put back: whole files, whoever reads or loads meanwhile."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from etl import damage, opening, schema, swap
from etl.errors import StoreError

# Raises StoreError where the store at the path is not sound; the second path is the name to say.
Verify = Callable[[Path, Path], None]
_NOTE = ".json"


@dataclass(frozen=True)
class Note:
    """What stands beside a backup, as JSON: enough to tell years later whether it is whole and who can read it."""

    sha256: str
    bytes: int
    layout: int
    made_at: str
    program: str


@dataclass(frozen=True)
class Restored:
    """`kept` = the store that was replaced; `older` = layout of the backup; `note` None = nothing stood beside it."""

    store: Path
    kept: Path | None
    older: int | None
    note: Note | None


def backup(store: Path, file: Path, *, replace: bool = False) -> Note:
    """The store as it is now as another file, with a note of its SHA-256 and layout beside it."""
    path, target = swap.existing(store), _free(store, file, replace)
    swap.refuse_unwritten(path, store)
    new = swap.name_of_copy(target)
    try:
        with swap.explained(file):
            swap.copy(path, new)  # the file that was opened, whatever takes its name meanwhile
            shutil.copymode(path, new)
            note = _described(new, store)
            swap.sync(new)
            _put(new, target, note, file, replace=replace)
    finally:
        swap.discard(new)
    return note


def _put(new: Path, target: Path, note: Note, file: Path, *, replace: bool) -> None:
    """The backup and its note under their names; between the two a backup has no note rather than another one's."""
    beside = note_beside(target)
    written = swap.name_of_copy(beside)
    try:
        written.write_text(json.dumps(asdict(note), indent=1) + "\n", encoding="utf-8")
        swap.sync(written)
        with _as_before(*(each for each in (target, beside) if replace and each.is_file())):
            if replace:
                beside.unlink(missing_ok=True)
            swap.place(new, target, replace=replace)
            swap.place(written, beside, replace=True)
    except FileExistsError as error:
        raise _taken(file) from error
    finally:
        swap.discard(written)


@contextmanager
def _as_before(*files: Path) -> Iterator[None]:
    """On any failure these files stand there again as they are now: until then each has a second name."""
    kept = {file: swap.name_of_copy(file) for file in files}
    try:
        for file, second in kept.items():
            swap.link(file, second)
        yield
    except BaseException:
        for file, second in kept.items():
            with suppress(FileNotFoundError):  # not yet linked: nothing has happened to it
                second.replace(file)
        raise
    finally:
        for file, second in kept.items():
            if file.exists():  # else the second name is all that is left of it
                swap.discard(second)


def restore(store: Path, file: Path, verify: Verify, *, wait: float = swap.WAIT_SECONDS) -> Restored:
    """Puts a backup in the store's place once it is seen to be whole and sound; what stood there is kept beside.

    Whatever file that is: a store whose first block is destroyed no longer looks like one.
    """
    source, path = _backup_at(file), swap.writable(store, create=True, whatever=True)
    if path.exists() and path.samefile(source):
        raise StoreError(f"{file} is the store itself; nothing was changed")
    with swap.lock(path, wait), swap.explained(store):
        swap.clear_leftovers(path)
        copy = swap.name_of_copy(path)
        try:
            swap.copy(source, copy)
            note = _same_as_noted(copy, file)
            older = _brought_up_to_date(copy, file)
            verify(copy, file)
            copy.chmod(source.stat().st_mode & 0o777 | 0o600)  # a backup may be protected, a store is written
            kept = swap.keep(path, f"replaced-{_now():%Y%m%dT%H%M%SZ}") if path.exists() else None
            swap.publish(copy, path)
        finally:
            swap.discard(copy)
    return Restored(store, kept, older, note)


def note_beside(file: Path) -> Path:
    """Where the note of a backup stands."""
    return file.with_name(file.name + _NOTE)


def _free(store: Path, file: Path, replace: bool) -> Path:
    """The real path to write a backup to; StoreError where something stands in the way."""
    target = Path(os.path.realpath(file.expanduser()))
    with swap.explained(file):
        if target.is_dir():
            raise StoreError(f"{file} is a folder; name a file in it, for example {file / store.name}")
        if not target.parent.is_dir():
            raise StoreError(f"there is no folder {target.parent} for the backup; make it, or name another")
        if target == Path(os.path.realpath(store.expanduser())):
            raise StoreError(f"{file} is the store itself; name another file for the backup")
        if target.exists() and not replace:
            raise _taken(file)
    return target


def _taken(file: Path) -> StoreError:
    return StoreError(f"{file} is there already and was left as it is; name another file, or say --replace")


def _backup_at(file: Path) -> Path:
    with swap.explained(file):
        if not file.expanduser().exists():
            raise StoreError(f"there is no backup {file}; nothing was changed")
        found = swap.existing(file, whatever=True)
        if not swap.is_duckdb(found):
            raise StoreError(f"{file} is no backup (no DuckDB file); nothing was changed: name another backup")
        return found


def _described(file: Path, name: Path) -> Note:
    """What the file is, having been opened; StoreError where it is damaged or no store."""
    try:
        with closing(duckdb.connect(str(file), read_only=True)) as con, damage.explained(name):
            damage.refuse_cut_short(con, file.stat().st_size, name)
            layout = schema.version(con)
    except duckdb.Error as error:
        raise damage.told(name, error) from error
    if layout is None:
        raise StoreError(f"{name} is a DuckDB database but no tatame store; name another file with --store")
    return Note(_digest(file), file.stat().st_size, layout, f"{_now():%Y-%m-%dT%H:%M:%SZ}", schema.program_version())


def _same_as_noted(copy: Path, file: Path) -> Note | None:
    """The note beside a backup, which the copy is as it says; None where there is none."""
    try:
        text = note_beside(file.expanduser()).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        note = Note(**json.loads(text))
    except (ValueError, TypeError) as error:
        raise StoreError(f"{note_beside(file)} cannot be read, so {file} cannot be checked against it") from error
    if note.sha256 != _digest(copy):
        raise StoreError(
            f"{file} is not what was backed up: its SHA-256 is not the one in {note_beside(file).name}; "
            "nothing was changed"
        )
    return note


def _brought_up_to_date(copy: Path, file: Path) -> int | None:
    try:
        con, older = opening.up_to_date(copy, file)
        with closing(con):
            con.execute("CHECKPOINT")
    except duckdb.Error as error:
        if damage.is_damage(error):
            raise damage.told(file, error) from error
        raise
    return older


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)
