"""Whether anything published names a minor: a check that shares no code with what hides them.

`leaks(store, files_below(folder))`, or `leaks(store, {"what": "text"})`: pairs of name and where; none = good.
"""

from __future__ import annotations

import html
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import Path

import duckdb
import pyarrow.parquet

# Everybody in the facts of every load: name, division, age where a birth year tells it.
_EVERYBODY = """
with facts as (
  select load_id, category_id, athlete, birth_year from entry
  union all select load_id, category_id, red_athlete, null from bout
  union all select load_id, category_id, blue_athlete, null from bout
  union all select load_id, category_id, athlete, null from official_place
)
select f.athlete, c.age_division, year(l.start_date) - f.birth_year
from facts as f join category as c using (category_id) join source_load as l on l.load_id = f.load_id
where f.athlete is not null
"""
_ADULT = re.compile(r"adult|master(-[1-7])?")


def _plain(text: str) -> str:
    folded = "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))
    return " ".join(re.sub(r"[\W_]+", " ", folded).split())


def protected_names(store: Path) -> set[str]:
    """Every name of somebody under 18, or in a division nobody can read, in any event; academies' names are no such.

    A juvenile in an adult class too is one: tests give no adult a minor's name.
    """
    with duckdb.connect(str(store), read_only=True) as con:
        rows = con.execute(_EVERYBODY).fetchall()
        academies = {_plain(name) for (name,) in con.execute("select academy from academy_name").fetchall()}
    young = {
        _plain(name) for name, age, years in rows if not _ADULT.fullmatch(age) or (years is not None and years < 18)
    }
    return young - academies - {""}


def leaks(store: Path, texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """(name, where) for each protected name that stands in one of these texts, in any case, accents and punctuation."""
    names = protected_names(store)
    found = []
    for where, text in texts.items():
        plain = f" {_plain(text)} "
        found += [(name, where) for name in sorted(names) if (f" {name} " if name.isascii() else name) in plain]
    return found


def files_below(folder: Path) -> dict[str, str]:
    """Every file of a release as text: archives and workbooks by their members, Parquet by its values."""
    return {
        f"{file.relative_to(folder)}{part}": text
        for file in sorted(folder.rglob("*"))
        if file.is_file()
        for part, text in _texts(file.name, file.read_bytes()).items()
    }


def _texts(name: str, content: bytes) -> dict[str, str]:
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {member: archive.read(member) for member in archive.namelist()}
        return {
            f"!{member}{part}": text for member, data in members.items() for part, text in _texts(member, data).items()
        }
    if name.endswith(".parquet"):
        table = pyarrow.parquet.read_table(io.BytesIO(content))
        return {"": json.dumps(table.to_pylist(), ensure_ascii=False, default=str)}
    text = content.decode("utf-8", errors="replace")
    if name.endswith(".json"):
        return {"": json.dumps(json.loads(text), ensure_ascii=False)}
    # A tag is no part of a name; what stands in it (a title, a label) is looked at with the raw text.
    return {"": f"{html.unescape(re.sub(r'<[^>]*>', ' ', text))} {html.unescape(text)}"}
