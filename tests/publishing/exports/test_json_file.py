"""The documents of a release follow the schemas published with it, and the schemas refuse what is no such document."""

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tatame
from publishing.content import Order
from tests.publishing import released, young_event
from tests.tatame import bundles

KINDS = ("event", "changes", "manifest", "request", "season")


def schema(folder: Path, kind: str) -> Any:
    return json.loads((folder / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))


def checked(folder: Path, kind: str, file: str) -> Any:
    document = json.loads((folder / file).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema(folder, kind)).validate(document)
    return document


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with a draw, a correction and an earlier release."""
    place = tmp_path_factory.mktemp("documents")
    store = place / "t.duckdb"
    tatame.ingest(store, bundles.write(place), young_event.write(place / "young-2026", young_event.EXAMPLE))
    released.publish(store, place / "before", Order())
    from tatame import cli

    where = ("--event", "open-2026", "--store", str(store))
    cli.main(["draw", "--award", "overall", "--seed", "4 8 15", "--by", "Board", *where])
    named = ("--category", "male adult black light", "--athlete", "Ari Alho")
    cli.main(["correct", *named, "--status", "doping", "--reason", "r", "--by", "Panel", *where])
    order = Order(seasons=((released.scheme(place), 2026),))
    released.publish(store, place / "out", order, previous=place / "before")
    return place / "out"


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_a_schema(folder: Path, kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(folder, kind))


def test_every_document_follows_its_schema(folder: Path) -> None:
    event = checked(folder, "event", "data/open-2026.json")
    assert event["draws"]
    assert event["unresolved"]
    checked(folder, "event", "data/young-2026.json")
    changes = checked(folder, "changes", "data/changes.json")
    assert [each["kind"] for each in changes["events"]] == ["changed", "same"]
    season = checked(folder, "season", "data/season-ours-2026.json")
    assert season["ranking"]
    assert all(row["points"] == sum(line["points"] for line in row["lines"]) for row in season["ranking"])
    assert checked(folder, "manifest", "manifest.json")["previous"] is not None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda event: event.pop("standings"),
        lambda event: event["standings"][0]["standings"][0].update(points="9"),
        lambda event: event["standings"][0]["standings"][0].update(rank=0),
        lambda event: event["placements"][0].update(place=4),
        lambda event: event["event"].update(status="final"),
        lambda event: event["event"]["source"].update(sha256="no digest"),
    ],
)
def test_a_spoiled_document_is_refused(folder: Path, spoil: Any) -> None:
    document = copy.deepcopy(checked(folder, "event", "data/open-2026.json"))
    spoil(document)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema(folder, "event")).validate(document)


def test_every_object_of_a_schema_is_described_by_what_must_be_in_it(folder: Path) -> None:
    """A document that lacks a key nobody requires would pass unseen."""

    def objects(node: Any) -> list[Any]:
        inner = list(node.values()) if isinstance(node, dict) else node if isinstance(node, list) else []
        own = [node] if isinstance(node, dict) and "properties" in node and "type" in node else []
        return own + [each for one in inner for each in objects(one)]

    for kind in KINDS:
        found = objects(schema(folder, kind))
        assert found
        assert [each for each in found if sorted(each["properties"]) != each["required"]] == []
