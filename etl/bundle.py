"""What the three containers of a bundle share: event.toml, the tables' names, and the hash over all of it."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from etl import event, inputs
from etl.columns import BUNDLE
from etl.errors import UnusableInput, nearest
from etl.extract import EventOptions, RawTable, Source
from etl.findings import CODES, Finding

EVENT_FILE = "event.toml"
TABLE_FILES = {f"{name}.csv": name for name in BUNDLE}
_MOST_BYTES = 1024 * 1024  # an event.toml beyond a megabyte is something else


@dataclass(frozen=True)
class Described:
    """What event.toml says: the three parts of it, unread."""

    event: dict[str, object] = field(default_factory=dict)
    awards: list[dict[str, object]] = field(default_factory=list)
    rules: dict[str, object] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def described(content: bytes, file: str) -> Described:
    """The three parts of an event.toml; UnusableInput names the line that is no TOML."""
    if len(content) > _MOST_BYTES:
        raise UnusableInput(f"{file}: larger than a description of an event can be")
    try:
        raw = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableInput(f"{file}: not UTF-8; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise UnusableInput(f"{file}: not TOML: {str(error)[:120]}") from None
    of, awards, rules = raw.pop("event", {}), raw.pop("award", []), raw.pop("rules", {})
    if not isinstance(of, dict) or not isinstance(rules, dict):
        raise UnusableInput(f"{file}: [event] and [rules] are tables: write [event] on a line of its own")
    if not isinstance(awards, list) or not all(isinstance(award, dict) for award in awards):
        raise UnusableInput(f"{file}: write each award under [[award]], in double brackets")
    return Described(of, awards, rules, [_unknown_key(file, key) for key in raw])


def _unknown_key(file: str, key: str) -> Finding:
    near = nearest(key, ["event", "award", "rules"])
    reason = CODES["unknown_key"] + (f"; did you mean {near[0]}?" if near else "")
    return Finding("warning", "unknown_key", file, reason, column=key)


def source(
    path: Path, form: str, own: Described, tables: Iterable[RawTable], options: EventOptions, **more: str | None
) -> Source:
    """The source: its own description, then --event-file, then the options, each over what stands before."""
    given, file_hash = _event_file(options)
    merged = {**own.event, **given.event}
    findings = [*own.findings, *given.findings]
    for key in own.event.keys() & given.event.keys():
        if own.event[key] != given.event[key]:
            reason = f"--event-file stands instead of it, with {given.event[key]}"
            findings.append(
                Finding("warning", "option_overrides_file", path.name, reason, column=key, value=str(own.event[key]))
            )
    merged, overrides = event.overridden(merged, options, path.name)
    found = {table.name: table for table in tables}
    return Source(
        path=path, format=form, sha256=_hash(found, own, options, file_hash, more.get("content")), event=merged,
        awards=given.awards or own.awards, rules={**own.rules, **given.rules}, tables=found,
        findings=[*findings, *overrides], usual_awards=more.get("usual_awards"),
    )  # fmt: skip


def _event_file(options: EventOptions) -> tuple[Described, str]:
    if options.event_file is None:
        return Described(), ""
    if not options.event_file.is_file():
        raise UnusableInput(f"{options.event_file}: there is no such file (--event-file)")
    content = inputs.content(options.event_file)
    return described(content, options.event_file.name), hashlib.sha256(content).hexdigest()


def _hash(
    tables: Mapping[str, RawTable], own: Described, options: EventOptions, event_file: str, content: str | None
) -> str:
    """SHA-256 over names and contents and the options: folder and zip of the same files give the same."""
    files = ("event_file", "profile")  # these count by their content
    said = {key: str(value) for key, value in asdict(options).items() if value is not None and key not in files}
    parts: dict[str, object] = {
        "event": [own.event, own.awards, own.rules],
        "tables": content or {name: table.sha256 for name, table in tables.items()},
        "options": said,
        "event_file": event_file,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def unknown_files(names: Iterable[str]) -> list[Finding]:
    """CSV files that are no table of a bundle: perhaps a slip in the name."""
    findings = []
    for name in sorted(names):
        if name.casefold().endswith(".csv") and name not in TABLE_FILES:
            near = nearest(name, TABLE_FILES)
            meant = f"; did you mean {near[0]}?" if near else ""
            findings.append(Finding("warning", "unknown_file", name, CODES["unknown_file"] + meant))
    return findings
