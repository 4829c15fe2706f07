"""Retypes the adult divisions of public Worlds results as sample bundles, from a folder of result pages.

`python data/retype_worlds.py RESULT_PAGES data/sample`; RESULT_PAGES has one `<year>.json` per event as published: a
list of categories with their places, last the team rankings. Only adults go in; the published adult lists become
`official_standings.csv`. The Worlds bundles in `data/sample` were made by this script.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

from rulebook import spelling

CATEGORY = ("gender", "age_division", "belt", "weight_class")
LISTS = {"Masculino": "adult-male", "Feminino": "adult-female"}
# Dates and places as the federation's calendar announced them.
EVENTS = {
    2019: ("2019-05-29", "2019-06-02"),
    2022: ("2022-06-02", "2022-06-05"),
    2024: ("2024-05-30", "2024-06-02"),
}

EVENT_TOML = """\
# Public results of the {year} World IBJJF Jiu-Jitsu Championship,
# adult divisions only, retyped from the federation's result page.
[event]
id = "worlds-{year}"
name = "World IBJJF Jiu-Jitsu Championship {year}"
start = {start}
end = {end}
federation = "IBJJF"
city = "Long Beach"
country = "USA"
level = "worlds"
status = "official"
ruleset = "{ruleset}"
uniform = "gi"

[[award]]
id = "adult-male"
name = "Adult male"
genders = ["male"]
ages = ["adult"]
belts = ["blue", "purple", "brown", "black"]

[[award]]
id = "adult-female"
name = "Adult female"
genders = ["female"]
ages = ["adult"]
belts = ["blue", "purple", "brown", "black"]
"""


def category(text: str) -> tuple[str, ...]:
    """The four parts of a published category heading; raises ValueError where one cannot be read."""
    read = spelling.read_category(text)
    parts = (read.gender, read.age_division, read.belt, read.weight_class)
    if "unknown" in parts:
        raise ValueError(f"cannot read the category {text!r}")
    return tuple(str(part) for part in parts)


def placements(page: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """One row per place of an adult category, in the order of the page."""
    rows: list[tuple[object, ...]] = []
    for item in page:
        if "categoria" not in item:
            continue
        parts = category(item["categoria"])
        if parts[1] == "adult":
            rows += [
                (*parts, place["posicao"], place["nome"].strip(), place["academia"].strip())
                for place in item["ranking"]
            ]
    return rows


def official(page: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """One row per line of the two published adult team rankings."""
    lists = next(item["rankingAcademias"] for item in page if "rankingAcademias" in item)
    return [
        (award, row["posicao"], row["academia"].strip(), row["pontos"])
        for name, award in LISTS.items()
        for row in lists[name]
    ]


def write(path: Path, heading: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    """A CSV file with this heading and these rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([heading, *rows])


def retype(pages: Path, year: int, sample: Path) -> None:
    """Writes the bundle of one Worlds into its own folder under `sample`."""
    page = json.loads((pages / f"{year}.json").read_text(encoding="utf-8"))
    folder = sample / f"worlds-{year}"
    folder.mkdir(parents=True, exist_ok=True)
    start, end = EVENTS[year]
    ruleset = "ibjjf-2024" if year == 2024 else "ibjjf-2018"
    (folder / "event.toml").write_text(
        EVENT_TOML.format(year=year, start=start, end=end, ruleset=ruleset), encoding="utf-8"
    )
    write(folder / "placements.csv", (*CATEGORY, "place", "athlete", "academy"), placements(page))
    write(folder / "official_standings.csv", ("award", "rank", "academy", "points"), official(page))


def main() -> None:
    """Retypes the three Worlds that ship with the product."""
    pages, sample = Path(sys.argv[1]), Path(sys.argv[2])
    for year in (2019, 2022, 2024):
        retype(pages, year, sample)


if __name__ == "__main__":
    main()
