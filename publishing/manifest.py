"""What a release says of itself, and the check that it is still what was written (docs/releases.md).

`manifest.json` lists every other file with its SHA-256; `SHA256SUMS` lists those and the manifest, in the form that
`sha256sum -c` reads. Its text follows from the files alone, so that no byte of a release can change unseen; the SHA-256
of `SHA256SUMS` is the fingerprint of the whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from etl import inputs, schema
from etl.errors import UnusableInput
from publishing import shapes
from publishing.exports.json_file import as_json

if TYPE_CHECKING:
    from publishing.content import Content
    from publishing.shapes import Answer

MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
FORM = 1  # of the manifest; a release of an older form verifies for ever


@dataclass(frozen=True)
class Checked:
    """Paths within the release that are not as they were written; all empty = it is whole."""

    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]
    files: int
    fingerprint: str

    @property
    def whole(self) -> bool:
        """Whether nothing was changed, taken away or added."""
        return not (self.changed or self.missing or self.added)


def of(content: Content, files: Mapping[str, bytes]) -> bytes:
    """The manifest of a release with these files."""
    order = content.order
    return as_json(
        {
            "release": FORM,
            "program": "tatame",
            "program_version": schema.program_version(),
            "federation": order.federation,
            "languages": list(order.languages),
            "formats": list(order.formats),
            "privacy": str(order.level),
            "data_cut_off": content.cut_off,
            "as_of": shapes.moment(order.as_of),
            "published_on": shapes.plain(order.published_on),
            "appeal_deadline": shapes.plain(order.appeal_deadline),
            "events": [event.facts for event in content.events],
            "seasons": [{name: one.answer[name] for name in ("scheme", "season", "by")} for one in content.seasons],
            "previous": content.changes[_any(content)]["previous"] if content.changes else None,
            "files": {path: digest(data) for path, data in sorted(files.items())},
        }
    )


def _any(content: Content) -> str:
    return next(iter(content.changes))


def sums(files: Mapping[str, str]) -> str:
    """The text of SHA256SUMS: digest, two blanks, path; in the order of the paths."""
    return "".join(f"{sha256}  {path}\n" for path, sha256 in sorted(files.items()))


def digest(data: bytes) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read(folder: Path) -> Answer:
    """The manifest of a release; UnusableInput where the folder is none."""
    if folder.is_file():
        raise UnusableInput(f"{folder} is a file; name the folder of a release")
    if not (folder / MANIFEST).exists():
        raise UnusableInput(f"{folder} is no release of tatame: it has no {MANIFEST}")
    try:
        found = json.loads(inputs.content(folder / MANIFEST))
    except (ValueError, RecursionError) as error:
        raise UnusableInput(f"{folder / MANIFEST} cannot be read: {error}") from None
    return _of_ours(folder, found)


def _of_ours(folder: Path, found: Any) -> Answer:
    if not isinstance(found, dict) or found.get("program") != "tatame" or not isinstance(found.get("files"), dict):
        raise UnusableInput(f"{folder} is no release of tatame: its {MANIFEST} is of another program")
    if not isinstance(form := found.get("release"), int) or form > FORM:
        raise UnusableInput(f"{folder} was published by a newer tatame (form {form}, this one knows {FORM}); update it")
    return found


def verify(folder: Path) -> Checked:
    """Every file against the manifest, the manifest against SHA256SUMS, and that nothing was put in."""
    listed = _listed(read(folder))
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    there = {path.relative_to(folder).as_posix() for path in found}
    now = {path: _digest_of(folder / path) for path in (*listed, MANIFEST)}
    changed = [path for path, sha256 in listed.items() if now[path] not in (None, sha256)]
    missing = [path for path in listed if now[path] is None]
    sealed = _content(folder / SUMS)
    expected = sums({**listed, MANIFEST: now[MANIFEST] or ""}).encode()
    if sealed is None:
        missing.append(SUMS)
    elif sealed != expected:
        changed.append(_either(sealed, now[MANIFEST] or ""))
    added = sorted(there - {*listed, MANIFEST, SUMS})
    return Checked(tuple(changed), tuple(missing), tuple(added), len(listed) + 2, digest(sealed or b""))


def published(folder: Path, path: str) -> bytes | None:
    """A file of a release that is whole: the very bytes that were hashed; None where it is not, or no longer."""
    checked = verify(folder)
    data, sealed = _content(folder / path), _content(folder / SUMS)
    if not checked.whole or data is None or sealed is None or digest(sealed) != checked.fingerprint:
        return None
    own = data == sealed if path == SUMS else f"{digest(data)}  {path}\n".encode() in sealed.splitlines(keepends=True)
    return data if own else None


def _either(sealed: bytes, manifest: str) -> str:
    """Which of the two it was: the manifest where SHA256SUMS no longer has its digest."""
    return SUMS if f"{manifest}  {MANIFEST}\n".encode() in sealed else f"{MANIFEST} or {SUMS}"


def _listed(manifest: Answer) -> dict[str, str]:
    files = manifest["files"]
    for path in files:
        parts = Path(path).parts
        if not parts or Path(path).is_absolute() or ".." in parts:
            raise UnusableInput(f"{path!r} in {MANIFEST} is no path within a release; this manifest was tampered with")
    return {str(path): str(sha256) for path, sha256 in files.items()}


def _digest_of(path: Path) -> str | None:
    data = _content(path)
    return None if data is None else digest(data)


def _content(path: Path) -> bytes | None:
    """None = no such file; a link is not what was written."""
    try:
        return None if path.is_symlink() or not path.is_file() else path.read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnusableInput(f"{path} cannot be read: {error.strerror}") from None
