"""Categories as sources have them, the same through every format: read, or unknown and kept apart; never merged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from etl import extract
from tests.etl.bundles import Stage, folder
from tests.etl.formats import seeds

HEADING = ["gender", "age_division", "belt", "weight_class", "place", "athlete", "academy"]
KEY = "Enum_WeightDivision_Absoluto_Label"
AS_FOUND = (  # and what each is, by hand; unread = what stands in the source for the unknown part
    (
        ("Male", "Adult", "Purple Brown Black", "Open Class Light"),
        ("male", "adult", "purple+brown+black", "open-light"),
    ),
    (("Female", "Adult", "Brown Black", "Open Class Heavy"), ("female", "adult", "brown+black", "open-heavy")),
    (("Male", "Juvenile", "Blue", "Light"), ("male", "juvenile", "blue", "light")),
    (("Male", "Juvenile 1", "Blue", "Light"), ("male", "juvenile-1", "blue", "light")),
    (("Male", "Adult", "Blue", "Open Class"), ("male", "adult", "blue", "open")),
    (("Male", "Adult", "Blue", KEY), ("male", "adult", "blue", "unknown")),
    (("Male", "Adult", "Blue", "Enum_Other_Label"), ("male", "adult", "blue", "unknown")),
    (("", "", "", ""), ("unknown", "unknown", "unknown", "unknown")),
)


def rows() -> list[list[str]]:
    return [[*found, "1", f"Athlete {n}", "North"] for n, (found, _) in enumerate(AS_FOUND)]


def document(found: Sequence[str]) -> str:
    gender, age, belt, weight = found
    return " / ".join(part for part in (age, gender, belt, weight) if part)


def write(path: Path, kind: str) -> Path:
    """The same places in one format."""
    table = "\n".join(",".join(row) for row in [HEADING, *rows()]) + "\n"
    sheets = {
        "event": [["id", "open-2026"], ["name", "Open"], ["start", "2026-05-02"]],
        "placements": [HEADING, *rows()],
    }
    match kind:
        case "bundle_folder":
            return folder(path / "in", placements=table)
        case "bundle_zip":
            content = seeds.zipped(
                {"event.toml": b'[event]\nid="a"\nname="A"\nstart=2026-05-02', "placements.csv": table.encode()}
            )
            name = "in.zip"
        case "bundle_xlsx":
            name, content = "in.xlsx", seeds.xlsx(sheets)
        case "bundle_ods":
            name, content = "in.ods", seeds.ods(sheets)
        case "flat_table":
            heading = "Sexo,Idade,Faixa,Peso,Lugar,Atleta,Academia"
            name, content = "in.csv", table.replace(",".join(HEADING), heading).encode()
        case "result_page_json":
            people = [
                {"categoria": document(r[:4]), "ranking": [{"posicao": 1, "nome": r[5], "academia": r[6]}]}
                for r in rows()
            ]
            name, content = "in.json", json.dumps(people).encode()
        case "result_page_html":
            person = (
                '<h4 class="subtitle">{}</h4><div class="athlete-item"><div class="position-athlete">1</div>'
                '<div class="name"><p>{}<span>{}</span></p></div></div>'
            )
            body = "".join(person.format(document(r[:4]), r[5], r[6]) for r in rows())
            name, content = "in.html", f"<html><body><h1>Open</h1>{body}</body></html>".encode()
        case _:
            raise NotImplementedError(f"{kind}: write the places of this test in the new format too")
    (path / name).write_bytes(content)
    return path / name


@pytest.mark.parametrize("kind", [form.NAME for form in extract.formats()])
def test_every_category_stays_what_it_is(tmp_path: Path, kind: str) -> None:
    staged = Stage(write(tmp_path, kind), event_id="open-2026", name="Open", start="2026-05-02", uniform="gi")
    placed = staged.con.execute(
        "SELECT p.athlete, c.category_id, c.gender, c.age_division, c.belt, c.weight_class "
        "FROM staged_official_place AS p JOIN staged_category AS c USING (category_id) ORDER BY 1"
    ).fetchall()
    assert [(athlete, *parts) for athlete, _, *parts in placed] == [
        (f"Athlete {n}", *meant) for n, (_, meant) in enumerate(AS_FOUND)
    ]
    assert len({category for _, category, *_ in placed}) == len(AS_FOUND), "none is merged with another"
    codes = [code for code, *_ in staged.findings("warning")]
    assert codes.count("unknown_weight_class") == 3
    assert {"unknown_gender", "unknown_age_division", "unknown_belt"} <= set(codes)
