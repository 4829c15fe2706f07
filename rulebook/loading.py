"""From the TOML files of `rulesets/` to the checked values of one rule set, each with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebook import schema
from rulebook.errors import BadValue, MissingKey, RuleBookError, UnknownRuleSet, near
from rulebook.schema import Value

_FOLDER = Path(__file__).with_name("rulesets")


@dataclass(frozen=True)
class Source:
    """Where a value comes from; `inherited_from` names the rule set it was taken over from, None = the set's own."""

    text: str
    inherited_from: str | None = None


Sourced = tuple[Value, Source]


@dataclass(frozen=True)
class Sheet:
    """One rule set file with everything it stands on."""

    name: str
    title: str
    values: Mapping[str, Sourced]


def names() -> list[str]:
    """List the rule sets shipped, one per file of `rulesets/`."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


@cache
def sheet(name: str) -> Sheet:
    """Read a rule set: its own values, else those of its documents, else inherited ones; complete or refused."""
    if name not in names():
        raise UnknownRuleSet(f"there is no rule set {name}.{near(name, [*names(), 'none'])}")
    return read(_FOLDER / f"{name}.toml")


def read(file: Path) -> Sheet:
    """Read one file as `sheet` does; for files outside the package (tests, a federation's own)."""
    raw = _toml(file)
    own = _head(raw, file, {"name", "title", "inherits", "documents"})
    values: dict[str, Sourced] = {}
    parent = own.get("inherits")
    if parent:
        for key, (value, source) in sheet(str(parent)).values.items():
            values[key] = value, Source(source.text, source.inherited_from or str(parent))
    for document in _document_names(own, file):
        values |= _values(_toml(_FOLDER / "documents" / f"{document}.toml"), f"{document}.toml")
    values |= _values(raw, file.name)
    missing = [key for key in schema.specs() if not _present(key, values)]
    if missing:
        raise MissingKey(f"{file.name} lacks {', '.join(missing)} and inherits them from nowhere.")
    return Sheet(str(own["name"]), str(own["title"]), values)


def _toml(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleBookError(f"{file.name} cannot be read as a rule set: {error}") from None


def _head(raw: Mapping[str, object], file: Path, known: set[str]) -> dict[str, object]:
    head = {key: value for key, value in raw.items() if not isinstance(value, Mapping)}
    stray = set(head) - known
    if stray or not {"name", "title"} <= set(head):
        problem = f"does not know {', '.join(sorted(stray))}" if stray else "needs a name and a title"
        raise RuleBookError(f"{file.name}: the head of a rule set {problem}; it has {', '.join(sorted(known))}.")
    if head["name"] != file.stem:
        raise RuleBookError(f"{file.name} calls itself {head['name']}; file name and name must agree.")
    return head


def _document_names(head: Mapping[str, object], file: Path) -> list[str]:
    documents = head.get("documents", [])
    if not isinstance(documents, list):
        raise BadValue(f"{file.name}: documents is a list of names.")
    return [str(document) for document in documents]


def _values(raw: Mapping[str, object], file: str) -> dict[str, Sourced]:
    return {key: leaf for key, leaf in _leaves("", raw, file) if key}


def _leaves(prefix: str, table: Mapping[str, object], file: str) -> Iterator[tuple[str, Sourced]]:
    """Walk the tables down to those that hold a value and its source."""
    for name, inner in table.items():
        key = f"{prefix}{name}"
        if isinstance(inner, Mapping) and "value" in inner:
            yield key, _leaf(key, inner, file)
        elif isinstance(inner, Mapping):
            yield from _leaves(f"{key}.", inner, file)
        elif prefix:
            schema.spec(key)
            raise BadValue(f"{file}: {key} needs a value and a source: {{ value = …, source = … }}.")


def _leaf(key: str, inner: Mapping[str, object], file: str) -> Sourced:
    value = schema.check(key, inner["value"])
    source = inner.get("source")
    if not isinstance(source, str) or not source.strip() or set(inner) != {"value", "source"}:
        raise BadValue(f"{file}: {key} needs a value and a source, and nothing else.")
    return value, Source(source)


def _present(key: str, values: Mapping[str, Sourced]) -> bool:
    if key.endswith(".*"):
        return any(other.startswith(key[:-1]) for other in values)
    return key in values
