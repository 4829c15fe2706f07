"""JSON: a document per event, what changed, and the JSON Schema that each of them follows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from publishing.wording import DEFAULT

if TYPE_CHECKING:
    from publishing.content import Content

NAME = "json"
SCHEMAS = Path(__file__).parents[1] / "schemas"


def files(content: Content) -> Iterator[tuple[str, bytes]]:
    """The documents, then the schemas."""
    for event in content.events:
        yield f"data/{event.slug}.json", as_json(event.data)
    for season in content.seasons:
        yield f"data/{season.slug}.json", as_json(season.data)
    if content.changes:
        yield "data/changes.json", as_json(content.changes[DEFAULT])
    for schema in sorted(SCHEMAS.glob("*.json")):
        yield f"schema/{schema.name}", schema.read_bytes()


def as_json(document: object) -> bytes:
    """UTF-8, in the order of the document, a line feed at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode("utf-8")
