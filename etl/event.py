"""The [event] table, its awards and switches -> one checked event; what is wrong is an error, a doubt a finding."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from etl import dates
from etl.errors import UnusableInput, suggestion
from etl.extract import EventOptions, Source
from etl.findings import CODES, Finding
from etl.readings import clean
from rulebook import chain, ruleset, spelling
from rulebook.award import Award
from rulebook.errors import RuleBookError
from rulebook.vocabulary import AgeDivision, Belt, Gender

KEYS = (
    "id",
    "name",
    "start",
    "end",
    "federation",
    "city",
    "country",
    "level",
    "status",
    "ruleset",
    "uniform",
    "awards",
)
_PLACES = {  # where a bundle describes its event; no other source has such a place
    "bundle_folder": "in event.toml, ", "bundle_zip": "in event.toml, ",
    "bundle_xlsx": "in the sheet event, ", "bundle_ods": "in the sheet event, ",
}  # fmt: skip
_TEXTS = ("federation", "city", "country", "level")
_AWARD_KEYS = ("id", "name", "genders", "ages", "belts", "chain")
_LISTS = (("genders", "gender"), ("ages", "age_division"), ("belts", "belt"))
_WORDS: Mapping[str, Iterable[str]] = {"gender": Gender, "age_division": AgeDivision, "belt": Belt}
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_STATUS = ("provisional", "official", "unknown")
_OPTIONS = (
    ("event_id", "id"), ("name", "name"), ("start", "start"),
    ("uniform", "uniform"), ("ruleset", "ruleset"), ("awards", "awards"),
)  # fmt: skip


@dataclass(frozen=True)
class Event:
    """One event as its source describes it; NULL-able columns of source_load are None where not known."""

    id: str
    name: str
    start: date
    end: date | None
    texts: Mapping[str, str | None]
    status: str
    uniform: str
    ruleset: str
    overrides: str
    awards: tuple[Award, ...]
    awards_are_default: bool
    findings: tuple[Finding, ...]


def overridden(
    event: Mapping[str, object], options: EventOptions, file: str
) -> tuple[dict[str, object], list[Finding]]:
    """The event with what the command line says instead; a finding for each key that the file said otherwise."""
    result, findings = dict(event), []
    for option, key in _OPTIONS:
        said = getattr(options, option)
        if said is None:
            continue
        if key in event and str(event[key]) != said:
            written = "event-name" if option == "name" else option.replace("_", "-")
            reason = f"--{written} {said} stands instead of it"
            findings.append(
                Finding("warning", "option_overrides_file", file, reason, column=key, value=str(event[key]))
            )
        result[key] = said
    return result, findings


def read(source: Source) -> Event:
    """Check what the source says of its event."""
    where, raw = source.path.name, source.event
    _require(raw, where, source.format)
    identifier = _text(raw, "id", where)
    if identifier is None or not _SLUG.fullmatch(identifier):
        raise UnusableInput(
            f"{where}: event id {identifier!r}: use lower-case letters, digits and hyphens, as pan-2026"
        )
    rules = _ruleset(raw, source.rules, where)
    start, end = _day(raw, "start", where), _day(raw, "end", where)
    name = _text(raw, "name", where)
    if start is None or name is None:
        raise UnusableInput(f"{where}: event {identifier} has no start; write start = 2026-05-02")
    if end is not None and end < start:
        raise UnusableInput(f"{where}: event {identifier} ends on {end}, before it starts on {start}")
    uniform = _choice(raw, "uniform", where)
    named = _awards(_text(raw, "awards", where), source.awards, rules.name, where)
    usual = () if named else _awards(source.usual_awards, [], rules.name, where)
    return Event(
        id=identifier, name=name, start=start, end=end,
        texts={key: _text(raw, key, where) for key in _TEXTS},
        status=_choice(raw, "status", where),
        uniform=uniform, ruleset=rules.name,
        overrides=json.dumps(source.rules, sort_keys=True, ensure_ascii=False, default=str),
        awards=named or (Award("overall", "Overall"), *usual), awards_are_default=not named,
        findings=tuple(_doubts(raw, uniform, where)),
    )  # fmt: skip


def _doubts(raw: Mapping[str, object], uniform: str, where: str) -> list[Finding]:
    findings = [
        Finding(
            "warning",
            "unknown_key",
            where,
            CODES["unknown_key"] + "." + suggestion(key, KEYS),
            column=key,
            value=str(value),
        )
        for key, value in raw.items()
        if key not in KEYS
    ]
    if uniform == "unknown":
        findings.append(Finding("warning", "uniform_unknown", where, CODES["uniform_unknown"], column="uniform"))
    return findings


def _require(raw: Mapping[str, object], where: str, form: str) -> None:
    """All that is missing is told at once, and where this kind of source says it."""
    options = {"id": "--event-id", "name": "--event-name", "start": "--start"}
    missing = [key for key in options if raw.get(key) is None or not clean(str(raw[key]))]
    if not missing:
        return
    place = _PLACES.get(form, "")
    them = "it" if len(missing) == 1 else "them"
    raise UnusableInput(
        f"{where}: the event has {', '.join(f'no {key}' for key in missing)}; "
        f"give {them} {place}with --event-file or {' '.join(options[key] for key in missing)}"
    )


def _text(raw: Mapping[str, object], key: str, where: str) -> str | None:
    value = raw.get(key)
    if isinstance(value, Mapping | list | bool):
        raise UnusableInput(f"{where}: event {key} is {value!r}; write a text")
    text = clean(str(value)) if value is not None else ""
    return text or None


def _day(raw: Mapping[str, object], key: str, where: str) -> date | None:
    value = raw.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        day = dates.read(str(value)[:80])
    except UnusableInput as error:
        raise UnusableInput(f"{where}: event {key} {error}") from None
    if day is None:
        raise UnusableInput(f"{where}: event {key} is {str(value)[:40]!r}; write a date as 2026-05-02")
    return day


def _choice(raw: Mapping[str, object], key: str, where: str) -> str:
    """The status or uniform said; `unknown` where nothing is."""
    text = _text(raw, key, where)
    if text is None:
        return "unknown"
    known = ("gi", "no-gi", "unknown") if key == "uniform" else _STATUS
    value = text if text in known else spelling.read("uniform", text) if key == "uniform" else None
    if value is None:
        raise UnusableInput(f"{where}: event {key} is {text!r}.{suggestion(text, known)}")
    return str(value)


def _ruleset(raw: Mapping[str, object], switches: Mapping[str, object], where: str) -> ruleset.RuleSet:
    name = _text(raw, "ruleset", where) or ruleset.DEFAULT
    if name not in (ruleset.NONE, *ruleset.names()):
        raise UnusableInput(
            f"{where}: no rule set is called {name!r}.{suggestion(name, [ruleset.NONE, *ruleset.names()])}"
        )
    try:
        return ruleset.load(name).with_overrides(switches)
    except RuleBookError as error:
        raise UnusableInput(f"{where}: [rules]: {error}") from None


def _awards(preset: str | None, own: Sequence[Mapping[str, object]], rules: str, where: str) -> tuple[Award, ...]:
    """The preset's awards, then the event's own; none at all where the event names neither."""
    found: list[Award] = []
    if preset:
        try:
            found += ruleset.load(ruleset.DEFAULT if rules == ruleset.NONE else rules).award_presets(preset)
        except RuleBookError as error:
            raise UnusableInput(f"{where}: {error}") from None
    found += [_award(award, where) for award in own]
    ids = [award.id for award in found]
    for award_id in ids:
        if ids.count(award_id) > 1:
            raise UnusableInput(f"{where}: two awards are called {award_id!r}; give each an id of its own")
    return tuple(found)


def _award(raw: Mapping[str, object], where: str) -> Award:
    award_id = str(raw.get("id") or "")
    if not _SLUG.fullmatch(award_id):
        raise UnusableInput(
            f"{where}: award id {award_id!r}: use lower-case letters, digits and hyphens, as adult-male"
        )
    for key in raw:
        if key not in _AWARD_KEYS:
            raise UnusableInput(f"{where}: award {award_id} has a key {key!r}.{suggestion(key, _AWARD_KEYS)}")
    chosen = str(raw.get("chain") or "auto")
    if chosen not in ("auto", *chain.NAMES):
        raise UnusableInput(f"{where}: award {award_id}: chain {chosen!r}.{suggestion(chosen, ['auto', *chain.NAMES])}")
    lists = {key: _words(raw.get(key), kind, f"{where}: award {award_id}") for key, kind in _LISTS}
    return Award(award_id, clean(str(raw.get("name") or award_id)), chain=chosen, **lists)


def _words(raw: object, kind: str, where: str) -> tuple[str, ...]:
    """A list of the vocabulary; in a workbook one cell with commas."""
    words = raw if isinstance(raw, list) else [] if raw is None else re.split(r"[,;]", str(raw))
    read = [(str(word), spelling.read(kind, clean(str(word)))) for word in words if clean(str(word))]
    for word, value in read:
        if value is None:
            raise UnusableInput(f"{where}: {word!r} is no {kind.replace('_', ' ')}.{suggestion(word, _WORDS[kind])}")
    return tuple(str(value) for _, value in read)
