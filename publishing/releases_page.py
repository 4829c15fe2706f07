"""What the page of releases shows: the published versions in a folder, each checked, and what each changed and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd

from etl.errors import UnusableInput, UserError
from publishing import manifest
from publishing.pages import changes, frame
from publishing.wording import DEFAULT, locales, notes, text

CHANGES = "data/changes.json"
_PARTS = ("name", "shown", "status", "cut_off", "ruleset", "events", "checked")
_CHANGES = ("event", "award", "academy", "old_rank", "new_rank", "old_points", "new_points", "change", "why")
_STATUS = {
    "provisional": "release.status.provisional",
    "official": "release.status.official",
    "unknown": "release.status.unknown",
}
# What stands on the disk as a whole: whoever changes a byte changes one of these.
State = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True)
class Release:
    """A folder with a manifest; `wrong` = what is not as it was published, `problem` = why it cannot be read at all."""

    name: str
    said: dict[str, Any]
    files: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    fingerprint: str = ""
    problem: str | None = None

    @property
    def whole(self) -> bool:
        """Whether every file is as it was published; of others nothing is handed out."""
        return self.problem is None and not self.wrong


def names(folder: Path) -> list[str]:
    """Folders of releases in it, by name; what begins with a dot is being written, a link leads elsewhere."""
    if not folder.is_dir():
        raise UnusableInput(f"there is no folder {folder} of releases; make it, or name another with --releases")
    found = (path for path in folder.iterdir() if not path.name.startswith(".") and not path.is_symlink())
    return sorted(path.name for path in found if (path / manifest.MANIFEST).is_file())


def state(folder: Path, name: str) -> State:
    """Path, size and times of every file: the key under which a check is kept."""
    place = folder / name
    seen = ((path.relative_to(place).as_posix(), path.lstat()) for path in sorted(place.rglob("*")))
    return tuple((path, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns) for path, stat in seen)


def read(folder: Path, name: str) -> Release:
    """A release as it stands on the disk, every file hashed."""
    try:
        checked = manifest.verify(folder / name)
        said = _understood(folder / name)
    except UserError as error:
        return Release(name, {}, problem=str(error))
    wrong = (*checked.changed, *checked.missing, *checked.added)
    files = (*sorted(said["files"]), manifest.MANIFEST, manifest.SUMS)
    return Release(name, said, files, wrong, checked.fingerprint)


def _understood(place: Path) -> dict[str, Any]:
    """The manifest, of the form that this page reads; whoever wrote it may have been anybody."""
    said = manifest.read(place)
    events = said.get("events")
    plain = isinstance(events, list) and all(isinstance(event, dict) for event in events)
    if not plain or any(not isinstance(event.get(part), str) for event in events or () for part in _TEXTS):
        raise UnusableInput(f"{place / manifest.MANIFEST} does not say what a release says of its events")
    return said


_TEXTS = ("event", "name", "status", "ruleset", "ruleset_title")


def overview(releases: Sequence[Release], lang: str = DEFAULT) -> pd.DataFrame:
    """One row per release, the newest first."""
    return pd.DataFrame([_row(each, lang) for each in releases], columns=list(_PARTS))


def newest_first(releases: Sequence[Release]) -> list[Release]:
    """By the newest thing each knows of; those that cannot be read last."""
    ordered = sorted(releases, key=lambda each: each.name)
    return sorted(ordered, key=lambda each: str(each.said.get("data_cut_off") or ""), reverse=True)


def _row(release: Release, lang: str) -> dict[str, Any]:
    events = release.said.get("events", [])
    titles = dict.fromkeys(event["ruleset"] for event in events)
    return {
        "name": release.name,
        "shown": ", ".join(event["name"] for event in events),
        "status": status(release, lang),
        "cut_off": cut_off(release, lang),
        "ruleset": ", ".join(titles),
        "events": len(events),
        "checked": verdict(release, lang),
    }


def status(release: Release, lang: str = DEFAULT) -> str:
    """Provisional, official or not stated, each once where its events differ."""
    said = dict.fromkeys(event["status"] for event in release.said.get("events", []))
    return ", ".join(text(_STATUS[name], lang) if name in _STATUS else name for name in said)


def cut_off(release: Release, lang: str = DEFAULT) -> str:
    """The newest thing recorded that it knows of."""
    found = release.said.get("data_cut_off")
    try:
        return frame.clock(found, lang) if isinstance(found, str) else ""
    except ValueError:
        return str(found)


def verdict(release: Release, lang: str = DEFAULT) -> str:
    """Whether every file is as it was published, in words."""
    if release.problem is not None:
        return text("page.releases.unreadable", lang)
    if release.wrong:
        return text("page.releases.changed", lang, n=len(release.wrong))
    return text("page.releases.whole", lang, n=len(release.files))


def facts(release: Release, lang: str = DEFAULT) -> list[str]:
    """What its manifest says of it as a whole, a line each."""
    said = release.said
    lines = [text("release.cut_off", lang, time=cut_off(release, lang))] if said.get("data_cut_off") else []
    for event in said["events"]:
        lines.append(_event(event, lang))
    for key, name in (("page.releases.published", "published_on"), ("release.status.deadline", "appeal_deadline")):
        if isinstance(day := said.get(name), str):
            lines.append(text(key, lang, date=_day(day, lang)))
    lines.append(text("release.made_by", lang, version=str(said.get("program_version"))))
    return [*lines, text("page.releases.fingerprint", lang, fingerprint=release.fingerprint)]


def _event(event: dict[str, Any], lang: str) -> str:
    rules = text("release.rules", lang, title=event["ruleset_title"], version=event.get("version"))
    name = event["status"]
    return f"{event['name']}: {text(_STATUS[name], lang) if name in _STATUS else name} · {rules}"


def _day(day: str, lang: str) -> str:
    try:
        return locales.day(date.fromisoformat(day), lang)
    except ValueError:
        return day


def content(folder: Path, name: str, path: str) -> bytes:
    """A file that the manifest lists, as it was published; UserError for any other, and where it no longer is."""
    place = folder / name
    if name not in names(folder):
        raise UnusableInput(f"there is no release {name!r}")
    listed = manifest.read(place)["files"]
    if path not in (*listed, manifest.MANIFEST, manifest.SUMS):
        raise UnusableInput(f"{path!r} is no file of this release")
    if (data := manifest.published(place, path)) is None:
        raise UnusableInput("this release is not as it was published, and nothing of it is handed out")
    return data


@dataclass(frozen=True)
class Changed:
    """What a release changed: `compared` = with which, None = with none before it; a row per academy that moved."""

    compared: list[str]
    recorded: list[str]
    rows: pd.DataFrame


def changed(folder: Path, name: str, lang: str = DEFAULT) -> Changed | None:
    """As published and as corrected, with the reasons; None = it was compared with none before it."""
    if CHANGES not in manifest.read(folder / name)["files"]:
        return None
    try:
        return _changed(json.loads(content(folder, name, CHANGES)), lang)
    except (KeyError, TypeError, ValueError) as error:
        raise UnusableInput(f"{CHANGES} of {name} does not say what a release says of its changes") from error


def _changed(answer: dict[str, Any], lang: str) -> Changed:
    before = answer["previous"]
    compared = [f"{text('changes.previous', lang)} {before['fingerprint']}"]
    if before["data_cut_off"] is not None:
        compared.append(text("changes.since", lang, time=frame.clock(before["data_cut_off"], lang)))
    recorded = [line for event in answer["events"] for line in _recorded(event, lang)]
    rows = [
        _moved(event, award, row, lang)
        for event in answer["events"]
        for award in event["awards"]
        for row in award["rows"]
        if row["changed"]
    ]
    return Changed(compared, recorded, pd.DataFrame(rows, columns=list(_CHANGES)))


def _recorded(event: dict[str, Any], lang: str) -> list[str]:
    """New, gone or the same in a line; else what was recorded meanwhile, by whom and why."""
    said = {
        "new": text("changes.new", lang),
        "gone": text("changes.gone", lang),
        "same": text("changes.same", lang),
    }
    lines = [f"{event['name']}: {said[event['kind']]}"] if event["kind"] in said else []
    if event["awards"] and not event["explained"]:
        lines.append(f"{event['name']}: {text('changes.unexplained', lang)}")
    return [*lines, *(f"{event['name']}: {changes.version(one, lang)}" for one in event["versions"])]


def _moved(event: dict[str, Any], award: dict[str, Any], row: dict[str, Any], lang: str) -> dict[str, Any]:
    ranks = {name: "" if row[name] is None else str(row[name]) for name in ("old_rank", "new_rank")}
    points = {name: "" if row[name] is None else frame.number(row[name], lang) for name in ("old_points", "new_points")}
    return {
        "event": event["name"],
        "award": notes.award_name(award, lang),
        "academy": row["academy"],
        **ranks,
        **points,
        "change": frame.number(row["points_change"], lang, sign=True),
        "why": "; ".join(changes.why(row, lang)),
    }
